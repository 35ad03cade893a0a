// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/hostmem"
)

// physical is physical memory of a device, which lasts as long as a handle or a mapping.
type physical struct {
	device *device
	piece  *hostmem.Piece
	size   uint64 // bytes
	prop   driver.PhysicalMemProp
	users  int // references of handles, and mappings
}

// physicalHandle is a handle of physical memory: the one that allocated it, or an imported
// one.
type physicalHandle struct {
	handle   driver.PhysicalMem
	memory   *physical
	user     *device // whose addresses it is mapped at
	refs     int     // how often it must be freed; at 0 it is none
	export   uint64  // what it is exported as, 0 if it is not
	imported uint64  // what it was imported from, 0 if it was allocated
}

// needs reports whether the handle is of no use without a device.
func (h *physicalHandle) needs(d *device) bool { return h.user == d || h.memory.device == d }

const gib = 1 << 30

// granularity returns the unit of physical memory of a kind in bytes, 0 for a kind that
// devices have no physical memory of. Normal pages are taken from huge ones.
func granularity(attr driver.MemAttr) uint64 {
	switch attr {
	case driver.MemHBMHuge, driver.MemHBMNormal, driver.MemHBMP2PHuge, driver.MemHBMP2PNormal,
		driver.MemNormal, driver.MemHuge, driver.MemP2PNormal, driver.MemP2PHuge:
		return driver.Granule
	case driver.MemHBMHuge1G, driver.MemHBMP2PHuge1G, driver.MemHuge1G, driver.MemP2PHuge1G:
		return gib
	}
	return 0
}

// checkPhysical checks the properties of physical memory and returns the device it is on and
// the unit of its size.
func (m *Machine) checkPhysical(op string, p driver.PhysicalMemProp) (*device, uint64, driver.Status) {
	unit := granularity(p.Attr)
	switch {
	case p.HandleType != driver.HandleNone:
		return nil, 0, fail(driver.InvalidParam, badArgument, op, "handleType is %d: want %d", p.HandleType, driver.HandleNone)
	case p.AllocType != driver.AllocationPinned:
		return nil, 0, fail(driver.InvalidParam, badArgument, op, "allocationType is %d: want %d", p.AllocType, driver.AllocationPinned)
	case p.Location.Type == driver.LocationTypeHost || p.Location.Type == driver.LocationTypeHostNUMA:
		return nil, 0, fail(driver.RTFeatureNotSupport, unsupported, op, "physical memory of the host is not simulated")
	case p.Location.Type != driver.LocationTypeDevice:
		return nil, 0, fail(driver.InvalidParam, badArgument, op, "location.type is %d: want %d", p.Location.Type, driver.LocationTypeDevice)
	case unit == 0:
		return nil, 0, fail(driver.InvalidParam, badArgument, op, "memAttr is %d, which devices have no physical memory of", p.Attr)
	}
	d, st := m.numbered(op, p.Location.ID)
	return d, unit, st
}

// MemGetAllocationGranularity calls aclrtMemGetAllocationGranularity. The minimum is also
// what is recommended.
func (m *Machine) MemGetAllocationGranularity(ac driver.Context, prop driver.PhysicalMemProp, option driver.MemGranularity) (uint64, driver.Status) {
	const op = "aclrtMemGetAllocationGranularity"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	if option != driver.GranularityMinimum && option != driver.GranularityRecommended {
		return 0, fail(driver.InvalidParam, badArgument, op, "option is %d: want %d or %d", option, driver.GranularityMinimum, driver.GranularityRecommended)
	}
	_, unit, st := m.checkPhysical(op, prop)
	if !st.OK() {
		return 0, st
	}
	return unit, driver.Status{}
}

// MallocPhysical calls aclrtMallocPhysical.
func (m *Machine) MallocPhysical(ac driver.Context, size uint64, prop driver.PhysicalMemProp, flags uint64) (driver.PhysicalMem, driver.Status) {
	const op = "aclrtMallocPhysical"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	switch {
	case size == 0:
		return 0, fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	case flags != 0:
		return 0, fail(driver.InvalidParam, badArgument, op, "flags are %#x: want 0", flags)
	}
	d, unit, st := m.checkPhysical(op, prop)
	if !st.OK() {
		return 0, st
	}
	if size%unit != 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "size is %d: want a multiple of the granularity, %d", size, unit)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if size > d.memory.left() && (!d.trimOnExhaustion() || size > d.memory.left()) {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes do not fit: device %d has %d of %d bytes left", size, d.id, d.memory.left(), d.memory.total)
	}
	h := driver.PhysicalMem(d.newHandle(kindPhysical))
	if err := m.virtual.allocate(h, d, size, prop); err != nil {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes on device %d: %v", size, d.id, err)
	}
	d.memory.physical.Add(size)
	return h, driver.Status{}
}

// allocate makes a handle of new physical memory.
func (v *virtualMemory) allocate(h driver.PhysicalMem, d *device, size uint64, prop driver.PhysicalMemProp) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	piece, err := v.store.Allocate(size)
	if err != nil {
		return err
	}
	v.add(&physicalHandle{handle: h, memory: &physical{device: d, piece: piece, size: size, prop: prop}, user: d})
	return nil
}

// add makes a handle known, with a reference.
func (v *virtualMemory) add(h *physicalHandle) {
	if v.handles == nil {
		v.handles, v.shared = make(map[driver.PhysicalMem]*physicalHandle), make(map[uint64]*physicalHandle)
	}
	v.handles[h.handle] = h
	h.refs++
	h.memory.users++
}

// FreePhysical calls aclrtFreePhysical. Memory that is mapped stays until it is unmapped.
func (m *Machine) FreePhysical(ac driver.Context, h driver.PhysicalMem) driver.Status {
	const op = "aclrtFreePhysical"
	p, st := m.lockPhysical(op, ac, h)
	if !st.OK() {
		return st
	}
	defer m.virtual.mu.Unlock()
	m.virtual.free(p, 1)
	return driver.Status{}
}

// free ends references of a handle.
func (v *virtualMemory) free(h *physicalHandle, refs int) {
	if h.refs -= refs; h.refs == 0 {
		delete(v.handles, h.handle)
		delete(v.shared, h.export)
		h.export = 0
	}
	v.leave(h.memory, refs)
}

// leave ends uses of physical memory, and the memory with the last.
func (v *virtualMemory) leave(p *physical, users int) {
	if p.users -= users; p.users > 0 {
		return
	}
	p.device.memory.physical.Add(-p.size)
	if err := p.piece.Free(); err != nil {
		v.log(fmt.Sprintf("%d bytes of physical memory stay with the process: %v", p.size, err))
	}
}

// lockPhysical returns a handle with virtual memory locked. It fails, and locks nothing, when
// there is no such handle.
func (m *Machine) lockPhysical(op string, ac driver.Context, h driver.PhysicalMem) (*physicalHandle, driver.Status) {
	if st := m.checkVirtual(op, ac); !st.OK() {
		return nil, st
	}
	if h == 0 {
		return nil, null(op, "handle")
	}
	m.virtual.mu.Lock()
	if p := m.virtual.handles[h]; p != nil {
		return p, driver.Status{}
	}
	m.virtual.mu.Unlock()
	return nil, fail(driver.RTParamInvalid, badHandle, op, "%#x is no physical memory, or no longer", uint64(h))
}

// MemGetAllocationPropertiesFromHandle calls aclrtMemGetAllocationPropertiesFromHandle.
func (m *Machine) MemGetAllocationPropertiesFromHandle(ac driver.Context, h driver.PhysicalMem) (driver.PhysicalMemProp, driver.Status) {
	p, st := m.lockPhysical("aclrtMemGetAllocationPropertiesFromHandle", ac, h)
	if !st.OK() {
		return driver.PhysicalMemProp{}, st
	}
	defer m.virtual.mu.Unlock()
	return p.memory.prop, driver.Status{}
}
