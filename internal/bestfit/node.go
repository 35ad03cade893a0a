// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"math"
	"math/bits"
)

// node is a node of a trie. A leaf is a block. At the level of an inner node, keys differ;
// all keys below it agree in the digits above its level. If the value is a pointer, a node
// has the size of a cache line.
type node[V any] struct {
	up  *node[V] // parent, nil for the root
	key key      // in an inner node, only the digits above its level are defined

	// In a leaf:
	pos   uint64 // position of the free
	value V

	// In an inner node:
	branch *[fan]branch[V]
	taken  uint64 // bit d is set if there is a branch for digit d
	level  level
}

// branch is the subtree for a digit, with the smallest position in it.
type branch[V any] struct {
	minPos uint64
	node   *node[V]
}

func (p *node[V]) isLeaf() bool { return p.branch == nil }

// always is a bound that no position exceeds.
const always = math.MaxUint64

// first returns the digit of the first branch from d on that has a position up to the bound,
// or fan if there is none.
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

// lowestPos returns the smallest position below a node. floor is a lower bound of them, at
// which the search may stop.
func (p *node[V]) lowestPos(floor uint64) uint64 {
	low := uint64(always)
	for taken := p.taken; taken != 0 && low > floor; taken &= taken - 1 {
		low = min(low, p.branch[uint(bits.TrailingZeros64(taken))%fan].minPos)
	}
	return low
}

// block returns the block of a leaf, and false if p is nil.
func (p *node[V]) block() (Block[V], bool) {
	if p == nil {
		return Block[V]{}, false
	}
	return Block[V]{p.key[size], p.key[addr], p.value}, true
}
