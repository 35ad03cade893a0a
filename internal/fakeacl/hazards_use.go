// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	checker "github.com/ascend-go/aclpool/internal/hazard"
)

// mostRows is how many rows of a copy are checked.
const mostRows = 1024

// uses returns what a copy reads and writes of the memory that this device checks. Host memory
// that is not pinned is the caller's.
func (h *hazards) uses(t transfer, dst, src operand) (all []checker.Access) {
	all = h.rows(all, t.dst, dst, hazard.Write, t.size, t.grid.rows, t.grid.dstPitch)
	return h.rows(all, t.src, src, hazard.Read, t.size, t.grid.rows, t.grid.srcPitch)
}

// filled returns what a fill writes.
func (h *hazards) filled(m driver.Mem, o operand, n uint64) []checker.Access {
	return h.rows(nil, m, o, hazard.Write, n, 0, 0)
}

func (h *hazards) rows(all []checker.Access, m driver.Mem, o operand, mode hazard.Access, width, rows, pitch uint64) []checker.Access {
	if o.ordinary() {
		return all
	}
	at, ok := hostRange(m, width), true
	if m.Host == nil {
		at, ok = h.owns(m.Addr, width)
	}
	if !ok {
		return all
	}
	if rows > mostRows {
		h.checker.Exposed(at)
		return all
	}
	for range max(rows, 1) {
		all = append(all, checker.Access{Range: at, Mode: mode})
		at.Addr += pitch
	}
	return all
}

// used checks and notes what a call does to memory at once.
func (h *hazards) used(op string, all []checker.Access) driver.Status {
	st, _ := h.usedBy(h.call(op), all)
	return st
}

// usedOn is used for the next operation of a stream. It comes before the operation is enqueued,
// which it may refuse. If it returns that reads are undecided, see [lateReads].
func (h *hazards) usedOn(op string, s *stream, all []checker.Access) (st driver.Status, undecided bool) {
	if s.unchecked() {
		h.written(all)
		return driver.Status{}, false
	}
	return h.usedBy(h.work(op, s), all)
}

func (h *hazards) usedBy(by checker.Operation, all []checker.Access) (st driver.Status, undecided bool) {
	defer by.Stamp.Release()
	if h.Fail {
		found, _ := h.decided(h.checker.Check(by, all))
		if st := h.found(by.Name, found); !st.OK() {
			return st, false
		}
	}
	found, undecided := h.decided(h.checker.Access(by, all))
	return h.found(by.Name, found), undecided
}

// decided drops what a kernel may still change that has not ended: it may write what was not.
func (h *hazards) decided(found []checker.Finding) (left []checker.Finding, undecided bool) {
	if h.running.Load() == 0 {
		return found, false
	}
	left = slices.DeleteFunc(found, func(f checker.Finding) bool { return f.Kind == hazard.Unwritten })
	return left, len(left) < len(found)
}

// written notes that memory may have been written, by an operation that is not checked.
func (h *hazards) written(all []checker.Access) {
	for _, a := range all {
		h.checker.Exposed(a.Range)
	}
}

// signalled notes that a stream writes a word that others wait for, which needs no order.
func (h *hazards) signalled(a driver.Addr) {
	if h == nil {
		return
	}
	if at, ok := h.owns(a, valueSize); ok {
		h.checker.Exposed(at)
	}
}

// copies checks a copy that works at once.
func (h *hazards) copies(t transfer, dst, src operand) driver.Status {
	return h.used(t.op, h.uses(t, dst, src))
}

// copiesOn checks a copy in the order of a stream.
func (h *hazards) copiesOn(t transfer, s *stream, dst, src operand) (*lateReads, driver.Status) {
	all := h.uses(t, dst, src)
	st, undecided := h.usedOn(t.op, s, all)
	if !undecided || !st.OK() {
		return nil, st
	}
	return &lateReads{h, h.work(t.op, s), all}, st
}

// waitsForNothing reports a wait for an event that was never recorded.
func (h *hazards) waitsForNothing(op string, s *stream) driver.Status {
	if h == nil || s.label.internal {
		return driver.Status{}
	}
	by := h.work(op, s)
	defer by.Stamp.Release()
	return h.found(op, []checker.Finding{{Kind: hazard.UnrecordedWait, Second: checker.PastOf(by)}})
}
