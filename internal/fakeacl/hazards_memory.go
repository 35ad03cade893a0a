// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// deviceRange returns n bytes of device memory.
func deviceRange(a driver.Addr, n uint64) checker.Range {
	return checker.Range{Space: checker.Device, Addr: uint64(a), Size: n}
}

// hostRange returns n bytes of pinned memory.
func hostRange(m driver.Mem, n uint64) checker.Range {
	return checker.Range{Space: checker.Host, Addr: uint64(uintptr(m.Host)), Size: n}
}

// owns returns the range of an address whose uses this device checks: its own memory, virtual
// memory, and memory of the host that has one address for both. That of other devices has their
// order, and the arguments of kernels, which all have the same addresses, are of one launch.
func (h *hazards) owns(a driver.Addr, n uint64) (checker.Range, bool) {
	switch {
	case !IsDeviceAddress(a):
		return checker.Range{Space: checker.Host, Addr: uint64(a), Size: n}, true
	case isVirtualAddress(a) || a%deviceSpan >= heapStart && h.device.machine.deviceOf(a) == h.device:
		return deviceRange(a, n), true
	}
	return checker.Range{}, false
}

// allocated notes a block that a call has allocated.
func (h *hazards) allocated(op string, at checker.Range, rounded uint64) {
	if h == nil {
		return
	}
	by := h.call(op)
	defer by.Stamp.Release()
	h.checker.Allocated(checker.Block{Range: at, Rounded: rounded}, by)
}

// allocatedOn notes a block that the last operation of the stream has allocated.
func (h *hazards) allocatedOn(op string, s *stream, at checker.Range, rounded uint64) {
	if s.unchecked() {
		h.allocated(op, at, rounded)
		return
	}
	by := h.work(op, s)
	by.Stamp.Release()
	by.Stamp = s.line.Here()
	defer by.Stamp.Release()
	h.checker.Allocated(checker.Block{Range: at, Rounded: rounded}, by)
}

// freeing notes that a call frees the block at an address. It comes before the free, which it may
// refuse.
func (h *hazards) freeing(op string, at checker.Range) driver.Status {
	if h == nil {
		return driver.Status{}
	}
	if at.Space == checker.Device && h.wasCarved(at) {
		return driver.Status{}
	}
	return h.freeingBy(h.call(op), at)
}

// wasCarved reports whether the allocation at an address has been carved into blocks. It goes with
// all of them.
func (h *hazards) wasCarved(at checker.Range) bool {
	size, carved := h.carved[driver.Addr(at.Addr)]
	if carved {
		delete(h.carved, driver.Addr(at.Addr))
		at.Size = size
		h.checker.Gone(at)
	}
	return carved
}

// freeingOn is freeing for the next operation of a stream.
func (h *hazards) freeingOn(op string, s *stream, at checker.Range) driver.Status {
	by := h.work(op, s)
	if s.unchecked() {
		defer by.Stamp.Release()
		h.checker.Freed(at, by, nil)
		return driver.Status{}
	}
	return h.freeingBy(by, at)
}

func (h *hazards) freeingBy(by checker.Operation, at checker.Range) driver.Status {
	defer by.Stamp.Release()
	st := h.found(by.Name, h.checker.Freed(at, by, nil))
	if !st.OK() {
		h.checker.Restored(at)
	}
	return st
}

// notFreed takes freeing back: the call has failed.
func (h *hazards) notFreed(at checker.Range) {
	if h != nil {
		h.checker.Restored(at)
	}
}

// forget forgets memory that is gone as a whole, such as that of a pool.
func (h *hazards) forget(r *region) {
	if h != nil {
		h.checker.Gone(deviceRange(r.base, r.size))
	}
}

// hostAllocated notes pinned memory, which all devices reach.
func (m *Machine) hostAllocated(op string, at checker.Range) {
	if m.cfg.Hazards == nil {
		return
	}
	for _, d := range m.devices {
		d.mu.Lock()
		d.hazards.allocated(op, at, at.Size)
		d.mu.Unlock()
	}
}

// hostFreeing is freeing for pinned memory.
func (m *Machine) hostFreeing(op string, at checker.Range) driver.Status {
	if m.cfg.Hazards == nil {
		return driver.Status{}
	}
	for i, d := range m.devices {
		d.mu.Lock()
		st := d.hazards.freeing(op, at)
		d.mu.Unlock()
		if !st.OK() {
			m.hostNotFreed(at, m.devices[:i])
			return st
		}
	}
	return driver.Status{}
}

func (m *Machine) hostNotFreed(at checker.Range, on []*device) {
	if m.cfg.Hazards == nil {
		return
	}
	for _, d := range on {
		d.mu.Lock()
		d.hazards.notFreed(at)
		d.mu.Unlock()
	}
}
