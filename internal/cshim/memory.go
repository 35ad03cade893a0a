//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// Synchronous calls do not keep pointers to host memory. Asynchronous calls may keep them
// until the stream has executed the copy, so they have no directives here.

// #cgo noescape aclpool_memcpy
// #cgo nocallback aclpool_memcpy
// #cgo noescape aclpool_memset
// #cgo nocallback aclpool_memset
// #include "shim.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

// Malloc calls aclrtMalloc.
func (l *Library) Malloc(ac driver.Context, size uint64, policy driver.MallocPolicy) (driver.Addr, driver.Status) {
	return value[driver.Addr](C.aclpool_malloc(C.uintptr_t(ac), C.uint64_t(size), C.int32_t(policy)))
}

// MallocAlign32 calls aclrtMallocAlign32.
func (l *Library) MallocAlign32(ac driver.Context, size uint64, policy driver.MallocPolicy) (driver.Addr, driver.Status) {
	return value[driver.Addr](C.aclpool_malloc_align32(C.uintptr_t(ac), C.uint64_t(size), C.int32_t(policy)))
}

// Free calls aclrtFree.
func (l *Library) Free(ac driver.Context, a driver.Addr) driver.Status {
	return status(C.aclpool_free(C.uintptr_t(ac), C.uint64_t(a)))
}

// MallocHost calls aclrtMallocHost. The memory belongs to C, so Go may keep the pointer.
func (l *Library) MallocHost(ac driver.Context, size uint64) (driver.Mem, driver.Status) {
	r := C.aclpool_malloc_host(C.uintptr_t(ac), C.uint64_t(size))
	if r.code != 0 {
		return driver.Mem{}, failure(r)
	}
	return driver.Mem{Host: pointer(r)}, driver.Status{}
}

// FreeHost calls aclrtFreeHost.
func (l *Library) FreeHost(ac driver.Context, m driver.Mem) driver.Status {
	return status(C.aclpool_free_host(C.uintptr_t(ac), C.aclpool_mem(m.Addr), bytesOf(m)))
}

// Memcpy calls aclrtMemcpy.
func (l *Library) Memcpy(ac driver.Context, dst driver.Mem, dstMax uint64, src driver.Mem, count uint64, kind driver.MemcpyKind) driver.Status {
	return status(C.aclpool_memcpy(C.uintptr_t(ac), C.aclpool_mem(dst.Addr), bytesOf(dst), C.uint64_t(dstMax),
		C.aclpool_mem(src.Addr), bytesOf(src), C.uint64_t(count), C.int32_t(kind)))
}

// MemcpyAsync calls aclrtMemcpyAsync. Host memory must come from MallocHost and must not be
// freed until the stream has executed the copy.
func (l *Library) MemcpyAsync(ac driver.Context, dst driver.Mem, dstMax uint64, src driver.Mem, count uint64, kind driver.MemcpyKind, s driver.Stream) driver.Status {
	return status(C.aclpool_memcpy_async(C.uintptr_t(ac), C.aclpool_mem(dst.Addr), bytesOf(dst), C.uint64_t(dstMax),
		C.aclpool_mem(src.Addr), bytesOf(src), C.uint64_t(count), C.int32_t(kind), C.uintptr_t(s)))
}

// Memset calls aclrtMemset.
func (l *Library) Memset(ac driver.Context, dst driver.Mem, dstMax uint64, value int32, count uint64) driver.Status {
	return status(C.aclpool_memset(C.uintptr_t(ac), C.aclpool_mem(dst.Addr), bytesOf(dst), C.uint64_t(dstMax),
		C.int32_t(value), C.uint64_t(count)))
}

// MemsetAsync calls aclrtMemsetAsync. Host memory must come from MallocHost and must not be
// freed until the stream has executed the call.
func (l *Library) MemsetAsync(ac driver.Context, dst driver.Mem, dstMax uint64, value int32, count uint64, s driver.Stream) driver.Status {
	return status(C.aclpool_memset_async(C.uintptr_t(ac), C.aclpool_mem(dst.Addr), bytesOf(dst), C.uint64_t(dstMax),
		C.int32_t(value), C.uint64_t(count), C.uintptr_t(s)))
}

// bytesOf returns the host pointer of m. Its type is a pointer to bytes, which contain no
// pointers, so that cgo does not check the rest of the Go object for pointers.
func bytesOf(m driver.Mem) *C.uint8_t { return (*C.uint8_t)(m.Host) }
