//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simGetDeviceCount
func simGetDeviceCount() (uint64, int32) { return value((*fakeacl.Machine).DeviceCount) }

// simSetDevice returns the primary context.
//
//export simSetDevice
func simSetDevice(id int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Context, driver.Status) { return m.SetDevice(id) })
}

//export simResetDevice
func simResetDevice(id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ResetDevice(id) })
}

//export simResetDeviceForce
func simResetDeviceForce(id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ResetDeviceForce(id) })
}

//export simGetRunMode
func simGetRunMode() (uint64, int32) { return value((*fakeacl.Machine).RunMode) }

//export simGetMemInfo
func simGetMemInfo(ac uintptr, attr int32) (free, total uint64, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		free, total, st = m.MemInfo(driver.Context(ac), driver.MemAttr(attr))
		return st
	})
	return free, total, code
}

//export simSynchronizeDevice
func simSynchronizeDevice(ac uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.SynchronizeDevice(driver.Context(ac)) })
}

//export simSynchronizeDeviceWithTimeout
func simSynchronizeDeviceWithTimeout(ac uintptr, ms int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SynchronizeDeviceWithTimeout(driver.Context(ac), ms)
	})
}
