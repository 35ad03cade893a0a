// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"container/heap"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// TrimTo gives cached memory back to the device until no more than keep bytes, rounded
// up to the granule, stay reserved, or no more than is used, whatever the threshold. It
// never takes memory whose free has not executed. It returns the bytes that it released,
// or RTInternalError when keep exceeds the pool.
func (p *Pool) TrimTo(keep uint64) (released uint64, code driver.Code) {
	if keep > p.size {
		return 0, driver.RTInternalError
	}
	released = p.trim(keep)
	p.check()
	return released, driver.Success
}

// Synchronized is the trim that a successful synchronize of a stream, event, context or
// device brings to every pool of the device: as TrimTo, down to the threshold.
func (p *Pool) Synchronized() {
	p.trim(p.attrs.Threshold)
	p.check()
}

// trim releases the smallest complete span first, the lowest among equals; the last one
// is cut at its low end. It returns the bytes released.
func (p *Pool) trim(keep uint64) (released uint64) {
	keep, _ = driver.RoundUp(keep, driver.Granule) // no more than the pool, which is a multiple
	before := p.attrs.Reserved
	if before <= keep {
		return 0
	}
	p.collectTrimmable()
	for p.attrs.Reserved > keep && len(p.trimmable) > 0 {
		o := p.trimmable[0]
		s := o.nextTrim.Value
		p.release(s, min(s.size, p.attrs.Reserved-keep))
		if p.advanceTrim(o) {
			heap.Fix(&p.trimmable, 0)
		} else {
			heap.Pop(&p.trimmable)
		}
	}
	clear(p.trimmable)
	p.trimmable = p.trimmable[:0]
	return before - p.attrs.Reserved
}

// release makes the low n bytes of a cached span fresh.
func (p *Pool) release(s *span, n uint64) {
	off := s.off
	p.cut(s, n)
	p.mem.Give(off, n)
	p.attrs.Reserved -= n
	released := p.spans.take()
	released.off, released.size = off, n
	p.coalesce(released)
}

// Executed notes that more operations of s have executed since the last call. It must be
// called before a trim, and before an allocation that is ordered after them because the host
// is: both look at those streams alone. Of many that have memory cached most have not gone on.
func (p *Pool) Executed(s poolmodel.Stream) {
	if o := p.owners.of(s.Line()); o != nil && o.ready == 0 && o.free.Len() > 0 {
		p.ready = append(p.ready, o)
		o.ready = len(p.ready)
	}
}

// dropReady removes an owner from those that may have complete spans.
func (p *Pool) dropReady(o *owner) {
	if o.ready == 0 {
		return
	}
	last := len(p.ready) - 1
	moved := p.ready[last]
	p.ready[o.ready-1], moved.ready = moved, o.ready
	p.ready[last], o.ready = nil, 0
	p.ready = p.ready[:last]
}

// collectTrimmable fills the heap with the owners that have a complete span. It forgets those
// that have none: they get one only if their stream goes on.
func (p *Pool) collectTrimmable() {
	p.addTrimmable(&p.owners.nobody)
	for i := len(p.ready) - 1; i >= 0; i-- {
		if o := p.ready[i]; !p.addTrimmable(o) {
			p.dropReady(o)
		}
	}
	heap.Init(&p.trimmable)
}

// addTrimmable adds an owner to the heap. It reports whether there is a complete span.
func (p *Pool) addTrimmable(o *owner) bool {
	o.nextTrim, o.trimUpTo = bestfit.Block[*span]{}, o.executed()
	if !p.advanceTrim(o) {
		return false
	}
	p.trimmable = append(p.trimmable, o)
	return true
}

// advanceTrim moves an owner on to its next complete span. It reports whether there is
// one.
func (p *Pool) advanceTrim(o *owner) (ok bool) {
	o.nextTrim, ok = p.cached.After(&o.free, o.nextTrim, o.trimUpTo)
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
