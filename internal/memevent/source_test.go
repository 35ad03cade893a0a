// SPDX-License-Identifier: Apache-2.0

package memevent_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/order"
)

func newDevice(t testing.TB) *core.Device {
	t.Helper()
	rt := core.NewRuntime(faultdriver.New(nil), nil, false)
	dev := rt.NewDevice(0, 1)
	require.NoError(t, rt.Root.Add(&dev.Node, lifetime.Device, "0", nil))
	return dev
}

func newStream(t testing.TB, d *core.Device, name string) *core.Stream {
	t.Helper()
	s, err := d.AddStream(1, name, func(*core.Stream) lifetime.Closer {
		return func(context.Context, bool) error { return nil }
	})
	require.NoError(t, err)
	return s
}

func TestOpensOfOneDeviceShareTheirSource(t *testing.T) {
	rt := core.NewRuntime(faultdriver.New(nil), nil, false)
	assert.Same(t, memevent.Of(rt.NewDevice(0, 1)), memevent.Of(rt.NewDevice(0, 2)))
	assert.NotSame(t, memevent.Of(rt.NewDevice(0, 1)), memevent.Of(rt.NewDevice(1, 1)))
}

func TestListenersComeAndGo(t *testing.T) {
	src := memevent.Of(newDevice(t))
	assert.False(t, src.Listening())
	src.Emit(memevent.Event{Kind: memevent.Opened})

	var first, second []uint64
	hear := func(to *[]uint64) func(*memevent.Event) { return func(e *memevent.Event) { *to = append(*to, e.Seq) } }
	endFirst := src.Subscribe(hear(&first))
	endSecond := src.Subscribe(hear(&second))
	assert.True(t, src.Listening())
	src.Emit(memevent.Event{Kind: memevent.Allocated})
	endFirst()
	endFirst() // ends nothing else
	src.Emit(memevent.Event{Kind: memevent.Freed})
	assert.True(t, src.Listening())
	endSecond()
	assert.False(t, src.Listening())
	src.Emit(memevent.Event{Kind: memevent.Closed})
	assert.Equal(t, []uint64{2}, first)
	assert.Equal(t, []uint64{2, 3}, second)
}

func TestEventsOfInternalStreamsAreMarked(t *testing.T) {
	d := newDevice(t)
	src, own := memevent.Of(d), newStream(t, d, "probe")
	own.Internal = true
	var marks []bool
	defer src.Subscribe(func(e *memevent.Event) { marks = append(marks, e.Internal) })()
	src.Emit(memevent.Event{Stream: own})
	src.Emit(memevent.Event{Stream: newStream(t, d, "program")})
	src.Emit(memevent.Event{})
	assert.Equal(t, []bool{true, false, false}, marks)
}

func TestEventText(t *testing.T) {
	d := newDevice(t)
	a, b := newStream(t, d, "a"), newStream(t, d, "b")
	for want, e := range map[string]memevent.Event{
		`allocated pool "kv" addr 0x2000 requested 5 size 2097152 stream "a" work 3`: {
			Kind: memevent.Allocated, Addr: 0x2000, Requested: 5, Size: 2 << 20, Stream: a, Place: order.Place{Line: 1, Pos: 3},
		},
		`freed pool "kv" addr 0x2000 stream "a" work 4 after "b" work 2`: {
			Kind: memevent.Freed, Addr: 0x2000, Stream: a, Place: order.Place{Line: 1, Pos: 4},
			After: []memevent.Use{{Stream: b, Place: order.Place{Line: 2, Pos: 2}}},
		},
		`trimmed pool "kv" size 4096`: {Kind: memevent.Trimmed, Size: 4096},
		`Kind(99) pool "kv"`:          {Kind: 99},
	} {
		e.Pool = memevent.Pool{ID: 1, Name: "kv"}
		assert.Equal(t, want, e.String())
	}
	one, other := memevent.NewPool("kv"), memevent.NewPool("kv")
	assert.NotEqual(t, one, other)
}

// Events of one stream come in its order, one at a time, while listeners come and go.
func TestManyGoroutines(t *testing.T) {
	d := newDevice(t)
	src := memevent.Of(d)
	last := make(map[*core.Stream]uint64)
	seq := uint64(0)
	end := src.Subscribe(func(e *memevent.Event) { // never at the same time, or the race detector reports it
		assert.Equal(t, seq+1, e.Seq)
		assert.Equal(t, last[e.Stream]+1, e.Place.Pos)
		seq, last[e.Stream] = e.Seq, e.Place.Pos
		assert.NotZero(t, e.Site)
	})
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		s := newStream(t, d, name)
		wg.Go(func() {
			for range 200 {
				assert.NoError(t, s.Lock())
				s.Note()
				src.Emit(memevent.Event{Stream: s, Place: s.Place(), Site: caller.Here()})
				s.Unlock()
			}
		})
		wg.Go(func() {
			for range 50 {
				heard := []uint64{}
				src.Subscribe(func(e *memevent.Event) { heard = append(heard, e.Seq) })()
				assert.True(t, slices.IsSorted(heard))
			}
		})
	}
	wg.Wait()
	end()
	assert.EqualValues(t, 800, seq)
}

// emit does what a pool does at each call.
func emit(src *memevent.Source, s *core.Stream) {
	if src.Listening() {
		src.Emit(memevent.Event{Kind: memevent.Allocated, Stream: s, Place: s.Place(), Site: caller.Here()})
	}
}

func TestNothingIsAllocated(t *testing.T) {
	d := newDevice(t)
	src, s := memevent.Of(d), newStream(t, d, "a")
	assert.Zero(t, testing.AllocsPerRun(100, func() { emit(src, s) }), "nobody listens")
	heard := 0
	defer src.Subscribe(func(*memevent.Event) { heard++ })()
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { emit(src, s) }), 1.0, "no more than the event")
	assert.NotZero(t, heard)
}

// The cost of an event without a listener, compared with locking a stream, which every call
// does anyway.
//
//	go test -run '^$' -bench Unheard -benchtime 1x ./internal/memevent
func BenchmarkUnheard(b *testing.B) {
	d := newDevice(b)
	src, s := memevent.Of(d), newStream(b, d, "a")
	locked := func(emit func()) func(n int) {
		return func(n int) {
			for range n {
				if s.Lock() == nil {
					s.Note()
					emit()
					s.Unlock()
				}
			}
		}
	}
	for b.Loop() {
		benchratio.AtMost(b, 1.5, locked(func() { emit(src, s) }), locked(func() {}))
	}
}
