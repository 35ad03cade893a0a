// SPDX-License-Identifier: Apache-2.0

package order

// Host is what the host knows of one device: the work whose completion it has waited
// for, and the lines that have been retired.
type Host struct {
	nodes
	known   *node
	version uint64

	lines Line // head of the ring of lines that have not been retired
	count int

	// Lines forget what the host knows when so many nodes are used and so many have been
	// made.
	sweepAt   int
	sweepNext uint64
}

// NewHost makes the clock of a device without streams.
func NewHost() *Host {
	h := &Host{sweepAt: fewNodes}
	h.lines.before, h.lines.after = &h.lines, &h.lines
	return h
}

// After notes a completed wait: everything enqueued afterwards, on any line, happens
// after s and all that s implies. A synchronize proves only what it awaited, so s is the
// stamp taken when that work was enqueued, not the end of the line when the wait returns.
func (h *Host) After(s Stamp) {
	if !h.Knows(s.Place) {
		h.learn(h.with(h.known, s.Line, s.Pos))
	}
	h.learn(h.merged(h.known, s.known))
}

// learn replaces what the host knows.
func (h *Host) learn(known *node) {
	changed := known != h.known
	h.release(h.known)
	h.known = known
	if changed {
		h.version++
		h.sweep()
	}
}

// Version returns a number that grows whenever the host learns something. Whoever keeps
// what it concluded from [Host.Knows] looks again when the version has changed.
func (h *Host) Version() uint64 { return h.version }

// Knows reports whether p happens before everything enqueued from now on, whatever the
// line: the host has waited for it, or its line is retired.
func (h *Host) Knows(p Place) bool { return p.Pos <= h.known.last(p.Line) }

// Here returns the stamp of a call that works at once: all that the host knows to have
// completed. The caller owns the reference.
func (h *Host) Here() Stamp { return Stamp{hosts: h.known, host: h}.Retain() }

// Last returns the last position of a line that the host knows, 0 for none. Of a line that is
// retired it is no less than any.
func (h *Host) Last(line uint64) uint64 { return h.known.last(line) }

// fewNodes are not worth a sweep.
const fewNodes = 64

// sweepShare is how many nodes are made for each that a sweep visits.
const sweepShare = 4

// sweep has all lines forget what the host knows, whenever the clocks have doubled since
// the last time, and as many nodes have been made as the last time took visits: its cost
// is a share of the cost of making them, also where many lines share their nodes.
func (h *Host) sweep() {
	if h.used < h.sweepAt || h.taken < h.sweepNext {
		return
	}
	before := h.visited
	h.beginSweep()
	for l := h.lines.after; l != &h.lines; l = l.after {
		if l.known != nil {
			l.learn(h.without(l.known, h.known))
		}
	}
	h.endSweep()
	h.sweepAt = max(fewNodes, 2*h.used, h.count)
	h.sweepNext = h.taken + sweepShare*(h.visited-before) + uint64(h.count)
}

func (h *Host) add(l *Line) {
	l.before, l.after = h.lines.before, &h.lines
	l.before.after, l.after.before = l, l
	h.count++
}

// remove reports whether the line was in the ring.
func (h *Host) remove(l *Line) bool {
	if l.after == nil {
		return false
	}
	l.before.after, l.after.before = l.after, l.before
	l.before, l.after = nil, nil
	h.count--
	return true
}
