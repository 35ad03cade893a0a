// SPDX-License-Identifier: Apache-2.0

package hazard

import "math"

// space is an address space: its blocks and, inside and outside of them, its segments.
type space struct {
	blocks   addresses[*block]
	segments addresses[*segment]
	head     segment // of the ring of segments, by address; it is behind all of them
}

func (s *space) start() {
	s.head.from, s.head.to = math.MaxUint64, math.MaxUint64
	s.head.before, s.head.after = &s.head, &s.head
}

// end returns the address behind a range, or the last address if there is none.
func end(addr, size uint64) uint64 {
	if addr+size < addr {
		return math.MaxUint64
	}
	return addr + size
}

// block returns the block that an address is in, or nil.
func (s *space) block(addr uint64) *block {
	if b, ok := s.blocks.upTo(addr); ok && addr < b.end() {
		return b
	}
	return nil
}

// from returns the first segment that has an address or is behind it. It is the head if there
// is none.
func (s *space) from(addr uint64) *segment {
	g, ok := s.segments.upTo(addr)
	switch {
	case !ok:
		return s.head.after
	case g.to <= addr:
		return g.after
	}
	return g
}

// near is from, where g may be the segment. It may have been dropped since it was found, and
// used again.
func (s *space) near(g *segment, addr uint64) *segment {
	if g != nil && g.from <= addr && addr < g.to && g.space == s {
		return g
	}
	return s.from(addr)
}

// within yields the segments that have bytes of a range, in order of address. The first of them
// may be near.
func (s *space) within(from, to uint64, near *segment) func(yield func(*segment) bool) {
	return func(yield func(*segment) bool) {
		if from >= to {
			return
		}
		for g := s.near(near, from); g.from < to; g = g.after {
			if !yield(g) {
				return
			}
		}
	}
}
