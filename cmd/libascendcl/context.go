//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simCreateContext
func simCreateContext(id int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Context, driver.Status) { return m.CreateContext(id) })
}

//export simDestroyContext
func simDestroyContext(ac uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyContext(driver.Context(ac)) })
}

// simContextLives reports whether the context exists. It leaves no error message.
//
//export simContextLives
func simContextLives(ac uintptr) int32 {
	return holds(func(m *fakeacl.Machine) driver.Status {
		_, st := m.DeviceOf(driver.Context(ac))
		return st
	})
}

// simCheckContext fails if the context does not exist, with the error of the named function.
//
//export simCheckContext
func simCheckContext(function *C.char, ac uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CheckContext(C.GoString(function), driver.Context(ac))
	})
}

//export simGetDevice
func simGetDevice(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.DeviceOf(driver.Context(ac)) })
}

//export simCtxGetCurrentDefaultStream
func simCtxGetCurrentDefaultStream(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Stream, driver.Status) {
		return m.CtxGetCurrentDefaultStream(driver.Context(ac))
	})
}
