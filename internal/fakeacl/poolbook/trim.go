// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"container/heap"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
)

// TrimTo gives cached memory back to the device until no more than keep bytes, rounded
// up to the granule, stay reserved, or no more than is used, whatever the threshold. It
// never takes memory whose free has not executed. It answers the bytes that it released
// and those that are pending in the pool, or RTInternalError when keep exceeds the pool.
func (b *Book) TrimTo(keep uint64) (released, pending uint64, code driver.Code) {
	if keep > b.size {
		return 0, 0, driver.RTInternalError
	}
	released = b.trim(keep)
	b.check()
	return released, b.pending(), driver.Success
}

// Synchronized is the trim that a successful synchronize of a stream, event, context or
// device brings to every pool of the device: as TrimTo, down to the threshold.
func (b *Book) Synchronized() {
	b.trim(b.attrs.threshold)
	b.check()
}

// trim releases the smallest complete span first, the lowest among equals; the last one
// is cut at its low end. It returns the bytes released.
func (b *Book) trim(keep uint64) (released uint64) {
	keep, _ = roundUp(keep) // no more than the pool, which is a multiple
	before := b.counts.reserved
	if before <= keep {
		return 0
	}
	b.collectTrimmable()
	for b.counts.reserved > keep && len(b.trimmable) > 0 {
		o := b.trimmable[0]
		s := o.nextTrim.Value
		b.release(s, min(s.size, b.counts.reserved-keep))
		if b.advanceTrim(o) {
			heap.Fix(&b.trimmable, 0)
		} else {
			heap.Pop(&b.trimmable)
		}
	}
	clear(b.trimmable)
	b.trimmable = b.trimmable[:0]
	return before - b.counts.reserved
}

// release makes the low n bytes of a cached span fresh.
func (b *Book) release(s *span, n uint64) {
	off := s.off
	b.cut(s, n)
	b.mem.Give(off, n)
	b.counts.reserved -= n
	released := b.spans.take()
	released.off, released.size = off, n
	b.coalesce(released)
}

// collectTrimmable fills the heap with the owners that have a complete span.
func (b *Book) collectTrimmable() {
	b.addTrimmable(&b.owners.nobody)
	for _, o := range b.owners.all {
		b.addTrimmable(o)
	}
	heap.Init(&b.trimmable)
}

func (b *Book) addTrimmable(o *owner) {
	o.nextTrim, o.trimUpTo = bestfit.Block[*span]{}, o.executed()
	if b.advanceTrim(o) {
		b.trimmable = append(b.trimmable, o)
	}
}

// advanceTrim moves an owner on to its next complete span. It reports whether there is
// one.
func (b *Book) advanceTrim(o *owner) (ok bool) {
	o.nextTrim, ok = b.cached.After(&o.free, o.nextTrim, o.trimUpTo)
	return ok
}

// trimHeap is the owners with a complete span, as a heap for [heap.Interface]: the first
// has the one that comes first in best-fit order.
type trimHeap []*owner

func (h trimHeap) Len() int           { return len(h) }
func (h trimHeap) Less(i, j int) bool { return h[i].nextTrim.Before(h[j].nextTrim) }
func (h trimHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is never called: the heap is filled at once.
func (h *trimHeap) Push(o any) { *h = append(*h, o.(*owner)) }

// Pop takes the last owner out, as [heap.Pop] wants it.
func (h *trimHeap) Pop() any {
	last := len(*h) - 1
	o := (*h)[last]
	(*h)[last], *h = nil, (*h)[:last]
	return o
}
