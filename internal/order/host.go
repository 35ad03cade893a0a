// SPDX-License-Identifier: Apache-2.0

package order

// Host is what the host knows of one device: the work whose completion it has waited
// for, and which lines there are.
type Host struct {
	known *snapshot
	lines map[uint64]*Line // those not retired
	free  []*snapshot      // to be used again
	age   uint64
}

// NewHost makes the clock of a device without streams.
func NewHost() *Host {
	h := &Host{lines: make(map[uint64]*Line)}
	h.known = h.snapshot()
	return h
}

// After notes a completed wait: everything enqueued afterwards, on any line, happens
// after s and all that s implies. A synchronize proves only what it awaited, so s is the
// stamp taken when that work was enqueued, not the end of the line when the wait returns.
func (h *Host) After(s Stamp) {
	for p := range s.places {
		if !h.Knows(p) {
			h.known = h.known.with(p)
			h.age++
		}
	}
}

// Age grows whenever the host comes to know more. Whoever keeps what it concluded from
// [Host.Knows] looks again when the age has changed.
func (h *Host) Age() uint64 { return h.age }

// Knows reports whether p happens before everything enqueued from now on, whatever the
// line: the host waited for it, or its line is retired.
func (h *Host) Knows(p Place) bool {
	if p.Pos <= h.known.last(p.Line) {
		return true
	}
	_, live := h.lines[p.Line]
	return !live
}
