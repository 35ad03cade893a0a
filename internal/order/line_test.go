// SPDX-License-Identifier: Apache-2.0

package order_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/order"
)

// lines makes n lines of one device, numbered from 0.
func lines(n int) (*order.Host, []*order.Line) {
	h := order.NewHost()
	var all []*order.Line
	for id := range n {
		all = append(all, order.NewLine(uint64(id), h))
	}
	return h, all
}

// enqueue adds one operation and stamps it.
func enqueue(l *order.Line) order.Stamp {
	l.Next()
	return l.Here()
}

func TestPositionsCountFromOne(t *testing.T) {
	_, l := lines(2)
	assert.Zero(t, l[1].Pos())
	assert.Equal(t, uint64(1), l[1].Next())
	assert.Equal(t, uint64(2), l[1].Next())
	assert.Equal(t, uint64(2), l[1].Pos())
	assert.Equal(t, order.Place{Line: 1, Pos: 2}, l[1].Here().Place)
	assert.Equal(t, uint64(1), l[1].ID())
	assert.Zero(t, l[0].Pos())
}

func TestKnows(t *testing.T) {
	tests := map[string]func(t *testing.T, h *order.Host, l []*order.Line){
		"a line knows its own past, not its future": func(t *testing.T, _ *order.Host, l []*order.Line) {
			l[0].Next()
			assert.True(t, l[0].Knows(order.Place{Line: 0, Pos: 1}))
			assert.False(t, l[0].Knows(order.Place{Line: 0, Pos: 2}))
		},
		"nothing is known without a wait": func(t *testing.T, _ *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[1].Next()
			assert.False(t, l[1].Knows(a.Place))
		},
		"a wait knows the stamp and what came before it, not what came after": func(t *testing.T, _ *order.Host, l []*order.Line) {
			before, a, after := enqueue(l[0]), enqueue(l[0]), enqueue(l[0])
			l[1].After(a)
			assert.True(t, l[1].Knows(before.Place))
			assert.True(t, l[1].Knows(a.Place))
			assert.False(t, l[1].Knows(after.Place))
			assert.False(t, l[0].Knows(order.Place{Line: 1, Pos: 1}))
		},
		"a chain of waits": func(t *testing.T, _ *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[1].After(a)
			b := enqueue(l[1])
			l[2].After(b)
			assert.True(t, l[2].Knows(a.Place))
			assert.True(t, l[2].Knows(b.Place))
		},
		"a stamp does not learn what its line learns later": func(t *testing.T, _ *order.Host, l []*order.Line) {
			a, early := enqueue(l[0]), enqueue(l[1])
			l[1].After(a)
			l[2].After(early)
			assert.False(t, l[2].Knows(a.Place))
			assert.True(t, l[1].Knows(a.Place))
		},
		"an older stamp takes nothing away": func(t *testing.T, _ *order.Host, l []*order.Line) {
			older, newer := enqueue(l[0]), enqueue(l[0])
			l[1].After(newer)
			l[1].After(older)
			assert.True(t, l[1].Knows(newer.Place))
		},
		"the wait for a free counts for its place and what it implied, not for later work": func(t *testing.T, _ *order.Host, l []*order.Line) {
			implied := enqueue(l[2])
			l[0].After(implied)
			free := enqueue(l[0])
			late := enqueue(l[2])
			l[0].After(late)
			work := enqueue(l[0])
			l[1].After(free)
			assert.True(t, l[1].Knows(free.Place))
			assert.True(t, l[1].Knows(implied.Place))
			assert.False(t, l[1].Knows(work.Place))
			assert.False(t, l[1].Knows(late.Place))
		},
		"what the host waited for is known to all, and what it implied": func(t *testing.T, h *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[1].After(a)
			b := enqueue(l[1])
			h.After(b)
			for _, line := range append(l, order.NewLine(9, h)) {
				assert.True(t, line.Knows(a.Place))
				assert.True(t, line.Knows(b.Place))
			}
		},
		"a synchronize proves what was enqueued when it began": func(t *testing.T, h *order.Host, l []*order.Line) {
			awaited := enqueue(l[0])
			a := enqueue(l[2])
			l[0].After(a)
			later := enqueue(l[0])
			h.After(awaited)
			assert.True(t, h.Knows(awaited.Place))
			assert.False(t, h.Knows(later.Place))
			assert.False(t, l[1].Knows(later.Place))
			assert.False(t, l[1].Knows(a.Place))
		},
		"zero stamps and places are nothing": func(t *testing.T, h *order.Host, l []*order.Line) {
			l[0].Next()
			l[1].After(order.Stamp{})
			h.After(order.Stamp{})
			order.Stamp{}.Retain().Release()
			assert.True(t, l[1].Knows(order.Place{}))
			assert.False(t, l[1].Knows(order.Place{Line: 0, Pos: 1}))
		},
		"all of a retired line is known": func(t *testing.T, h *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[0].Retire()
			l[0].Retire()
			assert.True(t, l[1].Knows(a.Place))
			assert.True(t, order.NewLine(9, h).Knows(a.Place))
		},
		"a retired line proves nothing of what it waited for, unless the host awaited it": func(t *testing.T, h *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[1].After(a)
			end := enqueue(l[1])
			l[1].Retire()
			assert.False(t, l[2].Knows(a.Place))
			h.After(end)
			assert.True(t, l[2].Knows(a.Place))
		},
		"what came through a line stays known when that is retired": func(t *testing.T, _ *order.Host, l []*order.Line) {
			a := enqueue(l[0])
			l[1].After(a)
			b := enqueue(l[1])
			l[1].Retire()
			l[2].After(b)
			assert.True(t, l[2].Knows(a.Place))
		},
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) {
			h, l := lines(3)
			f(t, h, l)
		})
	}
}

func TestKnownStopsWhenTold(t *testing.T) {
	h, l := lines(4)
	for _, other := range l[1:3] {
		l[0].After(enqueue(other))
	}
	h.After(enqueue(l[3]))
	var seen []order.Place
	for p := range l[0].Known {
		seen = append(seen, p)
		if len(seen) == 2 {
			break
		}
	}
	assert.Equal(t, []order.Place{{Line: 1, Pos: 1}, {Line: 2, Pos: 1}}, seen)
}

func TestVersionGrowsWithWhatTheHostKnows(t *testing.T) {
	h, l := lines(3)
	a, b := enqueue(l[0]), enqueue(l[1])
	version := h.Version()
	l[2].After(a)
	assert.Equal(t, version, h.Version(), "what a line knows is not what the host knows")
	h.After(b)
	assert.Greater(t, h.Version(), version)
	version = h.Version()
	h.After(b)
	assert.Equal(t, version, h.Version(), "nothing new")
	l[0].Retire()
	assert.Greater(t, h.Version(), version)
	assert.Same(t, h, l[1].Host())
}
