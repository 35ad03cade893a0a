// SPDX-License-Identifier: Apache-2.0

package bestfit

import "iter"

// Set is a set of blocks in best-fit order. No two blocks share size and address. The
// zero Set is empty and ready for use; it must not be copied once it has been used.
type Set[V any] struct {
	freeList freeList[V]
	trie     trie[V]
}

// Len returns the number of blocks.
func (s *Set[V]) Len() int { return s.trie.len }

// Insert adds a block. It panics if the set has a block with its size and address.
func (s *Set[V]) Insert(b Block[V]) { s.trie.insert(&s.freeList, b.key(), 0, b.Value) }

// Remove removes the block with the size and address of b and reports whether it was in the
// set.
func (s *Set[V]) Remove(b Block[V]) bool {
	l := s.trie.find(b.key())
	if l != nil {
		s.trie.remove(&s.freeList, l)
	}
	return l != nil
}

// Best returns the smallest block of at least the size, with the lowest address among equals.
func (s *Set[V]) Best(size uint64) (Block[V], bool) {
	return s.trie.best(size, always).block()
}

// Largest returns the last block in best-fit order.
func (s *Set[V]) Largest() (Block[V], bool) { return s.trie.rightmost().block() }

// From yields the blocks of at least the size in best-fit order. The set may change while it
// is walked; the walk sees changes behind its position.
func (s *Set[V]) From(size uint64) iter.Seq[Block[V]] {
	return func(yield func(Block[V]) bool) {
		k, more := keyOf(size), true
		for more {
			b, ok := s.trie.seek(k, always).block()
			if !ok || !yield(b) {
				return
			}
			k, more = b.key().next()
		}
	}
}
