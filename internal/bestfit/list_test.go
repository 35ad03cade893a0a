// SPDX-License-Identifier: Apache-2.0

package bestfit_test

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/bestfit"
)

type block = bestfit.Block[int]

// entry is a block in a list.
type entry struct {
	block
	owner int
	pos   uint64
	item  bestfit.Item[int]
}

// list is the reference for Set and Space: a sorted slice with linear searches.
type list []entry

func (l *list) insert(e entry) {
	*l = append(*l, e)
	slices.SortFunc(*l, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Size, b.Size), cmp.Compare(a.Addr, b.Addr))
	})
}

// first returns the first block of at least the size for which fits returns true.
func (l list) first(size uint64, fits func(entry) bool) (block, bool) {
	for _, e := range l {
		if e.Size >= size && fits(e) {
			return e.block, true
		}
	}
	return block{}, false
}

// find returns the index of the block with size and address, or -1.
func (l list) find(size, addr uint64) int {
	return slices.IndexFunc(l, func(e entry) bool { return e.Size == size && e.Addr == addr })
}
