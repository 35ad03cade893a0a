// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// granules is the extents of a pool, in two sets: those by calls, and those by execution.
// An extent is as large as a granule at least, so that no two of a set begin in the same
// one: it has its place where it begins. Places come in pages, made when they are first
// needed. What an allocation has in both sets is next to each other, which halves the
// memory that a pair of calls waits for.
type granules struct{ pages []*granulePage }

const pageGranules = 512

type granulePage struct {
	places [pageGranules]granulePlace
	begins [2][pageGranules / 64]uint64 // a bit for each granule in which an extent begins
	count  [2]int
}

type granulePlace struct {
	extents [2]extent
	_       [16]byte // to the size of a line of the processor's cache
}

// granuleSet is one of the two sets.
type granuleSet struct {
	*granules
	which int
	taken []uint64 // a bit for each page with extents of the set
}

// newGranules makes the two sets for a pool of size bytes.
func newGranules(size uint64) (live, mapped *granuleSet) {
	pages := (size/driver.Granule + pageGranules - 1) / pageGranules
	g := &granules{pages: make([]*granulePage, pages)}
	words := (pages + 63) / 64
	return &granuleSet{g, 0, make([]uint64, words)}, &granuleSet{g, 1, make([]uint64, words)}
}

// at answers the extent that starts at off.
func (x *granuleSet) at(off uint64) (extent, bool) {
	g := off / driver.Granule
	if p := x.page(g); p != nil {
		e := p.places[g%pageGranules].extents[x.which]
		return e, e.size > 0 && e.off == off
	}
	return extent{}, false
}

// hold reports whether one extent contains all of [off, off+n).
func (x *granuleSet) hold(off, n uint64) bool {
	e, ok := x.upTo(off)
	return ok && off < e.end() && n <= e.end()-off
}

// replace adds an extent, unless it is empty, and takes out those that overlap it.
func (x *granuleSet) replace(e extent) {
	if e.size == 0 {
		return
	}
	for {
		old, ok := x.upTo(e.end() - 1)
		if !ok || old.end() <= e.off {
			break
		}
		x.clear(old.off / driver.Granule)
	}
	g := e.off / driver.Granule
	at := g / pageGranules
	p := x.pages[at]
	if p == nil {
		p = new(granulePage)
		x.pages[at] = p
	}
	g %= pageGranules
	p.places[g].extents[x.which] = e
	p.begins[x.which][g/64] |= 1 << (g % 64)
	p.count[x.which]++
	x.taken[at/64] |= 1 << (at % 64)
}

// remove takes out an extent if it is there.
func (x *granuleSet) remove(e extent) {
	if old, ok := x.at(e.off); ok && old == e {
		x.clear(e.off / driver.Granule)
	}
}

// page answers the page of a granule, nil if there is none.
func (x *granules) page(g uint64) *granulePage {
	if at := g / pageGranules; at < uint64(len(x.pages)) {
		return x.pages[at]
	}
	return nil
}

// clear takes out the extent that begins in a granule.
func (x *granuleSet) clear(g uint64) {
	at := g / pageGranules
	p := x.pages[at]
	g %= pageGranules
	p.places[g].extents[x.which] = extent{}
	p.begins[x.which][g/64] &^= 1 << (g % 64)
	if p.count[x.which]--; p.count[x.which] == 0 {
		x.taken[at/64] &^= 1 << (at % 64)
	}
}

// upTo answers the last extent that starts at off or before it.
func (x *granuleSet) upTo(off uint64) (extent, bool) {
	g := off / driver.Granule
	at := g / pageGranules
	if p := x.page(g); p != nil {
		begins := p.begins[x.which][:]
		place, ok := lastBit(begins, g%pageGranules)
		if ok && p.places[place].extents[x.which].off > off { // in the same granule, but behind
			if ok = place > 0; ok {
				place, ok = lastBit(begins, place-1)
			}
		}
		if ok {
			return p.places[place].extents[x.which], true
		}
	}
	if at == 0 {
		return extent{}, false
	}
	at, ok := lastBit(x.taken, min(at, uint64(len(x.pages)))-1)
	if !ok {
		return extent{}, false
	}
	p := x.pages[at]
	place, _ := lastBit(p.begins[x.which][:], pageGranules-1)
	return p.places[place].extents[x.which], true
}

// lastBit answers the last bit that is set up to and with a place.
func lastBit(words []uint64, place uint64) (uint64, bool) {
	at := place / 64
	word := words[at] & (^uint64(0) >> (63 - place%64))
	for word == 0 {
		if at == 0 {
			return 0, false
		}
		at--
		word = words[at]
	}
	return at*64 + uint64(bits.Len64(word)) - 1, true
}
