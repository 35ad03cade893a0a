//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "pair.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

// MemPoolCreate calls aclrtMemPoolCreate.
func (l *Library) MemPoolCreate(ac driver.Context, p driver.PoolProps) (driver.Pool, driver.Status) {
	return value[driver.Pool](C.aclpool_pool_create(C.uintptr_t(ac), C.int32_t(p.AllocType), C.int32_t(p.HandleType),
		C.int32_t(p.LocationID), C.int32_t(p.LocationType), C.uint64_t(p.MaxSize)))
}

// MemPoolDestroy calls aclrtMemPoolDestroy.
func (l *Library) MemPoolDestroy(ac driver.Context, p driver.Pool) driver.Status {
	return status(C.aclpool_pool_destroy(C.uintptr_t(ac), C.uintptr_t(p)))
}

// MemPoolSetAttr calls aclrtMemPoolSetAttr.
func (l *Library) MemPoolSetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr, value uint64) driver.Status {
	return status(C.aclpool_pool_set_attr(C.uintptr_t(ac), C.uintptr_t(p), C.int32_t(attr), C.uint64_t(value)))
}

// MemPoolGetAttr calls aclrtMemPoolGetAttr.
func (l *Library) MemPoolGetAttr(ac driver.Context, p driver.Pool, attr driver.PoolAttr) (uint64, driver.Status) {
	return value[uint64](C.aclpool_pool_get_attr(C.uintptr_t(ac), C.uintptr_t(p), C.int32_t(attr)))
}

// MallocAsync calls aclrtMemPoolMallocAsync.
func (l *Library) MallocAsync(ac driver.Context, p driver.Pool, size uint64, s driver.Stream) (driver.Addr, driver.Status) {
	return value[driver.Addr](C.aclpool_malloc_async(C.uintptr_t(ac), C.uintptr_t(p), C.uint64_t(size), C.uintptr_t(s)))
}

// FreeAsync calls aclrtMemPoolFreeAsync.
func (l *Library) FreeAsync(ac driver.Context, a driver.Addr, s driver.Stream) driver.Status {
	return status(C.aclpool_free_async(C.uintptr_t(ac), C.uint64_t(a), C.uintptr_t(s)))
}

// MemPoolTrimTo calls aclrtMemPoolTrimTo.
func (l *Library) MemPoolTrimTo(ac driver.Context, p driver.Pool, keep uint64) driver.Status {
	return status(C.aclpool_pool_trim_to(C.uintptr_t(ac), C.uintptr_t(p), C.uint64_t(keep)))
}
