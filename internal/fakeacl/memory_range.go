// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// AddressRange calls aclrtMemGetAddressRange. It returns the start and the size of the memory that
// an address is in: an allocation of a device, a mapping, or memory of the host that is pinned,
// registered or managed. It needs no context.
func (m *Machine) AddressRange(a driver.Addr) (driver.Addr, uint64, driver.Status) {
	const op = "aclrtMemGetAddressRange"
	start, size, ok := m.rangeOf(a)
	if !ok {
		return 0, 0, fail(driver.RTParamInvalid, badArgument, op, "%#x is in no memory that devices reach", uint64(a))
	}
	return start, size, driver.Status{}
}

func (m *Machine) rangeOf(a driver.Addr) (start driver.Addr, size uint64, ok bool) {
	if isVirtualAddress(a) {
		return m.virtual.rangeOf(a)
	}
	if o, pinned := m.pinned.pinReachable(a, 1); pinned {
		defer m.pinned.unpin(o)
		return a - driver.Addr(o.off), uint64(len(o.host.bytes)), true
	}
	if !IsDeviceAddress(a) {
		if o, pinned := m.pinned.pinAt(uintptr(a), 1); pinned {
			defer m.pinned.unpin(o)
			return driver.Addr(o.host.start), uint64(len(o.host.bytes)), true
		}
		return 0, 0, false
	}
	d := m.deviceOf(a)
	if d == nil {
		return 0, 0, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.region(a)
	if r == nil {
		return 0, 0, false
	}
	e, ok := r.allocations.containing(r.offset(a))
	return r.base + driver.Addr(e.off), e.size, ok
}

// rangeOf returns the mapping that an address is in.
func (v *virtualMemory) rangeOf(a driver.Addr) (start driver.Addr, size uint64, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	r := v.at(a)
	if r == nil {
		return 0, 0, false
	}
	e, ok := r.maps.live.containing(r.offset(a))
	return r.base + driver.Addr(e.off), e.size, ok
}

// MemType is a set of kinds of device memory, as aclrtCheckMemType has them.
type MemType uint32

const (
	MemAllocated MemType = 0x2  // ACL_RT_MEM_TYPE_DEV
	MemImages    MemType = 0x8  // ACL_RT_MEM_TYPE_DVPP, of which the simulated device has none
	MemReserved  MemType = 0x10 // ACL_RT_MEM_TYPE_RSVD
)

// CheckMemType calls aclrtCheckMemType. It reports whether all addresses are in memory of the
// kinds.
func (m *Machine) CheckMemType(ac driver.Context, addrs []driver.Addr, kinds MemType) (bool, driver.Status) {
	const op = "aclrtCheckMemType"
	switch {
	case len(addrs) == 0:
		return false, fail(driver.RTParamInvalid, badArgument, op, "size is 0: want at least 1")
	case kinds == 0 || kinds&^(MemAllocated|MemImages|MemReserved) != 0:
		return false, fail(driver.RTParamInvalid, badArgument, op, "memType is %#x", uint32(kinds))
	}
	if st := m.CheckContext(op, ac); !st.OK() {
		return false, st
	}
	for _, a := range addrs {
		if m.memType(a)&kinds == 0 {
			return false, driver.Status{}
		}
	}
	return true, driver.Status{}
}

// memType returns the kind of memory at an address, 0 for memory of the host and for none.
func (m *Machine) memType(a driver.Addr) MemType {
	if isVirtualAddress(a) {
		v := &m.virtual
		v.mu.Lock()
		defer v.mu.Unlock()
		if v.at(a) == nil {
			return 0
		}
		return MemReserved
	}
	if m.AttributesOf(a).Type == LocationDevice {
		return MemAllocated
	}
	return 0
}
