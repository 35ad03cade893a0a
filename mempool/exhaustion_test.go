// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// B47: blocks that are alive fit many times, so no allocation that may wait fails.
func TestMallocUnderLoad(t *testing.T) {
	loads := map[string]struct {
		limit, size    uint64
		workers, alive int
	}{
		"eight goroutines with a block each":  {256 * mib, 2 * mib, 8, 1},
		"four streams with 8 MiB of 64":       {64 * mib, 2 * mib, 4, 4},
		"all that there is, in turn":          {8 * mib, 8 * mib, 4, 1},
		"two buffers a request, 8 MiB in all": {8 * mib, 1 * mib, 2, 2},
	}
	rounds := 2_000
	if testing.Short() {
		rounds = 200
	}
	for _, b := range behaviours {
		for name, load := range loads {
			t.Run(fmt.Sprintf("%s/%s", b, name), func(t *testing.T) {
				dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 1 << 30})
				p := acltest.Pool(t, dev, mempool.Config{MaxSize: load.limit})
				if name == "all that there is, in turn" {
					inTurn(t, dev, p, load.size, load.workers, rounds/10)
					return
				}
				var all sync.WaitGroup
				for range load.workers {
					s := acltest.Stream(t, dev)
					all.Go(func() {
						for range rounds / load.alive {
							blocks := make([]mempool.Block, load.alive)
							for i := range blocks {
								var err error
								if blocks[i], err = p.Malloc(context.Background(), s, load.size); !assert.NoError(t, err) {
									return
								}
							}
							assert.NoError(t, p.FreeAsyncN(s, blocks))
						}
					})
				}
				all.Wait()
			})
		}
	}
}

// inTurn has one goroutine at a time take the whole pool, on a stream of its own.
func inTurn(t *testing.T, dev *acl.Device, p *mempool.Pool, size uint64, workers, rounds int) {
	var turn sync.Mutex
	var all sync.WaitGroup
	for range workers {
		s := acltest.Stream(t, dev)
		all.Go(func() {
			for range rounds {
				turn.Lock()
				block, err := p.Malloc(context.Background(), s, size)
				if assert.NoError(t, err) {
					assert.NoError(t, p.FreeAsync(s, block))
				}
				turn.Unlock()
			}
		})
	}
	all.Wait()
}

// Whatever was allocated and freed before, a pool in which nothing is used or pending
// serves any request that is no larger than it is.
func TestIdlePoolServesEverything(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 1 << 30})
			var streams []*stream.Stream
			for range 3 {
				streams = append(streams, acltest.Stream(t, dev))
			}
			rapid.Check(t, func(r *rapid.T) {
				reuse := rapid.SampledFrom([]mempool.Reuse{{}, {Event: mempool.EventReuseOff}, {Internal: true}}).Draw(r, "reuse")
				release := rapid.SampledFrom([]mempool.Release{{}, mempool.ReleaseAll, mempool.KeepBytes(8 * mib)}).Draw(r, "release")
				p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 32 * mib, Reuse: reuse, Release: release})
				require.NoError(r, err)
				on := rapid.SampledFrom(streams)
				live := map[mempool.Block]*stream.Stream{}
				for range rapid.IntRange(1, 20).Draw(r, "allocations") {
					s := on.Draw(r, "stream")
					block, err := p.MallocAsync(s, rapid.Uint64Range(1, 12*mib).Draw(r, "size"))
					if err == nil {
						live[block] = s
					}
					for block, s := range live {
						if rapid.Bool().Draw(r, "free") {
							require.NoError(r, p.FreeAsync(s, block))
							delete(live, block)
						}
						break
					}
				}
				for block, s := range live {
					require.NoError(r, p.FreeAsync(s, block))
				}
				for _, s := range streams {
					require.NoError(r, s.Synchronize(context.Background()))
				}
				s, size := on.Draw(r, "stream"), rapid.Uint64Range(1, 32*mib).Draw(r, "size")
				if rapid.Bool().Draw(r, "as a list") {
					blocks := make([]mempool.Block, 2)
					require.NoError(r, p.MallocAsyncN(s, blocks, []uint64{size - min(size-1, 2*mib), 1}))
					require.NoError(r, p.FreeAsyncN(s, blocks))
				} else {
					block, err := p.MallocAsync(s, size)
					require.NoError(r, err)
					require.NoError(r, p.FreeAsync(s, block))
				}
				require.NoError(r, p.Close(context.Background()))
			})
		})
	}
}

// The wait ends with ctx, and the error says both.
func TestMallocGivesUp(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib})
			gate := acltest.Hold(t, other)
			free(t, p, other, malloc(t, p, other, 8*mib))
			ctx, cancel := context.WithTimeout(context.Background(), tick)
			defer cancel()
			_, err := p.Malloc(ctx, s, 8*mib)
			require.ErrorIs(t, err, acl.ErrOutOfMemory)
			require.ErrorIs(t, err, acl.ErrTimeout)
			assert.ErrorContains(t, err, ": pending frees have not executed in time: wait longer, or end a stream that hangs with Stream.Abort")
			_, err = mempool.MallocBuffer[float32](ctx, p, s, mib)
			require.ErrorIs(t, err, acl.ErrTimeout)
			assert.EqualValues(t, 2, stats(t, p).OutOfMemory)

			go gate.Release()
			x, err := mempool.MallocBuffer[float32](context.Background(), p, s, 2*mib)
			require.NoError(t, err)
			require.NoError(t, x.FreeAsync(s))
			assert.EqualValues(t, 2, stats(t, p).OutOfMemory, "an allocation that succeeds is not counted")

			_, err = p.Malloc(ctx, s, 0)
			require.ErrorIs(t, err, acl.ErrInvalid)
			_, err = p.Malloc(ctx, nil, 1)
			require.ErrorIs(t, err, acl.ErrInvalid)
			_, err = mempool.MallocBuffer[float32](ctx, p, s, 0)
			require.ErrorIs(t, err, acl.ErrInvalid)
		})
	}
}

// Frees on a stream that a failure has stopped never execute: nobody waits for them.
func TestMallocDoesNotWaitForStoppedStreams(t *testing.T) {
	acltest.RequireGoMachine(t)
	dev := acltest.New(t)
	broken := newStream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib})
	block := malloc(t, p, broken, 8*mib)
	fail(t, dev, broken)
	s := acltest.Stream(t, dev)
	free(t, p, broken, block)
	_, err := p.Malloc(context.Background(), s, 8*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	require.ErrorIs(t, err, acl.ErrDevice)
	assert.ErrorContains(t, err, "close them")
	require.Error(t, broken.Close(context.Background()))
	free(t, p, s, malloc(t, p, s, 8*mib))
}

// A synchronize of another goroutine gives memory back between the call that fails and the
// look at the figures: the allocation is tried again, and its failure is never an error
// without class.
func TestExhaustionWhileOthersSynchronize(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, list := range []bool{false, true} {
		t.Run(fmt.Sprintf("list=%t", list), func(t *testing.T) {
			dev := acltest.New(t)
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib, Release: mempool.ReleaseAll, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
			faults := testkit.Faults(dev)
			gate := acltest.Hold(t, other)
			free(t, p, other, malloc(t, p, other, 8*mib))
			tries := 0
			faults.Before(func(faultdriver.Call) driver.Status { tries++; return driver.Status{} }, "aclrtMemPoolMallocAsync")
			faults.Before(func(faultdriver.Call) driver.Status {
				if tries == 2 { // and the figures have been read, where everything is pending
					gate.Release()
					waiting := (*opaque.Stream)(other).Inner() // in another goroutine, inside of ACL
					require.True(t, faults.SynchronizeStream(waiting.Device.Context, waiting.Handle).OK())
					tries++
				}
				return driver.Status{}
			}, "aclrtGetMemInfo")
			blocks := make([]mempool.Block, 2)
			if list {
				require.NoError(t, p.MallocAsyncN(s, blocks, []uint64{2 * mib, 6 * mib}))
			} else {
				blocks[0], blocks[1] = malloc(t, p, s, 6*mib), malloc(t, p, s, 2*mib)
			}
			require.NoError(t, p.FreeAsyncN(s, blocks))
			assert.Greater(t, tries, 3)
		})
	}
}

// What was released during the call counts, whoever released it.
func TestTrimSyncCountsWhatSynchronizesRelease(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			s := acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{Release: mempool.ReleaseAll})
			gate := acltest.Hold(t, s)
			free(t, p, s, malloc(t, p, s, 64*mib))
			go gate.Release()
			tr, err := p.TrimSync(context.Background(), 0)
			require.NoError(t, err)
			assert.Equal(t, mempool.Trimmed{Released: 64 * mib}, tr)
		})
	}
}

// A stream for each request: what only a closed stream could reuse goes back with it.
func TestStreamForEachRequest(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 4 << 30})
			p := acltest.Pool(t, dev, mempool.Config{})
			for range 20 {
				s := newStream(t, dev)
				free(t, p, s, malloc(t, p, s, 64*mib))
				synchronize(t, s)
				require.NoError(t, s.Close(context.Background()))
			}
			st := stats(t, p)
			assert.EqualValues(t, 64*mib, st.ReservedHigh)
			if b != sim.Documented { // where any stream reuses it
				assert.Zero(t, st.Reserved)
			}
		})
	}
}

// While frees of other streams are pending nothing can go back; it does at the next
// synchronize. What open streams can reuse stays.
func TestStrandedMemoryGoesBackLater(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.CANN91, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			p := acltest.Pool(t, dev, mempool.Config{})
			s, short := acltest.Stream(t, dev), newStream(t, dev)
			kept := malloc(t, p, s, 8*mib)
			free(t, p, short, malloc(t, p, short, 64*mib))
			synchronize(t, short)
			gate := acltest.Hold(t, s)
			free(t, p, s, kept)
			require.NoError(t, short.Close(context.Background()))
			assert.EqualValues(t, 72*mib, stats(t, p).Reserved)
			gate.Release()
			synchronize(t, s)
			assert.EqualValues(t, 8*mib, stats(t, p).Reserved)
		})
	}
}

// Where nothing is ever reused everything goes back at every synchronize.
func TestNothingIsKeptWhereNothingIsReused(t *testing.T) {
	dev := acltest.New(t, sim.Config{Behaviour: sim.CANNMaster})
	p, s := acltest.Pool(t, dev, mempool.Config{}), acltest.Stream(t, dev)
	free(t, p, s, malloc(t, p, s, 64*mib))
	synchronize(t, s)
	assert.Zero(t, stats(t, p).Reserved)
}

// A deferred free of another pool reaches ACL when that pool is looked at, and completes a
// moment later.
func TestMallocTakesWhatAnotherPoolHasDeferred(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 40 * mib})
			s, other, user := acltest.Stream(t, dev), acltest.Stream(t, dev), acltest.Stream(t, dev)
			a := acltest.Pool(t, dev, mempool.Config{MaxSize: 30 * mib})
			q := acltest.Pool(t, dev, mempool.Config{MaxSize: 30 * mib})
			block := malloc(t, a, s, 20*mib)
			synchronize(t, s)
			order(t, s, user)
			gate := acltest.Hold(t, user)
			require.NoError(t, a.RecordUse(user, block))
			free(t, a, other, block)
			gate.Release()
			synchronize(t, user)
			got, err := q.Malloc(t.Context(), s, 20*mib)
			require.NoError(t, err)
			free(t, q, s, got)
		})
	}
}

// A stream that is aborted while an allocation waits for it works again, and what was freed
// there serves, as soon as the running kernel has ended.
func TestMallocWaitsForAStreamThatIsAborted(t *testing.T) {
	canEnd, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, b := range behaviours {
		for name, ctx := range map[string]context.Context{"endless": context.Background(), "can end": canEnd} {
			t.Run(string(b)+"/"+name, func(t *testing.T) {
				dev := acltest.New(t, sim.Config{Behaviour: b})
				faults := testkit.Faults(dev)
				s, hung := acltest.Stream(t, dev), acltest.Stream(t, dev)
				p := acltest.Pool(t, dev, mempool.Config{MaxSize: 8 * mib})
				started, stopping, end := make(chan struct{}), make(chan struct{}), make(chan struct{})
				f := acltest.Kernel(t, dev, func(c *sim.Call) error { close(started); <-c.Done(); close(stopping); <-end; return nil })
				let := sync.OnceFunc(func() { close(end) })
				defer let()
				block := malloc(t, p, hung, 8*mib)
				require.NoError(t, f.Launch(hung, 1, kernel.Args()))
				<-started
				free(t, p, hung, block)
				work := (*opaque.Stream)(hung).Inner()
				before := work.Enqueued()
				allocated := make(chan error, 1)
				go func() {
					block, err := p.Malloc(ctx, s, 8*mib)
					if err == nil {
						err = p.FreeAsync(s, block)
					}
					allocated <- err
				}()
				for work.Enqueued() == before { // the mark of Malloc
					runtime.Gosched()
				}
				aborted := make(chan error, 1)
				go func() { aborted <- hung.Abort(context.Background()) }()
				<-stopping
				var queries atomic.Int64 // Malloc goes on asking while the kernel runs
				faults.Before(func(faultdriver.Call) driver.Status {
					if queries.Add(1) == 50 {
						let()
					}
					return driver.Status{}
				}, "aclrtStreamQuery")
				require.NoError(t, <-allocated)
				let()
				require.NoError(t, <-aborted)
				synchronize(t, hung, s)
			})
		}
	}
}
