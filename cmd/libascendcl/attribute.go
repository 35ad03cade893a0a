//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/fakeacl/halffloat"
)

// number64 is value for a signed number.
func number64(call func(*fakeacl.Machine) (int64, driver.Status)) (v int64, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		v, st = call(m)
		return st
	})
	return v, code
}

//export simDeviceAttribute
func simDeviceAttribute(id uint32, attr int32) (int64, int32) {
	return number64(func(m *fakeacl.Machine) (int64, driver.Status) {
		return m.DeviceAttribute(id, fakeacl.DeviceAttr(attr))
	})
}

//export simDeviceCapability
func simDeviceCapability(id uint32, info int32) (int64, int32) {
	return number64(func(m *fakeacl.Machine) (int64, driver.Status) { return m.DeviceCapability(id, info) })
}

//export simCannAttribute
func simCannAttribute(attr int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		yes, st := m.CannAttribute(attr)
		return one(yes), st
	})
}

//export simVersionNumber
func simVersionNumber(pkg *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.VersionNumber(C.GoString(pkg)) })
}

//export simFloat16ToFloat
func simFloat16ToFloat(bits uint16) float32 { return halffloat.FromBits(bits) }

//export simFloatToFloat16
func simFloatToFloat16(f float32) uint16 { return halffloat.Bits(f) }

//export simDeviceLimit
func simDeviceLimit(id, resource int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return m.DeviceLimit(id, fakeacl.Resource(resource))
	})
}

//export simSetDeviceLimit
func simSetDeviceLimit(id, resource int32, limit uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetDeviceLimit(id, fakeacl.Resource(resource), limit)
	})
}

//export simResetDeviceLimit
func simResetDeviceLimit(id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ResetDeviceLimit(id) })
}

//export simStreamLimit
func simStreamLimit(ac, s uintptr, resource int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return m.StreamLimit(driver.Context(ac), driver.Stream(s), fakeacl.Resource(resource))
	})
}

//export simSetStreamLimit
func simSetStreamLimit(ac, s uintptr, resource int32, limit uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetStreamLimit(driver.Context(ac), driver.Stream(s), fakeacl.Resource(resource), limit)
	})
}

//export simResetStreamLimit
func simResetStreamLimit(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ResetStreamLimit(driver.Context(ac), driver.Stream(s))
	})
}

//export simThreadLimit
func simThreadLimit(ac, s uintptr, resource int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return m.ThreadLimit(driver.Context(ac), driver.Stream(s), fakeacl.Resource(resource))
	})
}

//export simSetOverflowMode
func simSetOverflowMode(ac uintptr, mode int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetOverflowMode(driver.Context(ac), fakeacl.OverflowMode(mode))
	})
}

//export simOverflowMode
func simOverflowMode(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.OverflowMode, driver.Status) {
		return m.OverflowModeOf(driver.Context(ac))
	})
}

//export simOverflowStatus
func simOverflowStatus(ac uintptr, out, size uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.OverflowStatus(driver.Context(ac), driver.Addr(out), size, driver.Stream(s))
	})
}

//export simResetOverflowStatus
func simResetOverflowStatus(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ResetOverflowStatus(driver.Context(ac), driver.Stream(s))
	})
}

//export simPointerAttributes
func simPointerAttributes(a uint64) (typ, device int32, page uint32, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		got := m.AttributesOf(driver.Addr(a))
		typ, device, page = int32(got.Type), got.Device, got.PageSize
		return driver.Status{}
	})
	return typ, device, page, code
}

//export simSetWaitTimeout
func simSetWaitTimeout(seconds uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		m.SetWaitTimeout(seconds)
		return driver.Status{}
	})
}

//export simSetKernelTimeout
func simSetKernelTimeout(us uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) { return m.SetKernelTimeout(us), driver.Status{} })
}

//export simKernelTimeout
func simKernelTimeout() (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) { return m.KernelTimeout(), driver.Status{} })
}

//export simTimeoutStep
func simTimeoutStep() uint64 { return fakeacl.TimeoutStep }
