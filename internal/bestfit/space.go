// SPDX-License-Identifier: Apache-2.0

package bestfit

// Space is the free blocks of several owners, in best-fit order for each. A block has a
// position: a number that says when it was freed, in the owner's own counting. The zero
// Space is empty and ready for use; it must not be copied once it has been used.
type Space[V any] struct{ freeList freeList[V] }

// Owner is the blocks of one owner in one Space. The zero Owner has none. One that has
// blocks must not be copied.
type Owner[V any] struct{ trie trie[V] }

// Len returns the number of blocks.
func (o *Owner[V]) Len() int { return o.trie.len }

// Item is a block in a Space, by which it is removed without a search.
type Item[V any] struct{ leaf *node[V] }

// Insert adds a block of an owner, who must not have one with its size and address. The
// item is good until it is removed.
func (s *Space[V]) Insert(o *Owner[V], b Block[V], pos uint64) Item[V] {
	return Item[V]{o.trie.insert(&s.freeList, b.key(), pos, b.Value)}
}

// Remove takes an owner's block out.
func (s *Space[V]) Remove(o *Owner[V], i Item[V]) { o.trie.remove(&s.freeList, i.leaf) }

// Best returns the smallest block of at least the size, the lowest among equals, that
// the owner freed no later than the position.
func (s *Space[V]) Best(o *Owner[V], size, pos uint64) (Block[V], bool) {
	return o.trie.best(size, pos).block()
}

// After returns the block that follows b in best-fit order among those that the owner
// freed no later than the position. b itself need not be there any more.
func (s *Space[V]) After(o *Owner[V], b Block[V], pos uint64) (Block[V], bool) {
	k, ok := b.key().next()
	if !ok {
		return Block[V]{}, false
	}
	return o.trie.seek(k, pos).block()
}
