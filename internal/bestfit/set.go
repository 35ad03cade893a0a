// SPDX-License-Identifier: Apache-2.0

package bestfit

import "iter"

// Set is a set of blocks in best-fit order. No two blocks share size and address. The
// zero Set is empty and ready for use; it must not be copied once it has been used.
type Set[V any] struct {
	blocks store[V]
	wood   wood
	trie   trie
}

// Len answers the number of blocks.
func (s *Set[V]) Len() int { return s.trie.len }

// Insert adds a block. One with its size and address must not be there.
func (s *Set[V]) Insert(b Block[V]) {
	if s.wood.leaves == nil {
		s.wood.leaves = &s.blocks.leaves
	}
	s.wood.insert(&s.trie, s.blocks.add(b, 0))
}

// Remove takes out the block with the size and address of b and reports whether it was
// there.
func (s *Set[V]) Remove(b Block[V]) bool {
	r := s.wood.remove(&s.trie, b.key())
	if r == none {
		return false
	}
	s.blocks.drop(r)
	return true
}

// Best answers the smallest block of at least the size, the lowest among equals.
func (s *Set[V]) Best(size uint64) (Block[V], bool) {
	return s.blocks.get(s.wood.seek(&s.trie, key{size: size}, always))
}

// Largest answers the last block in best-fit order.
func (s *Set[V]) Largest() (Block[V], bool) { return s.blocks.get(s.wood.rightmost(&s.trie)) }

// From yields the blocks of at least the size in best-fit order. What changes in the
// course of it is seen where it is still to come.
func (s *Set[V]) From(size uint64) iter.Seq[Block[V]] {
	return func(yield func(Block[V]) bool) {
		k, more := key{size: size}, true
		for more {
			b, ok := s.blocks.get(s.wood.seek(&s.trie, k, always))
			if !ok || !yield(b) {
				return
			}
			k, more = b.key().next()
		}
	}
}

// store is the blocks of tries, by the number of their leaf.
type store[V any] struct {
	leaves pages[leaf]
	values pages[V]
}

func (s *store[V]) add(b Block[V], place uint64) ref {
	n := s.leaves.take()
	if n > s.values.made {
		s.values.take()
	}
	*s.leaves.at(n) = leaf{b.key(), place}
	*s.values.at(n) = b.Value
	return ref(n) | leafBit
}

func (s *store[V]) drop(r ref) {
	var zero V
	n := uint32(r &^ leafBit)
	*s.values.at(n) = zero
	s.leaves.give(n)
}

// get answers the block of a leaf; false for none.
func (s *store[V]) get(r ref) (Block[V], bool) {
	if r == none {
		return Block[V]{}, false
	}
	n := uint32(r &^ leafBit)
	k := s.leaves.at(n).key
	return Block[V]{k.size, k.addr, *s.values.at(n)}, true
}
