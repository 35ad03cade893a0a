//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simDeviceFeature
func simDeviceFeature(id, feature int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		has, st := m.DeviceFeature(id, feature)
		return one(has), st
	})
}

//export simMemoryInUse
func simMemoryInUse(id int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) { return m.MemoryInUse(id) })
}

//export simCheckRepairs
func simCheckRepairs(op *C.char, id int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.CheckRepairs(C.GoString(op), id) })
}
