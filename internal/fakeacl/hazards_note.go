// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

var _ driver.Carver = (*Machine)(nil)

// CarveBlock notes that the program has carved a block out of memory that it has, for use from
// the next operation of a stream on. Without checks of stream order it does nothing.
func (m *Machine) CarveBlock(ac driver.Context, a driver.Addr, size uint64, hs driver.Stream) driver.Status {
	const op = "aclpoolSimNoteMalloc"
	if m.cfg.Hazards == nil {
		return driver.Status{}
	}
	s, at, st := m.lockCarved(op, ac, a, size, hs)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	h := s.device.hazards
	if r := s.device.region(a); r != nil {
		if e, ok := r.allocations.containing(r.offset(a)); ok {
			h.carved[r.base+driver.Addr(e.off)] = e.size
		}
	}
	s.noteInOrder(op)
	h.allocatedOn(op, s, at, size)
	return driver.Status{}
}

// ReturnBlock notes that the program has taken back a block that it has carved, after all that the
// stream was told to do.
func (m *Machine) ReturnBlock(ac driver.Context, a driver.Addr, hs driver.Stream) driver.Status {
	const op = "aclpoolSimNoteFree"
	if m.cfg.Hazards == nil {
		return driver.Status{}
	}
	s, at, st := m.lockCarved(op, ac, a, 0, hs)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if st := s.device.hazards.freeingOn(op, s, at); !st.OK() {
		return st
	}
	s.noteInOrder(op)
	return driver.Status{}
}

// lockCarved returns a stream of the context with its device locked, and a range of memory of
// that device.
func (m *Machine) lockCarved(op string, ac driver.Context, a driver.Addr, size uint64, hs driver.Stream) (*stream, checker.Range, driver.Status) {
	s, st := m.lockOwnStream(op, ac, hs)
	if !st.OK() {
		return nil, checker.Range{}, st
	}
	if at, ok := s.device.hazards.owns(a, size); ok && IsDeviceAddress(a) {
		return s, at, driver.Status{}
	}
	s.device.mu.Unlock()
	return nil, checker.Range{}, fail(driver.RTParamInvalid, badArgument, op, "%#x is no memory of device %d", uint64(a), s.device.id)
}

// noteInOrder enqueues an operation that does nothing: what other streams know of the stream up
// to now does not tell them of a block that comes later.
func (s *stream) noteInOrder(op string) {
	s.enqueue(&operation{kind: special, pos: s.line.Next(), special: &specialOperation{
		name: op, execute: func(*stream) *failure { return nil },
	}})
}
