//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "types.h"
import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simReserveMemAddress
func simReserveMemAddress(size, alignment, start, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.ReserveMemAddress(0, size, alignment, driver.Addr(start), flags)
	})
}

//export simReserveMemAddressNoUC
func simReserveMemAddressNoUC(size, alignment, start, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.ReserveMemAddressNoUC(0, size, alignment, driver.Addr(start), flags)
	})
}

//export simReleaseMemAddress
func simReleaseMemAddress(a uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ReleaseMemAddress(0, driver.Addr(a)) })
}

//export simMallocPhysical
func simMallocPhysical(size uint64, prop *C.aclrtPhysicalMemProp, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.PhysicalMem, driver.Status) {
		return m.MallocPhysical(0, size, physical(prop), flags)
	})
}

//export simFreePhysical
func simFreePhysical(h uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.FreePhysical(0, driver.PhysicalMem(h)) })
}

//export simMapMem
func simMapMem(a, size, offset uint64, h uintptr, flags uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MapMem(0, driver.Addr(a), size, offset, driver.PhysicalMem(h), flags)
	})
}

//export simMemMapNoAccess
func simMemMapNoAccess(a, size, offset uint64, h uintptr, flags uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemMapNoAccess(0, driver.Addr(a), size, offset, driver.PhysicalMem(h), flags)
	})
}

//export simUnmapMem
func simUnmapMem(a uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.UnmapMem(0, driver.Addr(a)) })
}

//export simMemGetAllocationGranularity
func simMemGetAllocationGranularity(prop *C.aclrtPhysicalMemProp, option int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) {
		return m.MemGetAllocationGranularity(0, physical(prop), driver.MemGranularity(option))
	})
}

//export simMemSetAccess
func simMemSetAccess(a, size uint64, desc *byte, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		var access []driver.MemAccess
		for _, d := range arrayAt[C.aclrtMemAccessDesc](desc, count) {
			access = append(access, driver.MemAccess{Flags: driver.MemAccessFlags(d.flags), Location: location(d.location)})
		}
		return m.MemSetAccess(0, driver.Addr(a), size, access)
	})
}

//export simMemGetAccess
func simMemGetAccess(a uint64, l C.aclrtMemLocation) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.MemAccessFlags, driver.Status) {
		return m.MemGetAccess(0, driver.Addr(a), location(l))
	})
}

//export simMemRetainAllocationHandle
func simMemRetainAllocationHandle(a uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.PhysicalMem, driver.Status) {
		return m.MemRetainAllocationHandle(0, driver.Addr(a))
	})
}

//export simMemGetAllocationProperties
func simMemGetAllocationProperties(h uintptr, prop *C.aclrtPhysicalMemProp) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		p, st := m.MemGetAllocationPropertiesFromHandle(0, driver.PhysicalMem(h))
		if st.OK() {
			*prop = C.aclrtPhysicalMemProp{
				handleType:     C.aclrtMemHandleType(p.HandleType),
				allocationType: C.aclrtMemAllocationType(p.AllocType),
				memAttr:        C.aclrtMemAttr(p.Attr),
				location:       C.aclrtMemLocation{id: C.uint32_t(p.Location.ID), _type: C.aclrtMemLocationType(p.Location.Type)},
			}
		}
		return st
	})
}

//export simMemExport
func simMemExport(h uintptr, handleType int32, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) {
		return m.MemExportToShareableHandle(0, driver.PhysicalMem(h), handleType, flags)
	})
}

//export simMemSetPid
func simMemSetPid(shareable, pids uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.MemSetPidToShareableHandle(0, shareable, pids) })
}

//export simMemImport
func simMemImport(shareable uint64, device int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.PhysicalMem, driver.Status) {
		return m.MemImportFromShareableHandle(0, shareable, device)
	})
}

func physical(p *C.aclrtPhysicalMemProp) driver.PhysicalMemProp {
	return driver.PhysicalMemProp{
		HandleType: int32(p.handleType),
		AllocType:  int32(p.allocationType),
		Attr:       driver.MemAttr(p.memAttr),
		Location:   location(p.location),
	}
}

func location(l C.aclrtMemLocation) driver.MemLocation {
	return driver.MemLocation{ID: int32(l.id), Type: int32(l._type)}
}
