// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// exportMark is in the upper half of what a handle is exported as.
const exportMark = 0x5ea1 << 48

// MemExportToShareableHandle calls aclrtMemExportToShareableHandle. A handle is exported once:
// a second call returns the same number. The flag 1 switches the list of processes off, which
// does not matter within one.
func (m *Machine) MemExportToShareableHandle(ac driver.Context, h driver.PhysicalMem, handleType int32, flags uint64) (uint64, driver.Status) {
	const op = "aclrtMemExportToShareableHandle"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	switch {
	case h == 0:
		return 0, null(op, "handle")
	case handleType != driver.HandleNone:
		return 0, fail(driver.InvalidParam, badArgument, op, "handleType is %d: want %d", handleType, driver.HandleNone)
	case flags > 1:
		return 0, fail(driver.InvalidParam, badArgument, op, "flags are %#x: want 0 or 1", flags)
	}
	p, st := m.lockPhysical(op, ac, h)
	if !st.OK() {
		return 0, st
	}
	defer m.virtual.mu.Unlock()
	if p.imported != 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "%#x was imported: export the handle that allocated the memory", uint64(h))
	}
	p.export = exportMark | uint64(h)
	m.virtual.shared[p.export] = p
	return p.export, driver.Status{}
}

// MemSetPidToShareableHandle calls aclrtMemSetPidToShareableHandle, for pids processes. They
// do not matter: only this one can import.
func (m *Machine) MemSetPidToShareableHandle(ac driver.Context, shareable, pids uint64) driver.Status {
	const op = "aclrtMemSetPidToShareableHandle"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return st
	}
	if pids == 0 {
		return fail(driver.InvalidParam, badArgument, op, "pidNum is 0: want at least 1")
	}
	m.virtual.mu.Lock()
	defer m.virtual.mu.Unlock()
	if m.virtual.shared[shareable] == nil {
		return notShared(op, shareable)
	}
	return driver.Status{}
}

// MemImportFromShareableHandle calls aclrtMemImportFromShareableHandle for what this machine
// has exported. A handle is imported once at a time.
func (m *Machine) MemImportFromShareableHandle(ac driver.Context, shareable uint64, device int32) (driver.PhysicalMem, driver.Status) {
	const op = "aclrtMemImportFromShareableHandle"
	if st := m.checkVirtual(op, ac); !st.OK() {
		return 0, st
	}
	d, st := m.numbered(op, device)
	if !st.OK() {
		return 0, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	v := &m.virtual
	v.mu.Lock()
	defer v.mu.Unlock()
	from := v.shared[shareable]
	if from == nil {
		return 0, notShared(op, shareable)
	}
	if v.imported(shareable) {
		return 0, fail(driver.RTParamInvalid, badOrder, op, "%#x is imported already", shareable)
	}
	h := &physicalHandle{handle: driver.PhysicalMem(d.newHandle(kindPhysical)), memory: from.memory, user: d, imported: shareable}
	v.add(h)
	return h.handle, driver.Status{}
}

// imported reports whether there is a handle that was imported from a number.
func (v *virtualMemory) imported(shareable uint64) bool {
	for _, h := range v.handles {
		if h.imported == shareable {
			return true
		}
	}
	return false
}

func notShared(op string, shareable uint64) driver.Status {
	return fail(driver.RTParamInvalid, badHandle, op, "this process has exported no physical memory as %#x, or it is freed: memory of other processes is not simulated", shareable)
}
