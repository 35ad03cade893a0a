//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simMallocWithCfg
func simMallocWithCfg(ac uintptr, size uint64, policy int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.MallocWithCfg(driver.Context(ac), size, driver.MallocPolicy(policy))
	})
}

//export simMallocCached
func simMallocCached(ac uintptr, size uint64, policy int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.MallocCached(driver.Context(ac), size, driver.MallocPolicy(policy))
	})
}

//export simMemFlush
func simMemFlush(ac uintptr, a, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.MemFlush(driver.Context(ac), driver.Addr(a), size) })
}

//export simMemInvalidate
func simMemInvalidate(ac uintptr, a, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemInvalidate(driver.Context(ac), driver.Addr(a), size)
	})
}
