// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// granules is the extents of a pool that consist of whole granules, in two sets: those by
// calls, and those by execution. An extent has its place where it begins, in pages that
// are made when they are first needed. The sets have their places in common, since what
// has been allocated by a call mostly has been by execution: a pair of calls mostly waits
// for memory, and eight places share a line of the processor's cache. With two of the
// general sets, [extents], the simulated pair is 9.9 of the map yardstick instead of 3.9
// with 1 000 live blocks, and 28 instead of 5.6 with 10 000 (on a machine that others use;
// go test -run '^$' -bench Yardstick -benchtime 1x ./mempool).
type granules struct {
	pages []*granulePage
	sets  [2]granuleSet
}

const pageGranules = 512

type granulePage [pageGranules]granulePlace

// granulePlace is an extent without its beginning: the size in granules, and below it the
// id. It has room for the largest pool and a million million allocations.
type granulePlace uint64

const idBits = 40

// granuleSet is one of the two sets. Its bits, one for each granule, say what most
// questions are about without a look at the places.
type granuleSet struct {
	*granules
	begins  []uint64                // an extent begins there
	covered []uint64                // an extent has the granule
	apart   map[uint64]granulePlace // by granule: what is not the place in common
}

// newGranules makes the two sets for a pool of size bytes.
func newGranules(size uint64) (live, mapped *granuleSet) {
	n := size / driver.Granule
	g := &granules{pages: make([]*granulePage, (n+pageGranules-1)/pageGranules)}
	for i := range g.sets {
		g.sets[i] = granuleSet{g, make([]uint64, (n+63)/64), make([]uint64, (n+63)/64), make(map[uint64]granulePlace)}
	}
	return &g.sets[0], &g.sets[1]
}

// other returns the other set.
func (x *granuleSet) other() *granuleSet {
	if x == &x.sets[0] {
		return &x.sets[1]
	}
	return &x.sets[0]
}

// begun reports whether an extent begins at a granule.
func (x *granuleSet) begun(g uint64) bool { return x.begins[g/64]>>(g%64)&1 != 0 }

// place returns the place of the extent that begins at a granule.
func (x *granuleSet) place(g uint64) granulePlace {
	if len(x.apart) > 0 {
		if p, ok := x.apart[g]; ok {
			return p
		}
	}
	return x.pages[g/pageGranules][g%pageGranules]
}

// setPlace gives a granule a place. What the other set has there stays.
func (x *granuleSet) setPlace(g uint64, p granulePlace) {
	page := x.pages[g/pageGranules]
	if page == nil {
		page = new(granulePage)
		x.pages[g/pageGranules] = page
	}
	common := &page[g%pageGranules]
	if *common == p {
		return
	}
	if y := x.other(); y.begun(g) && y.place(g) == *common {
		y.apart[g] = *common
	}
	*common = p
}

// at returns the extent that starts at off.
func (x *granuleSet) at(off uint64) (extent, bool) {
	g := off / driver.Granule
	if off%driver.Granule != 0 || g/64 >= uint64(len(x.begins)) || !x.begun(g) {
		return extent{}, false
	}
	place := x.place(g)
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
	x.setPlace(from, granulePlace((to-from)<<idBits|e.id))
	x.begins[from/64] |= 1 << (from % 64)
	setBits(x.covered, from, to)
}

// evict takes out what has any of the granules from one to another.
func (x *granuleSet) evict(from, to uint64) {
	for g := from; g < to; g++ {
		if x.covered[g/64]>>(g%64)&1 != 0 {
			e, _ := x.at(lastBit(x.begins, g) * driver.Granule)
			x.clear(e)
		}
	}
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
	if len(x.apart) > 0 {
		delete(x.apart, from)
	}
}

// part returns the bits of [from, to) in the word that from is in, and where they end.
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

// lastBit returns the last bit that is set up to and with a place; there is one.
func lastBit(set []uint64, place uint64) uint64 {
	at := place / 64
	word := set[at] & (^uint64(0) >> (63 - place%64))
	for word == 0 {
		at--
		word = set[at]
	}
	return at*64 + uint64(bits.Len64(word)) - 1
}
