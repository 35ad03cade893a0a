// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"math"
	"math/bits"
)

// ref is a part of a trie by number: a node, a leaf, or none.
type ref uint32

const (
	none    ref = 0
	leafBit ref = 1 << 31
)

func (r ref) isLeaf() bool { return r&leafBit != 0 }

// node is where keys part: all below it agree in the digits above its level.
type node struct {
	key   key    // one that passed here; only the digits above the level count
	taken uint64 // bit d: there is a branch for digit d
	level int8
	below [fan]ref
}

// leaf is a block of the trie.
type leaf struct {
	key   key
	place uint64 // of its free
}

// least is the smallest place below each branch of a node; only taken ones count.
type least [fan]uint64

// always is a bound that every place keeps.
const always = math.MaxUint64

// first answers the first taken branch from digit d on, with a place up to the bound.
// Without places it answers the first taken one. fan means none.
func (n *node) first(d uint, places *least, bound uint64) uint {
	taken := n.taken &^ (1<<d - 1)
	if places == nil {
		return uint(bits.TrailingZeros64(taken))
	}
	for ; taken != 0; taken &= taken - 1 {
		if d := uint(bits.TrailingZeros64(taken)); places[d%fan] <= bound {
			return d
		}
	}
	return fan
}

// min answers the smallest place below a node.
func (n *node) min(places *least) uint64 {
	low := uint64(always)
	for taken := n.taken; taken != 0; taken &= taken - 1 {
		low = min(low, places[uint(bits.TrailingZeros64(taken))%fan])
	}
	return low
}
