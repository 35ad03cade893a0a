// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"math/bits"

	"github.com/ascend-go/aclpool/internal/driver"
)

// table finds the span of a live allocation by its offset. It is a hash table with open
// addressing, which costs half of what a Go map does. The zero table is empty.
type table struct {
	slots []slot // a power of two, at most three quarters taken
	len   int
}

type slot struct {
	off  uint64
	span *span // nil for a free slot
}

// get answers the span at an offset, nil for none.
func (t *table) get(off uint64) *span {
	if t.len == 0 {
		return nil
	}
	return t.slots[t.find(off)].span
}

// put enters a span under its offset, where there is none.
func (t *table) put(s *span) {
	if 4*(t.len+1) > 3*len(t.slots) {
		t.grow()
	}
	t.slots[t.find(s.off)] = slot{s.off, s}
	t.len++
}

// take takes the span at an offset out and answers it, nil for none. It closes the gap,
// so that a search still ends at the first free slot.
func (t *table) take(off uint64) *span {
	if t.len == 0 {
		return nil
	}
	gap := t.find(off)
	taken := t.slots[gap].span
	if taken == nil {
		return nil
	}
	for at := t.after(gap); t.slots[at].span != nil; at = t.after(at) {
		// What stands between its home and here can move to the gap if the gap is no
		// nearer than its home.
		if mask := len(t.slots) - 1; (at-t.home(t.slots[at].off))&mask >= (at-gap)&mask {
			t.slots[gap] = t.slots[at]
			gap = at
		}
	}
	t.slots[gap] = slot{}
	t.len--
	return taken
}

// find answers the slot where an offset is or belongs.
func (t *table) find(off uint64) int {
	at := t.home(off)
	for t.slots[at].span != nil && t.slots[at].off != off {
		at = t.after(at)
	}
	return at
}

// home answers the slot from which the search for an offset starts: the top bits of a
// multiple of the golden ratio, which scatters neighbours evenly.
func (t *table) home(off uint64) int {
	const golden = 0x9e3779b97f4a7c15 // of 2^64
	return int(off / driver.Granule * golden >> (64 - bits.TrailingZeros(uint(len(t.slots)))))
}

func (t *table) after(at int) int { return (at + 1) & (len(t.slots) - 1) }

func (t *table) grow() {
	old := t.slots
	t.slots = make([]slot, max(8, 2*len(old)))
	for _, s := range old {
		if s.span != nil {
			t.slots[t.find(s.off)] = s
		}
	}
}
