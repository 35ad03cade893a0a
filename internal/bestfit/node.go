// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"math"
	"math/bits"
)

// part is a part of a trie: a leaf, which is a block, or a node, where keys part. All
// below a node agree in the digits above its level. One with a pointer for its value
// takes a line of the processor's cache.
type part[V any] struct {
	up  *part[V] // the node above, nil for the root
	key key      // of a node one that passed here: only the digits above the level count

	// Of a leaf:
	place uint64 // of its free
	value V

	// Of a node:
	branch *[fan]branch[V]
	taken  uint64 // bit d: there is a branch for digit d
	level  level
}

// branch is what lies below a digit, and the smallest place there.
type branch[V any] struct {
	low  uint64
	part *part[V]
}

func (p *part[V]) isLeaf() bool { return p.branch == nil }

// always is a bound that every place keeps.
const always = math.MaxUint64

// first answers the first taken branch of a node from digit d on, with a place up to the
// bound. fan means none.
func (p *part[V]) first(d uint, bound uint64) uint {
	taken := p.taken &^ (1<<d - 1)
	if bound == always {
		return uint(bits.TrailingZeros64(taken))
	}
	for ; taken != 0; taken &= taken - 1 {
		if d := uint(bits.TrailingZeros64(taken)); p.branch[d%fan].low <= bound {
			return d
		}
	}
	return fan
}

// low answers the smallest place below a node. None is below the floor.
func (p *part[V]) low(floor uint64) uint64 {
	low := uint64(always)
	for taken := p.taken; taken != 0 && low > floor; taken &= taken - 1 {
		low = min(low, p.branch[uint(bits.TrailingZeros64(taken))%fan].low)
	}
	return low
}

// block answers the block of a leaf; false for none.
func (p *part[V]) block() (Block[V], bool) {
	if p == nil {
		return Block[V]{}, false
	}
	return Block[V]{p.key[size], p.key[addr], p.value}, true
}
