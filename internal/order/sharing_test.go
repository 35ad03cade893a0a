// SPDX-License-Identifier: Apache-2.0

package order

import (
	"math/rand/v2"
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

// start returns n lines of one device, numbered from 0.
func start(n int) (*Host, []*Line) {
	h := NewHost()
	lines := make([]*Line, n)
	for i := range lines {
		lines[i] = NewLine(uint64(i), h)
	}
	return h, lines
}

func TestNothingIsAllocatedInSteadyState(t *testing.T) {
	for name, n := range map[string]int{"few streams": 3, "many streams": 300} {
		t.Run(name, func(t *testing.T) {
			h, lines := start(n)
			for range 3 {
				ring(h, lines)
			}
			assert.Zero(t, testing.AllocsPerRun(50, func() { ring(h, lines) }), "record and wait")
			var last Place
			assert.Zero(t, testing.AllocsPerRun(50, func() {
				for p := range lines[0].Known {
					last = p
				}
			}), "walking what is known")
			assert.Equal(t, uint64(n-1), last.Line)
			assert.Zero(t, testing.AllocsPerRun(50, func() {
				ring(h, lines)
				s := lines[0].Here()
				h.After(s)
				s.Release()
			}), "with a synchronize")
		})
	}
}

func TestStampsShareWhatHasNotChanged(t *testing.T) {
	_, l := start(2)
	a, b := l[0], l[1]
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
	assert.Equal(t, uint64(1), first.known.last(0), "a stamp does not change")
}

func TestReleasedStampsComeBack(t *testing.T) {
	h, l := start(40)
	for i := range 1000 {
		a, b := l[i%len(l)], l[(i*7+1)%len(l)]
		a.Next()
		s := a.Here()
		b.After(s)
		kept := s.Retain()
		s.Release()
		if i%10 == 0 {
			h.After(kept)
		}
		kept.Release()
	}
	for _, l := range l {
		l.Retire()
	}
	assert.LessOrEqual(t, h.used, 4, "only the host's clock is left")
	h.release(h.known)
	assert.Zero(t, h.used)
}

func TestClocksLeaveOutWhatTheHostKnows(t *testing.T) {
	h, l := start(3)
	a, b, c := l[0], l[1], l[2]
	a.Next()
	before := a.Here()
	h.After(before)
	b.After(before)
	assert.Nil(t, b.known, "what the host knows is kept once")

	a.Next()
	b.After(a.Here())
	b.Next()
	c.After(b.Here())
	assert.Equal(t, []Place{{0, 2}, {1, 1}}, places(c.known))
	a.Retire()
	assert.Equal(t, []Place{{0, 2}, {1, 1}}, places(h.without(c.known, nil)))
	assert.Equal(t, []Place{{1, 1}}, places(h.without(c.known, h.known)))
}

func places(n *node) (all []Place) {
	for p, ok := n.from(0); ok; p, ok = n.from(p.Line + 1) {
		all = append(all, p)
	}
	return all
}

// A stream that lives on has waited for forty thousand that came and went. What they leave
// behind does not grow with their number.
func TestLinesThatAreGoneLeaveLittleBehind(t *testing.T) {
	h := NewHost()
	long := NewLine(0, h)
	var stay []*Line
	most := 0
	for id := range uint64(40_000) {
		l := NewLine(id+1, h)
		l.Next()
		s := l.Here()
		long.After(s)
		if id%2 == 0 {
			h.After(s)
		}
		s.Release()
		if id%10_000 == 0 {
			stay = append(stay, l)
			continue
		}
		l.Retire()
		most = max(most, h.used)
	}
	assert.LessOrEqual(t, most, 10*fewNodes)
	assert.Equal(t, len(stay)+1, h.count)
	for _, l := range stay {
		assert.True(t, long.Knows(Place{l.ID(), 1}))
	}
}

// Once the host has waited for everything, lines forget what they learned from each other.
func TestWhatTheHostKnowsIsForgotten(t *testing.T) {
	h, l := start(500)
	for round := range 20 {
		for i := range l {
			l[i].Next()
			s := l[i].Here()
			l[(i*13+round)%len(l)].After(s)
			s.Release()
		}
	}
	grown := h.used
	for range 20 {
		for i := range l {
			l[i].Next()
			s := l[i].Here()
			l[(i+1)%len(l)].After(s)
			h.After(s)
			s.Release()
		}
	}
	assert.LessOrEqual(t, h.used, 3*len(l), "of %d nodes", grown)
}

func BenchmarkRecordWait(b *testing.B) {
	h, lines := start(4)
	b.ReportAllocs()
	for b.Loop() {
		ring(h, lines)
	}
}

// Five thousand streams that record and wait at random, so that each comes to know of all:
// what is shared and what is kept once cannot help here.
func BenchmarkGossip(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	h, lines := start(5000)
	events := make([]Stamp, 3000)
	b.ReportAllocs()
	for b.Loop() {
		l, e := lines[r.IntN(len(lines))], &events[r.IntN(len(events))]
		l.Next()
		if r.IntN(2) == 0 {
			e.Release()
			*e = l.Here()
		} else {
			l.After(*e)
		}
		if r.IntN(50) == 0 {
			s := lines[r.IntN(len(lines))].Here()
			h.After(s)
			s.Release()
		}
	}
}
