// SPDX-License-Identifier: Apache-2.0

package order

import (
	"cmp"
	"slices"
)

// snapshot is a vector clock that does not change while anybody shares it: the last
// known position of each line, ordered by line, without lines of which nothing is known.
// Of retired lines everybody knows everything: their places go out when there are twice
// as many places as the last time, so that ending a line costs the same however many
// lines there are.
type snapshot struct {
	places []Place
	sweep  int // how many places there may be before those of retired lines go out
	refs   int
	host   *Host // owner of the free list that it returns to
}

// few places are not worth a sweep.
const few = 8

// snapshot answers an empty vector with one reference, recycled where possible.
func (h *Host) snapshot() *snapshot {
	if last := len(h.free) - 1; last >= 0 {
		n := h.free[last]
		h.free = h.free[:last]
		n.refs, n.sweep = 1, few
		return n
	}
	return &snapshot{refs: 1, sweep: few, host: h}
}

// release gives one reference up; the last one recycles the vector.
func (n *snapshot) release() {
	if n.refs--; n.refs == 0 {
		n.places = n.places[:0]
		n.host.free = append(n.host.free, n)
	}
}

// find answers where the line's entry is, or belongs.
func (n *snapshot) find(line uint64) (at int, found bool) {
	return slices.BinarySearchFunc(n.places, line, func(p Place, line uint64) int { return cmp.Compare(p.Line, line) })
}

// last answers the last known position of a line, 0 for none.
func (n *snapshot) last(line uint64) uint64 {
	if at, found := n.find(line); found {
		return n.places[at].Pos
	}
	return 0
}

// own answers n if the caller's reference is the only one, else gives that reference up
// for a copy that may be changed.
func (n *snapshot) own() *snapshot {
	if n.refs == 1 {
		return n
	}
	c := n.host.snapshot()
	c.places, c.sweep = append(c.places, n.places...), n.sweep
	n.release()
	return c
}

// with answers n with p added, consuming the caller's reference to n.
func (n *snapshot) with(p Place) *snapshot {
	at, found := n.find(p.Line)
	if found && p.Pos <= n.places[at].Pos {
		return n
	}
	n = n.own()
	if found {
		n.places[at].Pos = p.Pos
		return n
	}
	if len(n.places) >= n.sweep {
		n.places = slices.DeleteFunc(n.places, func(p Place) bool { return n.host.lines[p.Line] == nil })
		n.sweep = max(few, 2*len(n.places))
		at, _ = n.find(p.Line)
	}
	n.places = slices.Insert(n.places, at, p)
	return n
}
