// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"cmp"
	"iter"
	"slices"
)

// Block is a block of free memory with the value that its keeper attached to it. Sizes
// and addresses are bytes, or whatever unit the keeper counts in.
type Block[V any] struct {
	Size, Addr uint64
	Value      V
}

// Before reports whether b comes before c in best-fit order.
func (b Block[V]) Before(c Block[V]) bool { return compare(b, c) < 0 }

func compare[V any](b, c Block[V]) int {
	return cmp.Or(cmp.Compare(b.Size, c.Size), cmp.Compare(b.Addr, c.Addr))
}

// Set is a set of blocks in best-fit order. No two blocks share an address. The zero
// Set is empty and ready for use, and a nil one may be asked.
type Set[V any] struct {
	blocks []Block[V]
}

// Len answers the number of blocks.
func (s *Set[V]) Len() int {
	if s == nil {
		return 0
	}
	return len(s.blocks)
}

// Insert adds a block.
func (s *Set[V]) Insert(b Block[V]) {
	at, _ := slices.BinarySearchFunc(s.blocks, b, compare)
	s.blocks = slices.Insert(s.blocks, at, b)
}

// Remove takes out the block with the size and address of b and reports whether it was
// there.
func (s *Set[V]) Remove(b Block[V]) bool {
	at, found := slices.BinarySearchFunc(s.blocks, b, compare)
	if found {
		s.blocks = slices.Delete(s.blocks, at, at+1)
	}
	return found
}

// Best answers the smallest block of at least the size, the lowest among equals.
func (s *Set[V]) Best(size uint64) (Block[V], bool) {
	for _, b := range s.from(size) {
		return b, true
	}
	return Block[V]{}, false
}

// First answers the first block in best-fit order that has at least the size and
// satisfies ok.
func (s *Set[V]) First(size uint64, ok func(Block[V]) bool) (Block[V], bool) {
	for _, b := range s.from(size) {
		if ok(b) {
			return b, true
		}
	}
	return Block[V]{}, false
}

// Largest answers the last block in best-fit order.
func (s *Set[V]) Largest() (Block[V], bool) {
	if s.Len() == 0 {
		return Block[V]{}, false
	}
	return s.blocks[len(s.blocks)-1], true
}

// From yields the blocks of at least the size in best-fit order. The set must not
// change meanwhile.
func (s *Set[V]) From(size uint64) iter.Seq[Block[V]] {
	return func(yield func(Block[V]) bool) {
		for _, b := range s.from(size) {
			if !yield(b) {
				return
			}
		}
	}
}

func (s *Set[V]) from(size uint64) []Block[V] {
	if s == nil {
		return nil
	}
	at, _ := slices.BinarySearchFunc(s.blocks, Block[V]{Size: size}, compare)
	return s.blocks[at:]
}
