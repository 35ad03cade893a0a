// SPDX-License-Identifier: Apache-2.0

package order

// Host is what the host knows of one device: the work whose completion it has waited
// for.
type Host struct {
	known *snapshot
	lines map[uint64]*Line // those not retired
	free  []*snapshot
}

// NewHost makes the clock of a device without streams.
func NewHost() *Host {
	h := &Host{lines: make(map[uint64]*Line)}
	h.known = h.snapshot()
	return h
}

// After notes a completed wait: everything enqueued afterwards, on any line, happens
// after s. A synchronize proves only what it awaited, so s is the stamp taken when that
// work was enqueued, not the end of the line when the wait returns.
func (h *Host) After(s Stamp) { h.known = h.merge(h.known, s, nil) }

// has reports whether the host waited for p, or p lies on a retired line.
func (h *Host) has(p Place) bool {
	if p.Pos <= h.known.lookup(p.Line) {
		return true
	}
	_, live := h.lines[p.Line]
	return !live
}
