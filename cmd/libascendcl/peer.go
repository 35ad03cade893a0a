//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simDeviceCanAccessPeer
func simDeviceCanAccessPeer(id, peer int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		can, st := m.DeviceCanAccessPeer(id, peer)
		return one(can), st
	})
}

//export simDeviceEnablePeerAccess
func simDeviceEnablePeerAccess(ac uintptr, peer int32, flags uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DeviceEnablePeerAccess(driver.Context(ac), peer, flags)
	})
}

//export simDeviceDisablePeerAccess
func simDeviceDisablePeerAccess(ac uintptr, peer int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DeviceDisablePeerAccess(driver.Context(ac), peer)
	})
}

//export simDevicePeerAccessStatus
func simDevicePeerAccessStatus(id, peer int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		enabled, st := m.DevicePeerAccess(id, peer)
		return one(enabled), st
	})
}

// one returns 1 for true and 0 for false.
func one(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}
