// SPDX-License-Identifier: Apache-2.0

package bestfit

// Space is a set of free blocks, each with an owner, and a place: a number that says
// when it was freed, in the owner's own counting. It keeps them in best-fit order over
// all, and once more for each owner. The zero Space is empty and ready for use; it must
// not be copied once it has been used.
type Space[V any] struct {
	blocks store[V]
	over   wood // of the trie over all
	all    trie
	own    wood // of the owners' tries
}

// Owner is the blocks of one owner in one Space. The zero Owner has none. One that has
// blocks must not be copied.
type Owner struct{ trie trie }

// Len answers the number of blocks.
func (o *Owner) Len() int { return o.trie.len }

// Len answers the number of blocks of all owners, without hidden ones.
func (s *Space[V]) Len() int { return s.all.len }

// Insert adds a block of an owner. Nobody's block with its size and address may be
// there.
func (s *Space[V]) Insert(o *Owner, b Block[V], place uint64) {
	if !s.own.timed {
		s.own.timed = true
		s.own.leaves, s.over.leaves = &s.blocks.leaves, &s.blocks.leaves
	}
	r := s.blocks.add(b, place)
	s.own.insert(&o.trie, r)
	s.over.insert(&s.all, r)
}

// Remove takes out the owner's block with the size and address of b and reports whether
// it was there.
func (s *Space[V]) Remove(o *Owner, b Block[V]) bool {
	r := s.own.remove(&o.trie, b.key())
	if r == none {
		return false
	}
	s.over.remove(&s.all, b.key())
	s.blocks.drop(r)
	return true
}

// Hide takes a block out of what Best answers, until it is removed.
func (s *Space[V]) Hide(b Block[V]) { s.over.remove(&s.all, b.key()) }

// Best answers the smallest block of at least the size, the lowest among equals, of all
// owners.
func (s *Space[V]) Best(size uint64) (Block[V], bool) {
	return s.blocks.get(s.over.seek(&s.all, key{size: size}, always))
}

// BestOf answers the smallest block of at least the size, the lowest among equals, that
// the owner freed no later than the place.
func (s *Space[V]) BestOf(o *Owner, size, place uint64) (Block[V], bool) {
	return s.blocks.get(s.own.seek(&o.trie, key{size: size}, place))
}

// After answers the block that follows b in best-fit order among those that the owner
// freed no later than the place. b itself need not be there any more.
func (s *Space[V]) After(o *Owner, b Block[V], place uint64) (Block[V], bool) {
	k, ok := b.key().next()
	if !ok {
		return Block[V]{}, false
	}
	return s.blocks.get(s.own.seek(&o.trie, k, place))
}
