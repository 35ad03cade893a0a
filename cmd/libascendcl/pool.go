//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simMemPoolCreate
func simMemPoolCreate(ac uintptr, allocType, handleType, locationID, locationType int32, maxSize uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Pool, driver.Status) {
		return m.MemPoolCreate(driver.Context(ac), driver.PoolProps{
			AllocType:    allocType,
			HandleType:   handleType,
			LocationID:   locationID,
			LocationType: locationType,
			MaxSize:      maxSize,
		})
	})
}

//export simMemPoolDestroy
func simMemPoolDestroy(ac, pool uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.MemPoolDestroy(driver.Context(ac), driver.Pool(pool)) })
}

//export simMemPoolSetAttr
func simMemPoolSetAttr(pool uintptr, attr int32, v uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemPoolSetAttr(0, driver.Pool(pool), driver.PoolAttr(attr), v)
	})
}

//export simMemPoolGetAttr
func simMemPoolGetAttr(pool uintptr, attr int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) {
		return m.MemPoolGetAttr(0, driver.Pool(pool), driver.PoolAttr(attr))
	})
}

//export simMemPoolMallocAsync
func simMemPoolMallocAsync(ac uintptr, size uint64, pool, s uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.MallocAsync(driver.Context(ac), driver.Pool(pool), size, driver.Stream(s))
	})
}

//export simMemPoolFreeAsync
func simMemPoolFreeAsync(ac uintptr, a uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.FreeAsync(driver.Context(ac), driver.Addr(a), driver.Stream(s))
	})
}

//export simMemPoolTrimTo
func simMemPoolTrimTo(ac, pool uintptr, keep uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemPoolTrimTo(driver.Context(ac), driver.Pool(pool), keep)
	})
}
