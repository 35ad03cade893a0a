// SPDX-License-Identifier: Apache-2.0

package hazard

import "math"

// space is an address space: its blocks and, inside and outside of them, its segments.
type space struct {
	blocks   addresses[*block]
	segments addresses[*segment]
	head     segment // of the ring of segments, by address; it is behind all of them

	recent *segment // that was found last; nil for none
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
	if g := s.recent; g != nil && g.from <= addr && addr < g.to {
		return g
	}
	g, ok := s.segments.upTo(addr)
	switch {
	case !ok:
		return s.head.after
	case g.to <= addr:
		return g.after
	}
	s.recent = g
	return g
}

// within yields the segments that have bytes of a range, in order of address.
func (s *space) within(from, to uint64) func(yield func(*segment) bool) {
	return func(yield func(*segment) bool) {
		if from >= to {
			return
		}
		for g := s.from(from); g.from < to; g = g.after {
			if !yield(g) {
				return
			}
		}
	}
}
