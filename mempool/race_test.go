// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// Many goroutines allocate and free on their own and on other streams, while others read the
// statistics, walk the blocks and trim.
//
// Case B29.
func TestManyGoroutines(t *testing.T) {
	const workers, rounds = 8, 300
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.UnorderedUse)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 256 * mib, Reuse: mempool.Reuse{Internal: true}})
	handed := make(chan mempool.Block, workers)
	var wg sync.WaitGroup
	for w := range workers {
		s := acltest.Stream(t, dev)
		wg.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(w)))
			for range rounds {
				b, err := p.MallocAsync(s, 1+r.Uint64N(16*mib))
				if err != nil {
					assert.ErrorIs(t, err, acl.ErrOutOfMemory)
					continue
				}
				select {
				case handed <- b: // another stream frees it
				case b = <-handed:
					assert.NoError(t, p.FreeAsync(s, b))
				default:
					assert.NoError(t, p.FreeAsync(s, b))
				}
				if r.IntN(16) == 0 {
					assert.NoError(t, s.Synchronize(context.Background()))
				}
			}
		})
	}
	done := make(chan struct{})
	var samplers sync.WaitGroup
	sample := func(f func()) {
		samplers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					f()
				}
			}
		})
	}
	var last mempool.Stats
	sample(func() {
		st, err := p.Stats()
		assert.NoError(t, err)
		requireSane(t, last, st)
		last = st
	})
	sample(func() {
		var used uint64
		for b := range p.Blocks() {
			used += b.Rounded()
		}
		assert.LessOrEqual(t, used, uint64(256*mib))
	})
	sample(func() {
		_, err := p.TrimTo(64 * mib)
		assert.NoError(t, err)
	})
	wg.Wait()
	close(done)
	samplers.Wait()

	s := acltest.Stream(t, dev)
	var rest uint64
	for b := range p.Blocks() {
		rest += b.Rounded()
	}
	assert.Equal(t, rest, stats(t, p).Used, "at rest")
	for b := range p.Blocks() {
		free(t, p, s, b)
	}
	assert.Zero(t, stats(t, p).Used)
}

// Of many concurrent frees of a block, one succeeds.
func TestFreeAsyncByMany(t *testing.T) {
	const workers = 8
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.DoubleFree, hazard.UnorderedUse)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib, Reuse: mempool.Reuse{Internal: true}})
	var streams []*stream.Stream
	for range workers {
		streams = append(streams, acltest.Stream(t, dev))
	}
	for range 50 {
		b := malloc(t, p, streams[0], 1)
		var wg sync.WaitGroup
		var won sync.Map
		for _, s := range streams {
			wg.Go(func() {
				err := p.FreeAsync(s, b)
				if err == nil {
					won.Store(s, true)
				} else {
					assert.ErrorIs(t, err, acl.ErrClosed)
				}
			})
		}
		wg.Wait()
		winners := 0
		won.Range(func(any, any) bool { winners++; return true })
		require.Equal(t, 1, winners)
	}
	st := stats(t, p)
	assert.EqualValues(t, 50, st.Frees)
	assert.Zero(t, st.Used)
}

// Close during allocations and frees: either Close fails, or all later calls fail.
func TestCloseAgainstTraffic(t *testing.T) {
	const workers, rounds = 2, 100
	dev := acltest.New(t)
	streams := []*stream.Stream{acltest.Stream(t, dev), acltest.Stream(t, dev)}
	for range 10 {
		p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
		require.NoError(t, err)
		var wg sync.WaitGroup
		for w := range workers {
			wg.Go(func() {
				for range rounds {
					b, err := p.MallocAsync(streams[w], 1)
					if errors.Is(err, acl.ErrClosed) {
						return
					}
					assert.NoError(t, err)
					assert.NoError(t, p.FreeAsync(streams[w], b))
				}
			})
		}
		err = acl.ErrBusy
		for errors.Is(err, acl.ErrBusy) {
			err = p.Close(context.Background())
		}
		require.NoError(t, err)
		wg.Wait()
	}
}

// A mark that a stream has kept may have become another stream's meanwhile.
func TestMarksOfManyStreams(t *testing.T) {
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 512 * mib})
	var wg sync.WaitGroup
	for range 4 {
		s, o := acltest.Stream(t, dev), acltest.Stream(t, dev)
		wg.Go(func() {
			for i := range 300 {
				b, err := p.Malloc(t.Context(), s, 1)
				if !assert.NoError(t, err) {
					return
				}
				assert.NoError(t, p.RecordUse(o, b))
				assert.NoError(t, p.FreeAsync(s, b))
				if i%4 == 0 {
					assert.NoError(t, o.Synchronize(t.Context()))
					assert.NoError(t, s.Synchronize(t.Context()))
				}
			}
		})
	}
	wg.Wait()
}
