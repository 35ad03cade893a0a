// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/order"
)

type state uint8

const (
	free state = iota
	busy
	cached
)

// segment is a part of the pool, in a list that covers it in the order of addresses.
type segment struct {
	off, size  uint64 // bytes
	state      state
	stream     uint64      // of a busy or cached one: who allocated it, or split it last
	count      uint64      // of a cached one: event records that the stream had made
	freed      order.Stamp // of a cached one: the place of the free, for the device
	prev, next *segment
}

func (s *segment) block() bestfit.Block[*segment] {
	return bestfit.Block[*segment]{Size: s.size, Addr: s.off, Value: s}
}

// file enters a segment under its state.
func (p *Pool) insert(s *segment) {
	switch s.state {
	case free:
		p.free.Insert(s.block())
	case busy:
		p.busy[s.off] = s
	case cached:
		p.cached.Insert(s.block())
	}
}

// remove takes a segment out of where file entered it.
func (p *Pool) remove(s *segment) {
	switch s.state {
	case free:
		p.free.Remove(s.block())
	case busy:
		delete(p.busy, s.off)
	case cached:
		p.cached.Remove(s.block())
	}
}

// split shortens a pulled segment to its low n bytes. The rest keeps all but the stream.
func (p *Pool) split(s *segment, n, stream uint64) {
	if s.size == n {
		return
	}
	rest := &segment{
		off: s.off + n, size: s.size - n,
		state: s.state, stream: stream, count: s.count, freed: s.freed.Retain(),
		prev: s, next: s.next,
	}
	if s.next != nil {
		s.next.prev = rest
	}
	s.next, s.size = rest, n
	p.insert(rest)
}

// coalesce files a pulled segment as one with the neighbours that it merges with. The
// place of the free is that of s, which is the latest.
func (p *Pool) coalesce(s *segment) {
	if prev := s.prev; prev != nil && prev.merges(s) {
		p.remove(prev)
		prev.freed.Release()
		prev.freed = s.freed
		prev.extend(s)
		s = prev
	}
	if n := s.next; n != nil && s.merges(n) {
		p.remove(n)
		n.freed.Release()
		s.extend(n)
	}
	p.insert(s)
}

// extend takes the next neighbour in.
func (s *segment) extend(n *segment) {
	s.size += n.size
	if s.next = n.next; s.next != nil {
		s.next.prev = s
	}
}

// merges reports whether two neighbours become one: free ones, and cached ones that were
// freed alike, but not with the last segment of the pool.
func (s *segment) merges(n *segment) bool {
	switch {
	case s.state != n.state:
		return false
	case s.state == cached:
		return s.stream == n.stream && s.count == n.count && n.next != nil
	}
	return s.state == free
}
