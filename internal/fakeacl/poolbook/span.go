// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/order"
)

type state uint8

const (
	fresh state = iota
	used
	cached
)

// span is a range of the pool, in a list that covers the pool in the order of
// addresses.
type span struct {
	off, size  uint64 // bytes
	state      state
	owner      Stream      // of a cached span: who freed it, nil for nobody
	freed      order.Stamp // of a cached span with an owner: the place of the free and what it implied
	prev, next *span
}

// complete reports that the free of a cached span has executed.
func (s *span) complete() bool { return s.owner == nil || s.freed.Pos <= s.owner.Executed() }

// usable reports that a cached span can be had at all: the free of one that a failed
// stream left pending never executes.
func (s *span) usable() bool { return s.owner == nil || !s.owner.Failed() || s.complete() }

func (s *span) block() bestfit.Block[*span] {
	return bestfit.Block[*span]{Size: s.size, Addr: s.off, Value: s}
}

// file enters a span under its state. Until the matching pull its size, state and owner
// must not change.
func (b *Book) file(s *span) {
	switch s.state {
	case fresh:
		b.fresh.Insert(s.block())
	case used:
		b.used[s.off] = s
	case cached:
		b.cached.Insert(s.owner, s.block())
	}
}

// pull takes a span out of where file entered it.
func (b *Book) pull(s *span) {
	switch s.state {
	case fresh:
		b.fresh.Remove(s.block())
	case used:
		delete(b.used, s.off)
	case cached:
		b.cached.Remove(s.owner, s.block())
	}
}

// cut shortens a pulled span to its low n bytes and files the rest, which keeps state,
// owner and place.
func (b *Book) cut(s *span, n uint64) {
	if s.size == n {
		return
	}
	rest := b.idle
	if rest == nil {
		rest = new(span)
	} else {
		b.idle = rest.next
	}
	*rest = span{
		off: s.off + n, size: s.size - n,
		state: s.state, owner: s.owner, freed: s.freed.Retain(),
		prev: s, next: s.next,
	}
	if s.next != nil {
		s.next.prev = rest
	}
	s.next, s.size = rest, n
	b.file(rest)
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
	return s.state == n.state && s.state != used && s.owner == n.owner
}

// absorb extends s over its next neighbour, both pulled, with the later place of the
// two.
func (b *Book) absorb(s, n *span) {
	if n.freed.Pos > s.freed.Pos {
		s.freed, n.freed = n.freed, s.freed
	}
	n.freed.Release()
	s.size += n.size
	if s.next = n.next; s.next != nil {
		s.next.prev = s
	}
	*n = span{next: b.idle}
	b.idle = n
}
