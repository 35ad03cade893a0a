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
	up     *node  // the node above, nil for the root
	key    key    // one that passed here; only the digits above the level count
	taken  uint64 // bit d: there is a branch for digit d
	level  level
	branch [fan]branch
}

// branch is what lies below a digit, and the smallest place there.
type branch struct {
	low  uint64
	part ref
}

// leaf is a block of the trie.
type leaf[V any] struct {
	key   key
	place uint64 // of its free
	value V
	up    *node // the node above, nil for the root
}

// always is a bound that every place keeps.
const always = math.MaxUint64

// first answers the first taken branch from digit d on, with a place up to the bound.
// fan means none.
func (n *node) first(d uint, bound uint64) uint {
	taken := n.taken &^ (1<<d - 1)
	if bound == always {
		return uint(bits.TrailingZeros64(taken))
	}
	for ; taken != 0; taken &= taken - 1 {
		if d := uint(bits.TrailingZeros64(taken)); n.branch[d%fan].low <= bound {
			return d
		}
	}
	return fan
}

// low answers the smallest place below a node. None is below the floor.
func (n *node) low(floor uint64) uint64 {
	low := uint64(always)
	for taken := n.taken; taken != 0 && low > floor; taken &= taken - 1 {
		low = min(low, n.branch[uint(bits.TrailingZeros64(taken))%fan].low)
	}
	return low
}
