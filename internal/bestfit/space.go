// SPDX-License-Identifier: Apache-2.0

package bestfit

// Space is a set of free blocks of several owners, in best-fit order for each. A block has a
// position, which tells in what order its owner freed its blocks. The zero Space is empty and
// ready for use. It must not be copied after first use.
type Space[V any] struct{ freeList freeList[V] }

// Owner holds the blocks of one owner in one Space. The zero Owner has none. An Owner with
// blocks must not be copied.
type Owner[V any] struct{ trie trie[V] }

// Len returns the number of blocks.
func (o *Owner[V]) Len() int { return o.trie.len }

// Item identifies a block in a Space, so that it can be removed without a search.
type Item[V any] struct{ leaf *node[V] }

// Insert adds a block of an owner. It panics if the owner has a block with its size and
// address. The Item is valid until the block is removed.
func (s *Space[V]) Insert(o *Owner[V], b Block[V], pos uint64) Item[V] {
	return Item[V]{o.trie.insert(&s.freeList, b.key(), pos, b.Value)}
}

// Remove removes an owner's block.
func (s *Space[V]) Remove(o *Owner[V], i Item[V]) { o.trie.remove(&s.freeList, i.leaf) }

// Best returns the smallest block of at least the size that the owner freed no later than the
// position, with the lowest address among equals.
func (s *Space[V]) Best(o *Owner[V], size, pos uint64) (Block[V], bool) {
	return o.trie.best(size, pos).block()
}

// After returns the block that follows b in best-fit order among those that the owner freed
// no later than the position. b itself may have been removed.
func (s *Space[V]) After(o *Owner[V], b Block[V], pos uint64) (Block[V], bool) {
	k, ok := b.key().next()
	if !ok {
		return Block[V]{}, false
	}
	return o.trie.seek(k, pos).block()
}
