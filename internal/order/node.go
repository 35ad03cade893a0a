// SPDX-License-Identifier: Apache-2.0

package order

import "math"

const (
	fanBits = 6
	fan     = 1 << fanBits
)

// retired is the position known of a line that has been retired: all of it.
const retired = math.MaxUint64

// node is part of a vector clock: a trie over line ids, compressed, whose leaves hold the
// last known positions of 64 lines each. A leaf that knows a single line is a small one,
// since a stream that has waited for another one often knows no more than that. A node
// never changes once it is made, so that lines, stamps and the host share what they know
// alike, and comparing pointers finds it. A nil node knows nothing.
type node struct {
	first uint64 // lowest id in the range
	refs  int    // guarded by the lock of the device's order
	shift uint8  // the range is fan << shift ids; 0 for a leaf
	full  bool   // all lines in the range are retired; such a node has nothing else
	slot  uint8  // of a small leaf: the one line that it knows
	swept uint32 // number of the sweep that has left rest of the node
	rest  *node
	pos   uint64 // of that line
	leaf  *[fan]uint64
	kids  *[fan]*node // of a branch
}

// covers reports whether a line is in the node's range.
func (n *node) covers(line uint64) bool { return (line^n.first)>>n.shift < fan }

// slotOf returns the index of the child that covers a line of the node's range.
func (n *node) slotOf(line uint64) int { return int(line >> n.shift % fan) }

// end returns the highest id in the range.
func (n *node) end() uint64 { return n.first | (fan<<n.shift - 1) }

// last returns the last known position of a line, 0 for none.
func (n *node) last(line uint64) uint64 {
	for n != nil && n.covers(line) {
		switch {
		case n.full:
			return retired
		case n.kids == nil:
			return n.at(line % fan)
		}
		n = n.kids[n.slotOf(line)]
	}
	return 0
}

// at returns the last known position of a line of a leaf, by its number there.
func (n *node) at(slot uint64) uint64 {
	switch {
	case n.leaf != nil:
		return n.leaf[slot%fan]
	case uint64(n.slot) == slot:
		return n.pos
	}
	return 0
}

// from returns the first known place of a line with at least the given id. Retired lines
// are left out.
func (n *node) from(line uint64) (Place, bool) {
	if n == nil || n.full || n.end() < line {
		return Place{}, false
	}
	start := 0
	if line > n.first {
		start = n.slotOf(line)
	}
	if n.kids == nil {
		return n.fromLeaf(start)
	}
	for _, kid := range n.kids[start:] {
		if p, ok := kid.from(line); ok {
			return p, true
		}
	}
	return Place{}, false
}

func (n *node) fromLeaf(start int) (Place, bool) {
	if n.leaf == nil {
		return Place{n.first + uint64(n.slot), n.pos}, int(n.slot) >= start && n.pos != retired
	}
	for i := start; i < fan; i++ {
		if p := n.leaf[i]; p != 0 && p != retired {
			return Place{n.first + uint64(i), p}, true
		}
	}
	return Place{}, false
}
