//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// simCheckDevice fails if the device does not exist, with the error of the named function.
//
//export simCheckDevice
func simCheckDevice(function *C.char, id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.CheckDevice(C.GoString(function), id) })
}

//export simHostNumber
func simHostNumber(function *C.char, id int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.HostNumber(C.GoString(function), id) })
}

//export simNumberOfHost
func simNumberOfHost(function *C.char, host int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.NumberOfHost(C.GoString(function), host) })
}

//export simCheckHostNumber
func simCheckHostNumber(function *C.char, host int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.CheckHostNumber(C.GoString(function), host) })
}

// simDeviceExists leaves no error message.
//
//export simDeviceExists
func simDeviceExists(id int32) int32 {
	return holds(func(m *fakeacl.Machine) driver.Status { return m.CheckDevice("", id) })
}

//export simPrimaryContextActive
func simPrimaryContextActive(id int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		active, st := m.PrimaryContextActive(id)
		return one(active), st
	})
}
