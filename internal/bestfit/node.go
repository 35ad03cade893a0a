// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"math"
	"math/bits"
)

// node is a node of a trie: a leaf, which is a block, or an inner node, at which keys
// differ. All keys below an inner node agree in the digits above its level. One with a
// pointer for its value takes a line of the processor's cache.
type node[V any] struct {
	up  *node[V] // the inner node above, nil for the root
	key key      // of an inner node one that passed here: only the digits above the level count

	// Of a leaf:
	pos   uint64 // of its free
	value V

	// Of an inner node:
	branch *[fan]branch[V]
	taken  uint64 // bit d: there is a branch for digit d
	level  level
}

// branch is what lies below a digit, and the smallest position there.
type branch[V any] struct {
	minPos uint64
	node   *node[V]
}

func (p *node[V]) isLeaf() bool { return p.branch == nil }

// always is a bound that no position exceeds.
const always = math.MaxUint64

// first returns the first taken branch of a node from digit d on, with a position up to the
// bound. fan means none.
func (p *node[V]) first(d uint, bound uint64) uint {
	taken := p.taken &^ (1<<d - 1)
	if bound == always {
		return uint(bits.TrailingZeros64(taken))
	}
	for ; taken != 0; taken &= taken - 1 {
		if d := uint(bits.TrailingZeros64(taken)); p.branch[d%fan].minPos <= bound {
			return d
		}
	}
	return fan
}

// lowestPos returns the smallest position below a node; no position is smaller than floor.
func (p *node[V]) lowestPos(floor uint64) uint64 {
	low := uint64(always)
	for taken := p.taken; taken != 0 && low > floor; taken &= taken - 1 {
		low = min(low, p.branch[uint(bits.TrailingZeros64(taken))%fan].minPos)
	}
	return low
}

// block returns the block of a leaf; false for none.
func (p *node[V]) block() (Block[V], bool) {
	if p == nil {
		return Block[V]{}, false
	}
	return Block[V]{p.key[size], p.key[addr], p.value}, true
}
