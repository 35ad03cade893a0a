// SPDX-License-Identifier: Apache-2.0

package order

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// ring is what streams do for ever: each records, the next one waits.
func ring(h *Host, lines []*Line) {
	for i, l := range lines {
		l.Next()
		s := l.Here()
		next := lines[(i+1)%len(lines)]
		next.After(s)
		next.Next()
		s.Release()
	}
}

func TestNothingIsAllocatedInSteadyState(t *testing.T) {
	h := NewHost()
	lines := []*Line{NewLine(1, h), NewLine(2, h), NewLine(3, h)}
	ring(h, lines)
	assert.Zero(t, testing.AllocsPerRun(200, func() { ring(h, lines) }), "record and wait")
	var last Place
	assert.Zero(t, testing.AllocsPerRun(200, func() {
		for p := range lines[0].Known {
			last = p
		}
	}), "walking what is known")
	assert.Equal(t, uint64(3), last.Line)
	assert.Zero(t, testing.AllocsPerRun(200, func() {
		ring(h, lines)
		s := lines[0].Here()
		h.After(s)
		s.Release()
	}), "with a synchronize")
}

func TestStampsShareWhatHasNotChanged(t *testing.T) {
	h := NewHost()
	a, b := NewLine(1, h), NewLine(2, h)
	a.Next()
	known := a.Here()
	b.After(known)
	b.Next()
	first := b.Here()
	b.Next()
	second := b.Here()
	assert.Same(t, first.known, second.known)
	b.After(known) // nothing new
	assert.Same(t, first.known, b.known)
	a.Next()
	b.After(a.Here())
	assert.NotSame(t, first.known, b.known)
	assert.Equal(t, uint64(1), first.known.last(1), "a stamp does not change")
}

func TestReleasedStampsComeBack(t *testing.T) {
	h := NewHost()
	a, b := NewLine(1, h), NewLine(2, h)
	for range 10 {
		a.Next()
		s := a.Here()
		b.After(s)
		kept := s.Retain()
		s.Release()
		kept.Release()
	}
	assert.Equal(t, 1, a.known.refs)
	assert.Equal(t, 1, b.known.refs)
	assert.Empty(t, h.free, "nobody kept an old vector")
}

func TestVectorsLeaveOutWhatTheHostKnowsAndWhoIsGone(t *testing.T) {
	h := NewHost()
	a, b, c := NewLine(1, h), NewLine(2, h), NewLine(3, h)
	a.Next()
	before := a.Here()
	h.After(before)
	b.After(before)
	assert.Empty(t, b.known.places, "the host clock is kept once")

	a.Next()
	b.After(a.Here())
	b.Next()
	through := b.Here()
	c.After(through)
	assert.Equal(t, []Place{{Line: 1, Pos: 2}, {Line: 2, Pos: 1}}, c.known.places)
	a.Retire()
	assert.Len(t, h.lines, 2)

	d := NewLine(4, h)
	d.After(through) // taken while a was there
	assert.Equal(t, []Place{{Line: 2, Pos: 1}}, d.known.places)
}

// Lines that come and go leave no more behind than twice what there is.
func TestVectorsForgetWhoIsGone(t *testing.T) {
	h := NewHost()
	long := NewLine(0, h)
	var stay []*Line
	for id := range uint64(10_000) {
		l := NewLine(id+1, h)
		l.Next()
		s := l.Here()
		long.After(s)
		if id%2 == 0 {
			h.After(s)
		}
		s.Release()
		if id%1000 == 0 {
			stay = append(stay, l)
			continue
		}
		l.Retire()
		assert.LessOrEqual(t, len(long.known.places), 2*len(stay)+few)
		assert.LessOrEqual(t, len(h.known.places), 2*len(stay)+few)
	}
	assert.Len(t, h.lines, len(stay)+1)
	for _, l := range stay {
		assert.True(t, long.Knows(Place{l.ID(), 1}))
	}
}

func BenchmarkRecordWait(b *testing.B) {
	h := NewHost()
	lines := []*Line{NewLine(1, h), NewLine(2, h), NewLine(3, h), NewLine(4, h)}
	b.ReportAllocs()
	for b.Loop() {
		ring(h, lines)
	}
}
