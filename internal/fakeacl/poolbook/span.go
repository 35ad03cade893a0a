// SPDX-License-Identifier: Apache-2.0

package poolbook

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
	linked    bool // that it is among its owner's pending frees
	offered   bool // that it is among the offers to anybody
	off, size uint64

	// Of a cached one:
	owner *owner
	freed order.Stamp // the place of the free and what it implied; zero if nobody's

	older, newer *span // among its owner's pending frees
	item, offer  bestfit.Item[*span]
}

func (s *span) end() uint64 { return s.off + s.size }

// usable reports that a cached span can be had at all: what a failed stream left pending
// never executes.
func (s *span) usable() bool {
	return s.freed.Pos <= s.owner.usable()
}

// block is the span as the searches see it, in granules.
func (s *span) block() bestfit.Block[*span] {
	return bestfit.Block[*span]{Size: s.size / driver.Granule, Addr: s.off / driver.Granule, Value: s}
}

// file enters a span under its state. Until the matching pull its range, state, owner and
// places must not change.
func (b *Book) file(s *span) {
	b.shelve(s)
	if s.state == cached {
		s.owner.link(s)
	}
}

// pull takes a span out of where file entered it.
func (b *Book) pull(s *span) {
	b.unshelve(s)
	if s.state == cached {
		s.owner.unlink(s)
	}
}

// shelve enters a span where searches and neighbours find it.
func (b *Book) shelve(s *span) {
	b.row.setSpan(s, s.number)
	if s.state == fresh {
		b.fresh.Insert(s.block())
		return
	}
	s.item = b.cached.Insert(&s.owner.free, s.block(), s.freed.Pos)
	if b.offers.wanted {
		b.offer(s)
	}
}

// unshelve takes a span out of where searches and neighbours find it.
func (b *Book) unshelve(s *span) {
	b.row.setSpan(s, 0)
	if s.state == fresh {
		b.fresh.Remove(s.block())
		return
	}
	b.cached.Remove(&s.owner.free, s.item)
	if s.offered {
		b.withdraw(s)
	}
}

// cut takes the low n bytes out of a span. What is left of it stays filed and keeps
// state, owner and places.
func (b *Book) cut(s *span, n uint64) {
	if s.size == n {
		b.pull(s)
		b.spans.give(s)
		return
	}
	b.unshelve(s)
	s.off += n
	s.size -= n
	if s.linked {
		s.owner.pending -= n
	}
	b.shelve(s)
}

// coalesce files a span as one with the neighbours that it joins.
func (b *Book) coalesce(s *span) {
	if p := b.before(s.off); p != nil && p.joins(s) {
		b.pull(p)
		s.absorb(p)
		s.off = p.off
		b.spans.give(p)
	}
	if n := b.after(s.end()); n != nil && s.joins(n) {
		b.pull(n)
		s.absorb(n)
		b.spans.give(n)
	}
	b.file(s)
}

// joins reports that two neighbours are to be one span.
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
