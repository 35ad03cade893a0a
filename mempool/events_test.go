// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// heard records the events that a listener gets, and those that the test expects: kind and
// line in this file.
type heard struct {
	*testing.T
	dev       *acl.Device
	p         *mempool.Pool
	s, other  *stream.Stream
	got, want []string
	events    []memevent.Event
}

// expect adds events of these kinds, with the line before the caller's, to those expected.
func (h *heard) expect(kinds ...memevent.Kind) {
	_, _, line, _ := runtime.Caller(1)
	h.expectOf(line-1, kinds...)
}

func (h *heard) expectOf(line int, kinds ...memevent.Kind) {
	for _, k := range kinds {
		h.want = append(h.want, fmt.Sprintf("%s events_test.go:%d", k, line))
	}
}

func (h *heard) malloc(size uint64) mempool.Block {
	b, err := h.p.MallocAsync(h.s, size)
	require.NoError(h, err)
	return b
}

// line returns the line of its caller.
func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

func TestMemoryEvents(t *testing.T) {
	ctx := context.Background()
	const allocated, freed, grown = memevent.Allocated, memevent.Freed, memevent.Grown
	tests := map[string]struct {
		behaviour sim.Behaviour
		run       func(h *heard)
	}{
		"a pool of its own": {run: func(h *heard) {
			p, err := mempool.New(ctx, h.dev, mempool.Config{MaxSize: 4 * mib})
			h.expect(memevent.Opened)
			require.NoError(h, err)
			err = p.Close(ctx)
			h.expect(memevent.Closed)
			require.NoError(h, err)
		}},
		"allocate and free": {run: func(h *heard) {
			b, err := h.p.MallocAsync(h.s, 5)
			h.expect(grown, allocated)
			require.NoError(h, err)
			err = h.p.FreeAsync(h.s, b)
			h.expect(freed)
			require.NoError(h, err)
			require.Error(h, h.p.FreeAsync(h.s, b), "a refused free is none")
			require.Error(h, h.p.FreeAsync(h.s, mempool.Block{}))
			a, f := h.events[1], h.events[2]
			assert.EqualValues(h, b.Ptr(), a.Addr)
			assert.EqualValues(h, 5, a.Requested)
			assert.EqualValues(h, 2*mib, a.Size)
			assert.Equal(h, (*opaque.Stream)(h.s).Inner(), a.Stream)
			assert.Equal(h, a.Place, f.Place, "the free comes after the allocation")
			assert.Empty(h, f.After)
			assert.Equal(h, "events", a.Pool.Name)
		}},
		"several at once": {run: func(h *heard) {
			blocks := make([]mempool.Block, 2)
			err := h.p.MallocAsyncN(h.s, blocks, []uint64{1, 2})
			h.expect(grown, allocated, allocated)
			require.NoError(h, err)
			err = h.p.FreeAsyncN(h.s, blocks)
			h.expect(freed, freed)
			require.NoError(h, err)
		}},
		"a buffer": {run: func(h *heard) {
			b, err := mempool.NewBuffer[float32](h.p, h.s, 10)
			h.expect(grown, allocated)
			require.NoError(h, err)
			err = b.FreeAsync(h.s)
			h.expect(freed)
			require.NoError(h, err)
		}},
		"by address": {run: func(h *heard) {
			b := h.malloc(1)
			h.got = nil
			err := h.p.FreePtr(h.s, b.Ptr())
			h.expect(freed)
			require.NoError(h, err)
		}},
		"a free on another stream": {run: func(h *heard) {
			b := h.malloc(1)
			h.got, h.events = nil, nil
			err := h.p.FreeAsync(h.other, b)
			h.expect(freed)
			require.NoError(h, err)
			assert.Equal(h, (*opaque.Stream)(h.other).Inner(), h.events[0].Stream)
		}},
		"uses and places; the driver hears of the free in another call": {run: func(h *heard) {
			b := h.malloc(1)
			h.got, h.events = nil, nil
			err := h.p.RecordUse(h.other, b)
			h.expect(memevent.Used)
			require.NoError(h, err)
			gate := acltest.Hold(h, h.other)
			err = h.p.FreeAfter(h.s, b, h.other)
			h.expect(freed)
			at := line() - 2
			require.NoError(h, err)
			require.Len(h, h.events[1].After, 1)
			assert.Equal(h, (*opaque.Stream)(h.other).Inner(), h.events[1].After[0].Stream)
			assert.NotZero(h, h.events[1].After[0].Place.Pos)
			gate.Release()
			require.NoError(h, h.s.Synchronize(ctx))
			require.NoError(h, h.other.Synchronize(ctx))
			h.got, h.want, h.events = nil, nil, nil
			h.expectOf(at, memevent.Submitted)
			b, err = h.p.MallocAsync(h.s, 1)
			h.expect(allocated)
			require.NoError(h, err)
			err = h.p.FreeAsync(h.s, b)
			h.expect(freed)
			require.NoError(h, err)
		}},
		"a free that is deferred for its stream": {behaviour: sim.CANNDev, run: func(h *heard) {
			b := h.malloc(1)
			h.got = nil
			err := h.p.FreeAsync(h.other, b)
			h.expect(freed)
			at := line() - 2
			require.NoError(h, err)
			require.NoError(h, h.dev.Synchronize(ctx))
			_, err = h.p.TrimTo(64 * mib)
			h.expectOf(at, memevent.Submitted)
			require.NoError(h, err)
		}},
		"trims": {run: func(h *heard) {
			free(h.T, h.p, h.s, h.malloc(1))
			h.got = nil
			_, err := h.p.TrimSync(ctx, 0)
			h.expect(memevent.Trimmed)
			require.NoError(h, err)
		}},
		"no memory": {run: func(h *heard) {
			_, err := h.p.MallocAsync(h.s, 100*mib)
			h.expect(memevent.Exhausted)
			require.ErrorIs(h, err, acl.ErrOutOfMemory)
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: tt.behaviour})
			acltest.AllowHazards(t, dev, hazard.DoubleFree, hazard.UnorderedUse)
			h := &heard{T: t, dev: dev, s: acltest.Stream(t, dev), other: acltest.Stream(t, dev)}
			h.p = acltest.Pool(t, dev, mempool.Config{Name: "events", MaxSize: 64 * mib, Engine: mempool.EngineAuto})
			defer memevent.Of((*opaque.Device)(dev).Inner()).Subscribe(func(e *memevent.Event) {
				path, n := e.Site.File()
				h.got = append(h.got, fmt.Sprintf("%s %s:%d", e.Kind, filepath.Base(path), n))
				h.events = append(h.events, *e)
			})()
			tt.run(h)
			assert.Equal(t, h.want, h.got)
		})
	}
}

// Many goroutines use pools of one device while listeners are added and removed.
func TestMemoryEventsOfManyGoroutines(t *testing.T) {
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 256 * mib})
	src := memevent.Of((*opaque.Device)(dev).Inner())
	live, seen := map[uint64]bool{}, 0
	end := src.Subscribe(func(e *memevent.Event) {
		switch seen++; e.Kind {
		case memevent.Allocated:
			assert.False(t, live[uint64(e.Addr)], "%s is allocated already", e)
			live[uint64(e.Addr)] = true
		case memevent.Freed:
			assert.True(t, live[uint64(e.Addr)], "%s is not allocated", e)
			delete(live, uint64(e.Addr))
		}
	})
	var wg sync.WaitGroup
	for range 4 {
		s := acltest.Stream(t, dev)
		wg.Go(func() {
			for range 100 {
				b, err := p.MallocAsync(s, 2*mib)
				if assert.NoError(t, err) {
					assert.NoError(t, p.FreeAsync(s, b))
				}
			}
		})
		wg.Go(func() { src.Subscribe(func(*memevent.Event) {})() })
	}
	wg.Wait()
	end()
	assert.Empty(t, live)
	assert.GreaterOrEqual(t, seen, 800)
}
