// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"cmp"
	"slices"
)

// extent is a range of a region, [off, off+size), for one allocation.
type extent struct {
	off, size uint64 // bytes
	id        uint64 // of the allocation, never used again in its region
}

func (e extent) end() uint64 { return e.off + e.size }

func (e extent) overlaps(f extent) bool { return e.off < f.end() && f.off < e.end() }

// extents is a set of extents that do not overlap, by offset.
type extents []extent

// after answers the index of the first extent that ends behind off.
func (x extents) after(off uint64) int {
	i, _ := slices.BinarySearchFunc(x, off, func(e extent, off uint64) int {
		return cmp.Compare(e.end(), off+1)
	})
	return i
}

// at answers the extent that starts at off.
func (x extents) at(off uint64) (extent, bool) {
	if i := x.after(off); i < len(x) && x[i].off == off {
		return x[i], true
	}
	return extent{}, false
}

// hold reports whether one extent contains all of [off, off+n).
func (x extents) hold(off, n uint64) bool {
	i := x.after(off)
	return i < len(x) && x[i].off <= off && n <= x[i].end()-off
}

// replace adds an extent and takes out those that overlap it.
func (x *extents) replace(e extent) {
	from := x.after(e.off)
	to := from
	for to < len(*x) && (*x)[to].off < e.end() {
		to++
	}
	*x = slices.Replace(*x, from, to, e)
}

// remove takes out an extent if it is there.
func (x *extents) remove(e extent) {
	if i := x.after(e.off); i < len(*x) && (*x)[i] == e {
		*x = slices.Delete(*x, i, i+1)
	}
}
