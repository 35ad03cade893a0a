// SPDX-License-Identifier: Apache-2.0

// Package bestfit keeps free blocks of memory in best-fit order: by size, then by
// address. It finds the smallest block that is large enough, the lowest one among
// equals, of one owner or of all.
//
// Nothing here locks; the caller does.
package bestfit

// Block is a block of free memory with the value that its keeper attached to it. Sizes
// and addresses are bytes, or whatever unit the keeper counts in.
type Block[V any] struct {
	Size, Addr uint64
	Value      V
}

// Space is a set of free blocks, each with an owner. No two blocks share an address.
// The zero Space is empty and ready for use.
type Space[V any] struct {
	all    list[V]
	owners map[uint64]*list[V]
}

// Len answers the number of blocks.
func (s *Space[V]) Len() int { return len(s.all) }
