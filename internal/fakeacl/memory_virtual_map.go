// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

// MapMem calls aclrtMapMem. The device of the handle may read and write the memory, and so
// may those that have access to their peer.
func (m *Machine) MapMem(ac driver.Context, a driver.Addr, size, offset uint64, h driver.PhysicalMem, flags uint64) driver.Status {
	return m.mapMem("aclrtMapMem", ac, a, size, offset, h, flags, true)
}

// MemMapNoAccess calls aclrtMemMapNoAccess. Nobody may access the memory until
// aclrtMemSetAccess allows it.
func (m *Machine) MemMapNoAccess(ac driver.Context, a driver.Addr, size, offset uint64, h driver.PhysicalMem, flags uint64) driver.Status {
	return m.mapMem("aclrtMemMapNoAccess", ac, a, size, offset, h, flags, false)
}

func (m *Machine) mapMem(op string, ac driver.Context, a driver.Addr, size, offset uint64, handle driver.PhysicalMem, flags uint64, open bool) driver.Status {
	if st := m.checkVirtual(op, ac); !st.OK() {
		return st
	}
	switch {
	case a == 0:
		return null(op, "virPtr")
	case size == 0:
		return fail(driver.InvalidParam, badArgument, op, "size is 0: want that of the physical memory")
	case flags != 0:
		return fail(driver.InvalidParam, badArgument, op, "flags are %#x: want 0", flags)
	case offset != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "offset is %d: want 0", offset)
	}
	h, st := m.lockPhysical(op, ac, handle)
	if !st.OK() {
		return st
	}
	v := &m.virtual
	defer v.mu.Unlock()
	r := v.at(a)
	if r == nil {
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is in no reserved range", uint64(a))
	}
	if st := r.checkMap(op, h, a, size); !st.OK() {
		return st
	}
	x := &mapping{extent: extent{off: r.offset(a), size: size}, handle: h, open: open}
	if err := r.memory.(*hostmem.Window).Map(x.off, h.memory.piece); err != nil {
		return fail(driver.RTMemoryAllocation, noResource, op, "%v", err)
	}
	h.memory.users++
	r.maps.add(x)
	return driver.Status{}
}

// checkMap checks whether a handle can be mapped at an address of the range.
func (r *reservation) checkMap(op string, h *physicalHandle, a driver.Addr, size uint64) driver.Status {
	here := extent{off: r.offset(a), size: size}
	other := r.maps.any()
	switch {
	case size != h.memory.size:
		return fail(driver.RTParamInvalid, badArgument, op, "size is %d: want all of the physical memory, %d bytes", size, h.memory.size)
	case uint64(a)%driver.Granule != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is no multiple of the granularity, %d", uint64(a), driver.Granule)
	case here.off > r.size || size > r.size-here.off:
		return fail(driver.RTParamInvalid, badArgument, op, "%d bytes at %#x exceed the reserved range, %d bytes at %#x", size, uint64(a), r.size, uint64(r.base))
	case r.maps.overlap(here):
		return fail(driver.RTParamInvalid, badOrder, op, "memory is mapped in the %d bytes at %#x already", size, uint64(a))
	case slices.ContainsFunc(r.deferred, here.overlaps):
		return fail(driver.RTParamInvalid, badOrder, op, "work that is executing uses the memory that was mapped at %#x before: synchronize before unmapping", uint64(a))
	case other != nil && other.handle.user != h.user:
		return fail(driver.RTParamInvalid, badArgument, op, "memory of device %d is mapped in the range at %#x: it takes none of device %d", other.handle.user.id, uint64(r.base), h.user.id)
	case other != nil && (other.handle.imported == 0) != (h.imported == 0):
		return fail(driver.RTParamInvalid, badArgument, op, "the range at %#x takes either imported memory or allocated memory", uint64(r.base))
	}
	return driver.Status{}
}

// UnmapMem calls aclrtUnmapMem.
func (m *Machine) UnmapMem(ac driver.Context, a driver.Addr) driver.Status {
	r, x, st := m.lockMapping("aclrtUnmapMem", ac, a)
	if !st.OK() {
		return st
	}
	defer m.virtual.mu.Unlock()
	m.virtual.unmap(r, x)
	return driver.Status{}
}

// unmap ends a mapping. Work that is executing keeps what it has.
func (v *virtualMemory) unmap(r *reservation, x *mapping) {
	r.maps.delete(x)
	r.release(x.off, x.size)
	v.leave(x.handle.memory, 1)
}

// lockMapping returns the mapping that starts at an address, with virtual memory locked. It
// fails, and locks nothing, when there is none.
func (m *Machine) lockMapping(op string, ac driver.Context, a driver.Addr) (*reservation, *mapping, driver.Status) {
	if st := m.checkVirtual(op, ac); !st.OK() {
		return nil, nil, st
	}
	if a == 0 {
		return nil, nil, null(op, "virPtr")
	}
	v := &m.virtual
	v.mu.Lock()
	if r := v.at(a); r != nil {
		if x := r.maps.startingAt(r.offset(a)); x != nil {
			return r, x, driver.Status{}
		}
	}
	v.mu.Unlock()
	return nil, nil, fail(driver.RTParamInvalid, badArgument, op, "no mapping starts at %#x", uint64(a))
}

// MemRetainAllocationHandle calls aclrtMemRetainAllocationHandle. Each call needs an
// aclrtFreePhysical of its own.
func (m *Machine) MemRetainAllocationHandle(ac driver.Context, a driver.Addr) (driver.PhysicalMem, driver.Status) {
	_, x, st := m.lockMapping("aclrtMemRetainAllocationHandle", ac, a)
	if !st.OK() {
		return 0, st
	}
	defer m.virtual.mu.Unlock()
	m.virtual.add(x.handle)
	return x.handle.handle, driver.Status{}
}
