//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// place returns the Mem of a C pointer, which may be a device address or a host pointer.
func place(p *byte) driver.Mem {
	host := driver.HostAt(p)
	if a := driver.Addr(uintptr(host.Host)); fakeacl.IsDeviceAddress(a) {
		return driver.OnDevice(a)
	}
	return host
}

//export simMalloc
func simMalloc(ac uintptr, size uint64, policy int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.Malloc(driver.Context(ac), size, driver.MallocPolicy(policy))
	})
}

//export simMallocAlign32
func simMallocAlign32(ac uintptr, size uint64, policy int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.MallocAlign32(driver.Context(ac), size, driver.MallocPolicy(policy))
	})
}

// simFree needs no context: the address identifies the device.
//
//export simFree
func simFree(a uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.Free(0, driver.Addr(a)) })
}

//export simMallocHost
func simMallocHost(ac uintptr, size uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uintptr, driver.Status) {
		mem, st := m.MallocHost(driver.Context(ac), size)
		return uintptr(mem.Host), st
	})
}

//export simFreeHost
func simFreeHost(p *byte) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.FreeHost(0, place(p)) })
}

//export simMemcpy
func simMemcpy(ac uintptr, dst *byte, room uint64, src *byte, count uint64, kind int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Memcpy(driver.Context(ac), place(dst), room, place(src), count, driver.MemcpyKind(kind))
	})
}

//export simMemcpyAsync
func simMemcpyAsync(ac uintptr, dst *byte, room uint64, src *byte, count uint64, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemcpyAsync(driver.Context(ac), place(dst), room, place(src), count, driver.MemcpyKind(kind), driver.Stream(s))
	})
}

//export simMemset
func simMemset(ac uintptr, dst *byte, room uint64, v int32, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Memset(driver.Context(ac), place(dst), room, v, count)
	})
}

//export simMemsetAsync
func simMemsetAsync(ac uintptr, dst *byte, room uint64, v int32, count uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemsetAsync(driver.Context(ac), place(dst), room, v, count, driver.Stream(s))
	})
}
