// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// MemSetAccess calls aclrtMemSetAccess, for the whole of one mapping. What the host may do is
// kept, and nothing else: it has no way to these addresses but copies.
func (m *Machine) MemSetAccess(ac driver.Context, a driver.Addr, size uint64, access []driver.MemAccess) driver.Status {
	const op = "aclrtMemSetAccess"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return st
	}
	switch {
	case a == 0:
		return null(op, "virPtr")
	case size == 0:
		return fail(driver.InvalidParam, badArgument, op, "size is 0: want that of the mapping")
	case len(access) == 0:
		return fail(driver.InvalidParam, badArgument, op, "count is 0: want at least 1")
	}
	for _, x := range access {
		if x.Flags != driver.AccessNone && x.Flags != driver.AccessRead && x.Flags != driver.AccessReadWrite {
			return fail(driver.InvalidParam, badArgument, op, "flags are %d: want %d, %d or %d", x.Flags, driver.AccessNone, driver.AccessRead, driver.AccessReadWrite)
		}
		if st := m.checkLocation(op, x.Location); !st.OK() {
			return st
		}
	}
	_, x, st := m.lockMapping(op, ac, a)
	if !st.OK() {
		return st
	}
	defer m.virtual.mu.Unlock()
	if size != x.size {
		return fail(driver.RTParamInvalid, badArgument, op, "size is %d: want that of the mapping, %d", size, x.size)
	}
	if x.access == nil {
		x.access = make(map[driver.MemLocation]driver.MemAccessFlags)
	}
	for _, d := range access {
		x.access[accessor(d.Location)] = d.Flags
	}
	return driver.Status{}
}

// MemGetAccess calls aclrtMemGetAccess.
func (m *Machine) MemGetAccess(ac driver.Context, a driver.Addr, location driver.MemLocation) (driver.MemAccessFlags, driver.Status) {
	const op = "aclrtMemGetAccess"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	if st := m.checkLocation(op, location); !st.OK() {
		return 0, st
	}
	location = accessor(location)
	if location.Type == driver.LocationTypeDevice {
		d := m.devices[location.ID]
		d.mu.Lock()
		defer d.mu.Unlock()
	}
	_, x, st := m.lockMapping(op, 0, a)
	if !st.OK() {
		return 0, st
	}
	defer m.virtual.mu.Unlock()
	if location.Type == driver.LocationTypeDevice {
		return x.allowed(m.devices[location.ID]), driver.Status{}
	}
	return x.access[location], driver.Status{}
}

// accessor returns a location with the id that counts: that of the host does not.
func accessor(l driver.MemLocation) driver.MemLocation {
	if l.Type == driver.LocationTypeHost {
		l.ID = 0
	}
	return l
}

// checkLocation checks who an access is of: the host, or a device that there is.
func (m *Machine) checkLocation(op string, l driver.MemLocation) driver.Status {
	switch l.Type {
	case driver.LocationTypeHost:
		return driver.Status{}
	case driver.LocationTypeDevice:
		_, st := m.numbered(op, l.ID)
		return st
	}
	return fail(driver.InvalidParam, badArgument, op, "location.type is %d: want %d or %d", l.Type, driver.LocationTypeHost, driver.LocationTypeDevice)
}
