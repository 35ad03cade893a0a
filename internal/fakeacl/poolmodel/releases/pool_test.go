// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// stream is the least that the books ask for.
type stream struct{ line *order.Line }

func (s *stream) Line() *order.Line { return s.line }
func (s *stream) Executed() uint64  { return 0 }
func (s *stream) Failed() bool      { return false }

// memory sums up what is given back.
type memory struct{ given uint64 }

func (m *memory) Take(uint64, uint64) bool { panic("the books of a release take no memory") }
func (m *memory) Give(_, n uint64)         { m.given += n }

// Whatever is done with the books, of whatever release, segments cover the pool, live
// ones do not overlap, and the figures are their sums: unsafe is what they do with order,
// not with sums.
func TestBooksAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(All()).Draw(t, "release")
		var history *History
		if r.Followed {
			history = NewHistory()
		}
		size := rapid.Uint64Range(1, 40).Draw(t, "granules") * driver.Granule
		mem, host := new(memory), order.NewHost()
		b := New(r, size, mem, history)
		streams := make([]*stream, 3)
		for i := range streams {
			streams[i] = &stream{order.NewLine(uint64(i+1), host)}
		}
		taken := uint64(0)
		var live []uint64
		one := func() *stream { return rapid.SampledFrom(streams).Draw(t, "stream") }
		event := func() driver.Event { return driver.Event(rapid.IntRange(1, 4).Draw(t, "event")) }
		t.Repeat(map[string]func(*rapid.T){
			"malloc": func(t *rapid.T) {
				before := b.attrs.Reserved
				a, code := b.Malloc(one(), rapid.Uint64Range(0, 6*driver.Granule).Draw(t, "bytes"))
				if code == driver.Success && a.Size > 0 {
					live = append(live, a.Off)
					taken += b.attrs.Reserved - before
				}
			},
			"free": func(t *rapid.T) {
				if len(live) == 0 {
					_, code := b.Free(one(), 1)
					require.Equal(t, r.NotLive, code)
					return
				}
				i := rapid.IntRange(0, len(live)-1).Draw(t, "which")
				_, code := b.Free(one(), live[i])
				require.Equal(t, driver.Success, code)
				live = append(live[:i], live[i+1:]...)
			},
			"trim": func(t *rapid.T) { b.TrimTo(rapid.Uint64Range(0, size+1).Draw(t, "keep")) },
			"sync": func(t *rapid.T) { b.Synchronized() },
			"attr": func(t *rapid.T) {
				a := driver.PoolAttr(rapid.IntRange(1, 4).Draw(t, "attr"))
				b.SetAttr(a, rapid.Uint64Range(0, size).Draw(t, "value"))
			},
			"record":  func(t *rapid.T) { history.Recorded(event(), one().line.ID()) },
			"wait":    func(t *rapid.T) { history.Waited(one().line.ID(), event()) },
			"destroy": func(t *rapid.T) { history.EventDestroyed(event()) },
			"close":   func(t *rapid.T) { history.StreamDestroyed(one().line.ID()) },
			"": func(t *rapid.T) {
				require.Equal(t, b.attrs.Reserved, taken-mem.given)
				check(t, b, live)
			},
		})
	})
}

// check walks the row of segments.
func check(t *rapid.T, b *Pool, live []uint64) {
	var first *segment
	for _, sets := range []func() *segment{
		func() *segment { best, _ := b.free.Best(0); return best.Value },
		func() *segment { best, _ := b.cached.Best(0); return best.Value },
		func() *segment {
			for _, s := range b.busy {
				return s
			}
			return nil
		},
	} {
		if s := sets(); s != nil {
			first = s
		}
	}
	for first.prev != nil {
		first = first.prev
	}
	var end, used, kept uint64
	busySegments := 0
	for s := first; s != nil; s = s.next {
		require.Equal(t, end, s.off)
		require.NotZero(t, s.size)
		end += s.size
		switch s.state {
		case busy:
			used += s.size
			busySegments++
			require.Same(t, s, b.busy[s.off])
		case cached:
			kept += s.size
		}
	}
	require.Equal(t, b.size, end)
	require.Equal(t, b.attrs.Used, used)
	require.Equal(t, b.attrs.Reserved, used+kept)
	require.Len(t, live, busySegments)
	for _, off := range live {
		require.Contains(t, b.busy, off)
	}
}
