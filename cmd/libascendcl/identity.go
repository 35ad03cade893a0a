//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// simDeviceUUID stores the number in C's memory.
//
//export simDeviceUUID
func simDeviceUUID(id int32, to *byte) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		u, st := m.DeviceUUID(id)
		if st.OK() {
			copy(driver.HostAt(to).Bytes(uint64(len(u))), u[:])
		}
		return st
	})
}

//export simPCIBusID
func simPCIBusID(id, room int32) (*C.char, int32) {
	return text(func(m *fakeacl.Machine) (string, driver.Status) { return m.PCIBusID(id, room) })
}

//export simDeviceByPCIBusID
func simDeviceByPCIBusID(place *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.DeviceByPCIBusID(C.GoString(place)) })
}

//export simTopology
func simTopology(id, other uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) { return m.Topology(id, other) })
}

//export simDeviceTaskAbort
func simDeviceTaskAbort(id int32, timeout uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DeviceTaskAbort(id, timeout) })
}

//export simPersistentTaskClean
func simPersistentTaskClean(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.PersistentTaskClean(driver.Context(ac), driver.Stream(s))
	})
}

//export simSetKernelLimit
func simSetKernelLimit(limit int32, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.SetKernelLimit(fakeacl.KernelLimit(limit), size) })
}

//export simKernelLimit
func simKernelLimit(limit int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) { return m.KernelLimit(fakeacl.KernelLimit(limit)) })
}
