// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/order"
)

// Use is work on a stream that uses memory: the memory is free for those who are ordered
// after the stamp.
type Use struct {
	Stream Stream
	Stamp  order.Stamp // of an operation of the stream
}

// guarded is the cached spans that carry places on other streams than their owner, until
// everybody knows those. A search looks at each that is large enough: which of them it is
// ordered after takes more than one number.
type guarded struct {
	free bestfit.Owner[*span]
	host *order.Host
	age  uint64 // of the host when it was last asked what it knows
}

// from yields the guarded spans of at least size granules, in best-fit order. They may
// change in the course of it.
func (b *Book) guardedFrom(size uint64) func(yield func(*span) bool) {
	return func(yield func(*span) bool) {
		c, ok := b.cached.Best(&b.guarded.free, size, always)
		for ok && yield(c.Value) {
			c, ok = b.cached.After(&b.guarded.free, c, always)
		}
	}
}

// gather makes the places that a block carries when it is freed on a line of work, by
// line: the end of every stream that it was noted to be used on, and the uses that the
// free is told of. What the free comes after anyway is left out.
func gather(line *order.Line, noted, told []Use) (carried []Use) {
	add := func(u Use) {
		if line.Knows(u.Stamp.Place) {
			u.Stamp.Release()
			return
		}
		at, found := slices.BinarySearchFunc(carried, u, byLine)
		switch {
		case !found:
			carried = slices.Insert(carried, at, u)
		case u.Stamp.Pos > carried[at].Stamp.Pos:
			carried[at].Stamp, u.Stamp = u.Stamp, carried[at].Stamp
			fallthrough
		default:
			u.Stamp.Release()
		}
	}
	for _, u := range noted {
		add(Use{u.Stream, u.Stream.Line().Here()})
	}
	for _, u := range told {
		add(Use{u.Stream, u.Stamp.Retain()})
	}
	return carried
}

func byLine(u, v Use) int { return cmp.Compare(u.Stamp.Line, v.Stamp.Line) }

// forget frees guarded spans from places that everybody knows by now.
func (b *Book) forget() {
	if b.guarded.free.Len() == 0 || b.guarded.age == b.guarded.host.Age() {
		return
	}
	b.guarded.age = b.guarded.host.Age()
	b.drop(func(u Use) bool { return b.guarded.host.Knows(u.Stamp.Place) })
}

// drop takes uses away from guarded spans.
func (b *Book) drop(gone func(Use) bool) {
	for s := range b.guardedFrom(0) {
		if !slices.ContainsFunc(s.uses, gone) {
			continue
		}
		b.pull(s)
		kept := s.uses[:0]
		for _, u := range s.uses {
			if gone(u) {
				u.Stamp.Release()
			} else {
				kept = append(kept, u)
			}
		}
		if s.guarded = len(kept) > 0; !s.guarded {
			kept = nil
		}
		s.uses = kept
		b.settle(s)
	}
}

// ordered reports that a line's next operation comes after all of the uses.
func ordered(line *order.Line, uses []Use) bool {
	for _, u := range uses {
		if !line.Knows(u.Stamp.Place) {
			return false
		}
	}
	return true
}

func usesExecuted(uses []Use) bool {
	for _, u := range uses {
		if u.Stamp.Pos > u.Stream.Executed() {
			return false
		}
	}
	return true
}

func usesUsable(uses []Use) bool {
	for _, u := range uses {
		if u.Stamp.Pos > u.Stream.Executed() && u.Stream.Failed() {
			return false
		}
	}
	return true
}

func sameUses(a, b []Use) bool {
	return slices.EqualFunc(a, b, func(u, v Use) bool { return u.Stamp.Place == v.Stamp.Place })
}

func release(uses []Use) {
	for _, u := range uses {
		u.Stamp.Release()
	}
}
