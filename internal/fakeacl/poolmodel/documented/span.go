// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

type state uint8

const (
	fresh state = iota
	used
	cached
)

// span is a range of the pool that is fresh or cached.
type span struct {
	number    uint32 // among the spans of the pool
	state     state
	pending   bool // that it is among its owner's pending frees
	inAny     bool // that it is in the index of all cached spans
	off, size uint64

	// Of a cached one:
	owner *owner
	freed order.Stamp // the place of the free and what it implied; zero without an owner

	older, newer  *span // among its owner's pending frees
	item, anyItem bestfit.Item[*span]
}

func (s *span) end() uint64 { return s.off + s.size }

// usable reports whether a cached span can be had at all: what a failed stream left pending
// never executes.
func (s *span) usable() bool {
	return s.freed.Pos <= s.owner.usable()
}

// block is the span as the searches see it, in granules.
func (s *span) block() bestfit.Block[*span] {
	return bestfit.Block[*span]{Size: s.size / driver.Granule, Addr: s.off / driver.Granule, Value: s}
}

// file enters a span under its state. Until the matching remove its range, state, owner and
// places must not change.
func (p *Pool) insert(s *span) {
	p.index(s)
	if s.state == cached {
		s.owner.addPending(s)
	}
}

// remove takes a span out of where file entered it.
func (p *Pool) remove(s *span) {
	p.unindex(s)
	if s.state == cached {
		s.owner.removePending(s)
	}
}

// index enters a span where searches and neighbours find it.
func (p *Pool) index(s *span) {
	p.tags.setSpan(s, s.number)
	if s.state == fresh {
		p.fresh.Insert(s.block())
		return
	}
	s.item = p.cached.Insert(&s.owner.free, s.block(), s.freed.Pos)
	p.owners.mark(s.owner)
	if p.anyOwner.enabled {
		p.insertAny(s)
	}
}

// unindex takes a span out of where searches and neighbours find it.
func (p *Pool) unindex(s *span) {
	p.tags.setSpan(s, 0)
	if s.state == fresh {
		p.fresh.Remove(s.block())
		return
	}
	p.cached.Remove(&s.owner.free, s.item)
	if s.inAny {
		p.removeAny(s)
	}
}

// cut takes the low n bytes out of a span. What is left of it stays filed and keeps
// state, owner and places.
func (p *Pool) cut(s *span, n uint64) {
	if s.size == n {
		p.remove(s)
		p.spans.give(s)
		return
	}
	p.unindex(s)
	s.off += n
	s.size -= n
	if s.pending {
		s.owner.pending -= n
	}
	p.index(s)
}

// coalesce files a span as one with the neighbours that it joins.
func (p *Pool) coalesce(s *span) {
	if prev := p.before(s.off); prev != nil && prev.joins(s) {
		p.remove(prev)
		s.absorb(prev)
		s.off = prev.off
		p.spans.give(prev)
	}
	if n := p.after(s.end()); n != nil && s.joins(n) {
		p.remove(n)
		s.absorb(n)
		p.spans.give(n)
	}
	p.insert(s)
}

// joins reports whether two neighbours are to be one span.
func (s *span) joins(n *span) bool {
	return s.state == n.state && s.owner == n.owner
}

// absorb adds the bytes of a neighbour, and takes the later place of the two.
func (s *span) absorb(n *span) {
	if s.state == cached && n.freed.Pos > s.freed.Pos {
		s.freed, n.freed = n.freed, s.freed
	}
	s.size += n.size
}
