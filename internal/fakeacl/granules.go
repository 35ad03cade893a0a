// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// granules is the extents of a pool that consist of whole granules, in two sets: those by
// calls, and those by execution. An extent has its place where it begins. Places come in
// pages, made when they are first needed; what an allocation has in both sets is next to
// each other, and four of them share a line of the processor's cache: a pair of calls
// mostly waits for memory.
type granules struct{ pages []*granulePage }

const pageGranules = 512

type granulePage [pageGranules][2]granulePlace

// granulePlace is an extent without its beginning: the size in granules, and below it the
// id. It has room for the largest pool and a million million allocations.
type granulePlace uint64

const idBits = 40

// granuleSet is one of the two sets. Its bits, one for each granule, say what most
// questions are about without a look at the places.
type granuleSet struct {
	*granules
	which   int
	begins  []uint64 // an extent begins there
	covered []uint64 // an extent has the granule
}

// newGranules makes the two sets for a pool of size bytes.
func newGranules(size uint64) (live, mapped *granuleSet) {
	n := size / driver.Granule
	g := &granules{pages: make([]*granulePage, (n+pageGranules-1)/pageGranules)}
	set := func(which int) *granuleSet {
		return &granuleSet{g, which, make([]uint64, (n+63)/64), make([]uint64, (n+63)/64)}
	}
	return set(0), set(1)
}

// at answers the extent that starts at off.
func (x *granuleSet) at(off uint64) (extent, bool) {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/64 >= uint64(len(x.begins)) || x.begins[g/64]>>(g%64)&1 == 0 {
		return extent{}, false
	}
	place := x.pages[g/pageGranules][g%pageGranules][x.which]
	return extent{off, uint64(place>>idBits) * driver.Granule, uint64(place & (1<<idBits - 1))}, true
}

// hold reports whether one extent contains all of [off, off+n).
func (x *granuleSet) hold(off, n uint64) bool {
	end := uint64(len(x.covered)) * 64 * driver.Granule
	if off >= end || n > end-off {
		return false
	}
	first, last := off/driver.Granule, (off+max(n, 1)-1)/driver.Granule
	return allSet(x.covered, first, last+1) && !anySet(x.begins, first+1, last+1)
}

// replace adds an extent, unless it is empty, and takes out those that overlap it.
func (x *granuleSet) replace(e extent) {
	from, to := e.off/driver.Granule, e.end()/driver.Granule
	if from == to {
		return
	}
	if anySet(x.covered, from, to) {
		x.evict(from, to)
	}
	p := x.pages[from/pageGranules]
	if p == nil {
		p = new(granulePage)
		x.pages[from/pageGranules] = p
	}
	p[from%pageGranules][x.which] = granulePlace((to-from)<<idBits | e.id)
	x.begins[from/64] |= 1 << (from % 64)
	setBits(x.covered, from, to)
}

// evict takes out what has any of the granules from one to another.
func (x *granuleSet) evict(from, to uint64) {
	for g := from; g < to; g++ {
		if x.covered[g/64]>>(g%64)&1 != 0 {
			x.take(lastBit(x.begins, g) * driver.Granule)
		}
	}
}

// take takes out the extent that starts at off, and answers it.
func (x *granuleSet) take(off uint64) (extent, bool) {
	e, ok := x.at(off)
	if ok {
		x.clear(e)
	}
	return e, ok
}

// remove takes out an extent if it is there.
func (x *granuleSet) remove(e extent) {
	if old, ok := x.at(e.off); ok && old == e {
		x.clear(e)
	}
}

func (x *granuleSet) clear(e extent) {
	from, to := e.off/driver.Granule, e.end()/driver.Granule
	x.begins[from/64] &^= 1 << (from % 64)
	clearBits(x.covered, from, to)
}

// part answers the bits of [from, to) in the word that from is in, and where they end.
func part(from, to uint64) (word, end uint64) {
	end = min(to, (from|63)+1)
	return ^uint64(0) << (from % 64) & (^uint64(0) >> (-end % 64)), end
}

func setBits(set []uint64, from, to uint64) {
	for from < to {
		word, end := part(from, to)
		set[from/64] |= word
		from = end
	}
}

func clearBits(set []uint64, from, to uint64) {
	for from < to {
		word, end := part(from, to)
		set[from/64] &^= word
		from = end
	}
}

func anySet(set []uint64, from, to uint64) bool {
	for from < to {
		word, end := part(from, to)
		if set[from/64]&word != 0 {
			return true
		}
		from = end
	}
	return false
}

func allSet(set []uint64, from, to uint64) bool {
	for from < to {
		word, end := part(from, to)
		if set[from/64]&word != word {
			return false
		}
		from = end
	}
	return true
}

// lastBit answers the last bit that is set up to and with a place; there is one.
func lastBit(set []uint64, place uint64) uint64 {
	at := place / 64
	word := set[at] & (^uint64(0) >> (63 - place%64))
	for word == 0 {
		at--
		word = set[at]
	}
	return at*64 + uint64(bits.Len64(word)) - 1
}
