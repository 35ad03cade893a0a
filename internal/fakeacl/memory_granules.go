// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// granules is the allocations of a pool of the documented behaviour, which consist of whole
// granules: the live ones as bits, and how the mapped ones differ from them. They do not,
// for an allocation or a free that executes within its call, so that most calls touch a few
// bits and nothing else. A live allocation has its id for as long as it is not mapped;
// afterwards it is 0, since an allocation executes after the free of its memory.
//
// With a place for each live allocation, and bits for the mapped ones as well, the
// simulated pair is 3.6 of the map yardstick with 1 000 live blocks, and with the general
// sets, [extentAllocations], 9.9 (go test -run '^$' -bench Yardstick -benchtime 1x ./mempool).
type granules struct {
	begins  bitset // a live allocation begins there
	covered bitset // a live allocation has the granule

	// How the mapped ones differ:
	unmapped map[uint64]uint64 // ids of the live ones that are not mapped, by the granule where they begin
	freed    extents           // mapped ones that are not live
}

// newGranules makes the allocations of a pool of size bytes: none.
func newGranules(size uint64) *granules {
	words := (size/driver.Granule + 63) / 64
	return &granules{begins: make(bitset, words), covered: make(bitset, words), unmapped: make(map[uint64]uint64)}
}

// starting returns the live allocation that begins at a granule; there is one.
func (x *granules) starting(g uint64) extent {
	end := g + 1
	for end/64 < uint64(len(x.covered)) {
		others := (^x.covered[end/64] | x.begins[end/64]) >> (end % 64)
		if others != 0 {
			end += uint64(bits.TrailingZeros64(others))
			break
		}
		end = (end | 63) + 1
	}
	return extent{g * driver.Granule, (end - g) * driver.Granule, x.id(g)}
}

// id returns the id of the live allocation that begins at a granule; 0 if it is mapped.
func (x *granules) id(g uint64) uint64 {
	if len(x.unmapped) == 0 {
		return 0
	}
	return x.unmapped[g]
}

func (x *granules) at(off uint64) (extent, bool) {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/64 >= uint64(len(x.begins)) || !x.begins.has(g) {
		return extent{}, false
	}
	return x.starting(g), true
}

func (x *granules) containing(off uint64) (extent, bool) {
	if !x.holdsLive(off, 1) {
		return extent{}, false
	}
	return x.starting(x.begins.last(off / driver.Granule)), true
}

func (x *granules) holdsLive(off, n uint64) bool {
	end := uint64(len(x.covered)) * 64 * driver.Granule
	if off >= end || n > end-off {
		return false
	}
	first, last := off/driver.Granule, (off+max(n, 1)-1)/driver.Granule
	return x.covered.all(first, last+1) && !x.begins.any(first+1, last+1)
}

func (x *granules) holdsMapped(off, n uint64) bool {
	if x.freed.hold(off, n) {
		return true
	}
	return x.holdsLive(off, n) && x.id(x.begins.last(off/driver.Granule)) == 0
}

func (x *granules) allocate(e extent) {
	x.add(e)
	x.unmapped[e.off/driver.Granule] = e.id
}

func (x *granules) free(e extent) {
	x.remove(e)
	if e.id == 0 {
		x.freed.replace(e)
		return
	}
	delete(x.unmapped, e.off/driver.Granule)
}

func (x *granules) executeAllocate(e extent) {
	x.freed.evict(e)
	if g := e.off / driver.Granule; x.id(g) == e.id {
		delete(x.unmapped, g)
		return
	}
	x.freed.replace(e) // it has been freed since
}

func (x *granules) executeFree(e extent) { x.freed.remove(e) }

func (x *granules) allocateAtOnce(e extent) {
	if x.freed.len() > 0 {
		x.freed.evict(e)
	}
	x.add(e)
}

func (x *granules) freeAtOnce(e extent) {
	x.remove(e)
	if e.id != 0 {
		delete(x.unmapped, e.off/driver.Granule)
	}
}

// add makes an extent live.
func (x *granules) add(e extent) {
	from, to := e.off/driver.Granule, e.end()/driver.Granule
	x.begins[from/64] |= 1 << (from % 64)
	x.covered.set(from, to)
}

// remove takes a live allocation out.
func (x *granules) remove(e extent) {
	from, to := e.off/driver.Granule, e.end()/driver.Granule
	x.begins[from/64] &^= 1 << (from % 64)
	x.covered.clear(from, to)
}
