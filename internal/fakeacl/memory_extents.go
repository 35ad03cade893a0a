// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/bestfit"

// extent is a range of a region, [off, off+size), for one allocation.
type extent struct {
	off, size uint64 // bytes
	id        uint64 // of the allocation, never used again in its region
}

func (e extent) end() uint64 { return e.off + e.size }

func (e extent) overlaps(f extent) bool { return e.off < f.end() && f.off < e.end() }

func (e extent) block() bestfit.Block[extent] { return bestfit.Block[extent]{Size: e.end(), Value: e} }

// extents is a set of extents that do not overlap, found by where they end: one that
// contains a byte is the first that ends after it.
type extents struct{ byEnd bestfit.Set[extent] }

func (x *extents) len() int { return x.byEnd.Len() }

// after returns the first extent that ends after off.
func (x *extents) after(off uint64) (extent, bool) {
	b, ok := x.byEnd.Best(off + 1)
	return b.Value, ok
}

// at returns the extent that starts at off.
func (x *extents) at(off uint64) (extent, bool) {
	e, ok := x.after(off)
	return e, ok && e.off == off
}

// containing returns the extent that contains off.
func (x *extents) containing(off uint64) (extent, bool) {
	e, ok := x.after(off)
	return e, ok && e.off <= off
}

// endingAt returns the extent that ends at off.
func (x *extents) endingAt(off uint64) (extent, bool) {
	b, ok := x.byEnd.Best(off)
	return b.Value, ok && b.Size == off
}

// hold reports whether one extent contains all of [off, off+n).
func (x *extents) hold(off, n uint64) bool {
	e, ok := x.after(off)
	return ok && e.off <= off && n <= e.end()-off
}

// replace adds an extent, unless it is empty, and removes those that overlap it.
func (x *extents) replace(e extent) {
	if e.size == 0 {
		return
	}
	x.evict(e)
	x.byEnd.Insert(e.block())
}

// evict removes those that an extent overlaps.
func (x *extents) evict(e extent) {
	for {
		old, ok := x.after(e.off)
		if !ok || old.off >= e.end() {
			return
		}
		x.byEnd.Remove(old.block())
	}
}

// remove removes an extent if it is there.
func (x *extents) remove(e extent) {
	if old, ok := x.at(e.off); ok && old == e {
		x.byEnd.Remove(e.block())
	}
}
