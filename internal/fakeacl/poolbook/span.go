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

// span is a range of the pool, in a list that covers the pool in the order of
// addresses. Most are live allocations, so one is no larger than a line of the cache:
// what the others need is on a label.
type span struct {
	off, size  uint64 // bytes
	prev, next *span
	owner      *owner // of a cached span
	*label            // of a cached span, and of a used one whose uses are noted
	state      state
	guarded    bool // cached, with uses
}

// label is what a cached span carries.
type label struct {
	freed order.Stamp // the place of the free and what it implied; zero if nobody's
	// uses are the places that count beside that of the free, and while the span is
	// used the streams that were noted.
	uses         []Use
	older, newer *span // among its owner's pending frees
	linked       bool  // that it is among those
	offered      bool  // that it is among the offers to anybody
	item, offer  bestfit.Item
}

// complete reports that the free of a cached span has executed, and all that it carries.
func (s *span) complete() bool {
	return s.freed.Pos <= s.owner.executed() && usesExecuted(s.uses)
}

// usable reports that a cached span can be had at all: what a failed stream left pending
// never executes.
func (s *span) usable() bool {
	return s.freed.Pos <= s.owner.usable() && usesUsable(s.uses)
}

// block is the span as the searches see it, in granules.
func (s *span) block() bestfit.Block[*span] {
	return bestfit.Block[*span]{Size: s.size / driver.Granule, Addr: s.off / driver.Granule, Value: s}
}

// file enters a span under its state. Until the matching pull its size, state, owner and
// places must not change.
func (b *Book) file(s *span) {
	b.shelve(s)
	if s.state == cached && !s.guarded {
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

// shelve enters a span where searches find it.
func (b *Book) shelve(s *span) {
	switch s.state {
	case fresh:
		b.fresh.Insert(s.block())
	case used:
		b.used.put(s)
	case cached:
		s.item = b.cached.Insert(b.shelf(s), s.block(), s.freed.Pos)
		if b.offers.wanted {
			b.offer(s)
		}
	}
}

// unshelve takes a span out of where searches find it.
func (b *Book) unshelve(s *span) {
	switch s.state {
	case fresh:
		b.fresh.Remove(s.block())
	case used:
		b.used.take(s.off)
	case cached:
		b.cached.Remove(b.shelf(s), s.item)
		if s.offered {
			b.withdraw(s)
		}
	}
}

// shelf answers whose blocks a cached span is among.
func (b *Book) shelf(s *span) *bestfit.Owner {
	if s.guarded {
		return &b.guarded.free
	}
	return &s.owner.free
}

// take pulls the low n bytes of a span. The rest stays filed and keeps state, owner and
// places.
func (b *Book) take(s *span, n uint64) {
	if s.size == n {
		b.pull(s)
		return
	}
	b.unshelve(s)
	rest := b.idle.span()
	*rest = span{
		off: s.off + n, size: s.size - n, prev: s, next: s.next,
		state: s.state, owner: s.owner, guarded: s.guarded,
	}
	if s.next != nil {
		s.next.prev = rest
	}
	if s.state == cached {
		rest.label = b.idle.label()
		rest.freed, rest.uses = s.freed.Retain(), retained(s.uses)
		s.owner.relink(s, rest)
	}
	s.next, s.size = rest, n
	b.shelve(rest)
}

// turn gives a pulled span another state, without owner and label.
func (b *Book) turn(s *span, to state) {
	s.state, s.owner, s.guarded = to, nil, false
	if s.label != nil {
		s.freed.Release()
		release(s.uses)
		b.idle.keepLabel(s.label)
		s.label = nil
	}
}

// settle files a pulled span as one with the neighbours that it joins.
func (b *Book) settle(s *span) {
	if p := s.prev; p != nil && p.joins(s) {
		b.pull(p)
		b.absorb(p, s)
		s = p
	}
	if n := s.next; n != nil && s.joins(n) {
		b.pull(n)
		b.absorb(s, n)
	}
	b.file(s)
}

// joins reports that two neighbours are to be one span.
func (s *span) joins(n *span) bool {
	return s.state == n.state && s.state != used && s.owner == n.owner && s.guarded == n.guarded &&
		(!s.guarded || sameUses(s.uses, n.uses))
}

// absorb extends s over its next neighbour, both pulled, with the later place of the
// two.
func (b *Book) absorb(s, n *span) {
	if s.state == cached && n.freed.Pos > s.freed.Pos {
		s.freed, n.freed = n.freed, s.freed
	}
	b.turn(n, fresh)
	s.size += n.size
	if s.next = n.next; s.next != nil {
		s.next.prev = s
	}
	b.idle.keepSpan(n)
}
