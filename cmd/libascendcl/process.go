//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simInit
func simInit(config *C.char) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.Init(C.GoString(config)) })
}

// simInitSettings returns what the file of aclInit says: the device of threads that have none,
// or -1, and 1 if all threads share the messages of errors.
//
//export simInitSettings
func simInitSettings() (device, shared int32) {
	device = -1
	attempt(func() driver.Status {
		if m, st := machine(); st.OK() {
			s := m.InitSettings()
			device = s.DefaultDevice
			if s.SharedMessages {
				shared = 1
			}
		}
		return driver.Status{}
	})
	return device, shared
}

//export simFinalize
func simFinalize() int32 { return done((*fakeacl.Machine).Finalize) }

//export simFinalizeReference
func simFinalizeReference() (left uint64, code int32) {
	return value((*fakeacl.Machine).FinalizeReference)
}

//export simGetVersion
func simGetVersion() (major, minor, patch, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		major, minor, patch, st = m.Version()
		return st
	})
	return major, minor, patch, code
}

// simGetVersionString returns a text that C frees, or NULL if it fails.
//
//export simGetVersionString
func simGetVersionString(pkg *C.char) (text *C.char, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		version, st := m.VersionString(C.GoString(pkg))
		if st.OK() {
			text = C.CString(version)
		}
		return st
	})
	return text, code
}

// simSocName returns a text that C frees, or NULL if no machine can be created.
//
//export simSocName
func simSocName() (name *C.char) {
	done(func(m *fakeacl.Machine) driver.Status {
		name = C.CString(m.SocName())
		return driver.Status{}
	})
	return name
}

//export simPackageVersion
func simPackageVersion(pkg int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.PackageVersion(pkg) })
}

//export simArchCompatible
func simArchCompatible(chip *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return one(m.ArchCompatible(C.GoString(chip))), driver.Status{}
	})
}
