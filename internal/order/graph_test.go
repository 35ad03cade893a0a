// SPDX-License-Identifier: Apache-2.0

package order_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/order"
)

// graph is happens-before as it is defined: operations, an edge from each to those that
// it directly follows, and a search along the edges.
type graph struct {
	after   map[order.Place][]order.Place
	ends    map[uint64]order.Place   // last operation of each line
	waits   map[uint64][]order.Place // edges for the next operation of each line
	host    []order.Place            // edges for every next operation
	retired map[uint64]bool
}

func newGraph() *graph {
	return &graph{
		after:   make(map[order.Place][]order.Place),
		ends:    make(map[uint64]order.Place),
		waits:   make(map[uint64][]order.Place),
		retired: make(map[uint64]bool),
	}
}

func (g *graph) start(line uint64) { g.ends[line] = order.Place{Line: line} }

// edges returns what the next operation of a line directly follows.
func (g *graph) edges(line uint64) []order.Place {
	return slices.Concat([]order.Place{g.ends[line]}, g.waits[line], g.host)
}

func (g *graph) next(line uint64) order.Place {
	p := order.Place{Line: line, Pos: g.ends[line].Pos + 1}
	g.after[p] = g.edges(line)
	g.ends[line], g.waits[line] = p, nil
	return p
}

// knows searches p in the past of the line's next operation.
func (g *graph) knows(line uint64, p order.Place) bool {
	return g.retired[p.Line] || g.reaches(g.edges(line), p)
}

// reaches searches p from the given operations.
func (g *graph) reaches(open []order.Place, p order.Place) bool {
	seen := make(map[order.Place]bool)
	open = slices.Clone(open)
	for len(open) > 0 {
		q := open[len(open)-1]
		open = open[:len(open)-1]
		if q == p {
			return true
		}
		if !seen[q] {
			seen[q] = true
			open = append(open, g.after[q]...)
		}
	}
	return false
}

// taken is a stamp and what the graph was when it was taken.
type taken struct {
	order.Stamp
	retired map[uint64]bool
}

func (g *graph) taken(s order.Stamp) taken { return taken{s, maps.Clone(g.retired)} }

// stampAgrees checks that a stamp says of each operation what the graph says, however much
// later it is asked: that it is the stamp's own, that it happened before that, or that its
// line was retired when the stamp was taken.
func (g *graph) stampAgrees(t *rapid.T, s taken, all []taken) {
	for _, o := range all {
		want := o.retiredAt(s) || g.reaches([]order.Place{s.Place}, o.Place)
		require.Equal(t, want, s.Knows(o.Place), "the stamp at %v knows %v", s.Place, o.Place)
	}
}

func (o taken) retiredAt(s taken) bool { return s.retired[o.Line] }

// knownAgrees checks that the places that a line is told to know are those that it says
// it knows when asked, for all operations of the other live lines.
func knownAgrees(t *rapid.T, line *order.Line, live map[uint64]*order.Line, stamps []taken) {
	known := make(map[uint64]uint64)
	last := int64(-1)
	for p := range line.Known {
		require.Greater(t, int64(p.Line), last, "by line")
		require.NotZero(t, p.Pos)
		last, known[p.Line] = int64(p.Line), p.Pos
	}
	require.NotContains(t, known, line.ID())
	for _, s := range stamps {
		if live[s.Line] != nil && s.Line != line.ID() {
			require.Equal(t, line.Knows(s.Place), s.Pos <= known[s.Line], "%d knows %v", line.ID(), s.Place)
		}
	}
}

func TestRandomOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, g := order.NewHost(), newGraph()
		live := make(map[uint64]*order.Line)
		var ids, made []uint64
		stride := rapid.SampledFrom([]uint64{1, 7, 100_003, 1 << 55}).Draw(t, "stride of ids")
		var stamps []taken // of every operation
		open := func() {
			id := uint64(len(made)) * stride
			live[id] = order.NewLine(id, h)
			g.start(id)
			ids, made = append(ids, id), append(made, id)
		}
		for range rapid.IntRange(2, 5).Draw(t, "streams") {
			open()
		}
		// An operation is enqueued on every wait, as on a device, and on its own.
		enqueue := func(id uint64) {
			pos := live[id].Next()
			require.Equal(t, order.Place{Line: id, Pos: pos}, g.next(id))
			stamps = append(stamps, g.taken(live[id].Here()))
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			id := rapid.SampledFrom(ids).Draw(t, "stream")
			action := rapid.IntRange(0, 9).Draw(t, "action")
			if len(stamps) == 0 {
				action = 0
			}
			switch {
			case action < 4:
				enqueue(id)
			case action < 8:
				s := rapid.SampledFrom(stamps).Draw(t, "stamp")
				live[id].After(s.Stamp)
				g.waits[id] = append(g.waits[id], s.Place)
				enqueue(id)
			case action < 9:
				s := rapid.SampledFrom(stamps).Draw(t, "stamp")
				h.After(s.Stamp)
				g.host = append(g.host, s.Place)
			default:
				live[id].Retire()
				g.retired[id] = true
				delete(live, id)
				ids = slices.DeleteFunc(ids, func(other uint64) bool { return other == id })
				open()
			}
			for _, line := range live {
				for _, s := range stamps {
					require.Equal(t, g.knows(line.ID(), s.Place), line.Knows(s.Place), "%d knows %v", line.ID(), s.Place)
				}
				knownAgrees(t, line, live, stamps)
			}
		}
		for _, s := range stamps {
			g.stampAgrees(t, s, stamps)
		}
		for _, s := range stamps {
			s.Release()
		}
	})
}
