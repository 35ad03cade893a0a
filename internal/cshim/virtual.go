//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #cgo noescape aclpool_set_access
// #cgo nocallback aclpool_set_access
// #include "abi.h"
// #include "shim.h"
import "C"

import (
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
)

var _ driver.VirtualMemory = (*Library)(nil)

// ReserveMemAddress calls aclrtReserveMemAddress.
func (l *Library) ReserveMemAddress(ac driver.Context, size, alignment uint64, start driver.Addr, flags uint64) (driver.Addr, driver.Status) {
	return value[driver.Addr](C.aclpool_reserve_mem_address(C.uintptr_t(ac), C.uint64_t(size), C.uint64_t(alignment), C.uint64_t(start), C.uint64_t(flags)))
}

// ReleaseMemAddress calls aclrtReleaseMemAddress.
func (l *Library) ReleaseMemAddress(ac driver.Context, a driver.Addr) driver.Status {
	return status(C.aclpool_release_mem_address(C.uintptr_t(ac), C.uint64_t(a)))
}

// MallocPhysical calls aclrtMallocPhysical.
func (l *Library) MallocPhysical(ac driver.Context, size uint64, p driver.PhysicalMemProp, flags uint64) (driver.PhysicalMem, driver.Status) {
	return value[driver.PhysicalMem](C.aclpool_malloc_physical(C.uintptr_t(ac), C.uint64_t(size), physical(p), C.uint64_t(flags)))
}

// FreePhysical calls aclrtFreePhysical.
func (l *Library) FreePhysical(ac driver.Context, h driver.PhysicalMem) driver.Status {
	return status(C.aclpool_free_physical(C.uintptr_t(ac), C.uintptr_t(h)))
}

// MapMem calls aclrtMapMem.
func (l *Library) MapMem(ac driver.Context, a driver.Addr, size, offset uint64, h driver.PhysicalMem, flags uint64) driver.Status {
	return status(C.aclpool_map_mem(C.uintptr_t(ac), C.uint64_t(a), C.uint64_t(size), C.uint64_t(offset), C.uintptr_t(h), C.uint64_t(flags)))
}

// UnmapMem calls aclrtUnmapMem.
func (l *Library) UnmapMem(ac driver.Context, a driver.Addr) driver.Status {
	return status(C.aclpool_unmap_mem(C.uintptr_t(ac), C.uint64_t(a)))
}

// MemGetAllocationGranularity calls aclrtMemGetAllocationGranularity.
func (l *Library) MemGetAllocationGranularity(ac driver.Context, p driver.PhysicalMemProp, option driver.MemGranularity) (uint64, driver.Status) {
	return value[uint64](C.aclpool_granularity(C.uintptr_t(ac), physical(p), C.int32_t(option)))
}

// MemSetAccess calls aclrtMemSetAccess.
func (l *Library) MemSetAccess(ac driver.Context, a driver.Addr, size uint64, access []driver.MemAccess) driver.Status {
	list := make([]C.aclrtMemAccessDesc, len(access)) // its reserved bytes must be zero
	for i, x := range access {
		list[i].flags = C.aclrtMemAccessFlags(x.Flags)
		list[i].location = C.aclrtMemLocation{C.uint32_t(x.Location.ID), C.aclrtMemLocationType(x.Location.Type)}
	}
	return status(C.aclpool_set_access(C.uintptr_t(ac), C.uint64_t(a), C.uint64_t(size), unsafe.SliceData(list), C.uint64_t(len(list))))
}

// MemGetAccess calls aclrtMemGetAccess.
func (l *Library) MemGetAccess(ac driver.Context, a driver.Addr, location driver.MemLocation) (driver.MemAccessFlags, driver.Status) {
	return value[driver.MemAccessFlags](C.aclpool_get_access(C.uintptr_t(ac), C.uint64_t(a), C.int32_t(location.ID), C.int32_t(location.Type)))
}

// MemRetainAllocationHandle calls aclrtMemRetainAllocationHandle.
func (l *Library) MemRetainAllocationHandle(ac driver.Context, a driver.Addr) (driver.PhysicalMem, driver.Status) {
	return value[driver.PhysicalMem](C.aclpool_retain_allocation(C.uintptr_t(ac), C.uint64_t(a)))
}

// MemGetAllocationPropertiesFromHandle calls aclrtMemGetAllocationPropertiesFromHandle.
func (l *Library) MemGetAllocationPropertiesFromHandle(ac driver.Context, h driver.PhysicalMem) (driver.PhysicalMemProp, driver.Status) {
	r := C.aclpool_allocation_properties(C.uintptr_t(ac), C.uintptr_t(h))
	if st := status(r.result); !st.OK() {
		return driver.PhysicalMemProp{}, st
	}
	return driver.PhysicalMemProp{
		HandleType: int32(r.prop.handle_type),
		AllocType:  int32(r.prop.allocation_type),
		Attr:       driver.MemAttr(r.prop.attr),
		Location:   driver.MemLocation{ID: int32(r.prop.location_id), Type: int32(r.prop.location_type)},
	}, driver.Status{}
}

// MemExportToShareableHandle calls aclrtMemExportToShareableHandle.
func (l *Library) MemExportToShareableHandle(ac driver.Context, h driver.PhysicalMem, handleType int32, flags uint64) (uint64, driver.Status) {
	return value[uint64](C.aclpool_export(C.uintptr_t(ac), C.uintptr_t(h), C.int32_t(handleType), C.uint64_t(flags)))
}

// MemImportFromShareableHandle calls aclrtMemImportFromShareableHandle.
func (l *Library) MemImportFromShareableHandle(ac driver.Context, shareable uint64, device int32) (driver.PhysicalMem, driver.Status) {
	return value[driver.PhysicalMem](C.aclpool_import(C.uintptr_t(ac), C.uint64_t(shareable), C.int32_t(device)))
}

func physical(p driver.PhysicalMemProp) C.aclpool_physical {
	return C.aclpool_physical{C.int32_t(p.HandleType), C.int32_t(p.AllocType), C.int32_t(p.Attr), C.int32_t(p.Location.ID), C.int32_t(p.Location.Type)}
}
