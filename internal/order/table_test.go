// SPDX-License-Identifier: Apache-2.0

package order_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/order"
)

// A table behaves like a map with a set, and finds the marked ones of the lines that a line
// knows of.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stride := rapid.SampledFrom([]uint64{1, 7, 1000, 1 << 40}).Draw(t, "stride of ids")
		h, asker := order.NewHost(), uint64(3)
		lines, marked := map[uint64]*order.Line{}, map[uint64]bool{}
		var table order.Table[order.Line]
		some := func(t *rapid.T) uint64 {
			return stride * rapid.Uint64Range(0, 200).Draw(t, "line")
		}
		open := func(id uint64) {
			lines[id] = order.NewLine(id, h)
			table.Put(id, lines[id])
		}
		asker *= stride
		open(asker)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				if id := some(t); lines[id] == nil {
					open(id)
				}
			},
			"remove": func(t *rapid.T) {
				if id := some(t); id != asker && table.Get(id) != nil {
					table.Remove(id)
					delete(marked, id)
				}
			},
			"mark": func(t *rapid.T) {
				if id := some(t); table.Get(id) != nil {
					table.Mark(id)
					marked[id] = true
				}
			},
			"unmark": func(t *rapid.T) {
				id := some(t)
				table.Unmark(id)
				delete(marked, id)
			},
			"wait": func(t *rapid.T) {
				by, on := lines[some(t)], lines[some(t)]
				if by == nil || on == nil || by == on {
					return
				}
				s := enqueue(on)
				if rapid.Bool().Draw(t, "by the host") {
					h.After(s)
				} else {
					by.After(s)
				}
				s.Release()
			},
			"": func(t *rapid.T) {
				want, got := map[uint64]uint64{}, map[uint64]uint64{}
				for p := range lines[asker].Known {
					if marked[p.Line] {
						want[p.Line] = p.Pos
					}
				}
				table.Known(lines[asker], func(l *order.Line, pos uint64) bool {
					require.NotContains(t, got, l.ID())
					got[l.ID()] = pos
					return true
				})
				for id := range marked { // what is left out the host knows
					if last := h.Last(id); got[id] == 0 && last != 0 && id != asker {
						got[id] = last
					}
				}
				require.Equal(t, want, got)
				var all []*order.Line
				table.All(func(l *order.Line) bool { all = append(all, l); return true })
				require.Len(t, all, table.Len())
				for id, l := range lines {
					if there := table.Get(id); there != nil {
						require.Same(t, l, there)
					}
					require.Equal(t, table.Get(id) != nil, slices.Contains(all, l))
				}
			},
		})
	})
}
