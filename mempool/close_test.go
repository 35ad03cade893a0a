// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestCloseWithLiveBlocks(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	var blocks []mempool.Block
	for range 6 {
		blocks = append(blocks, malloc(t, p, s, 7))
	}
	before := stats(t, p)
	err = p.Close(ctx)
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, fmt.Sprintf(`mempool: close "kv": 6 live blocks: 7 bytes at %#x`, uint64(blocks[0].Ptr())))
	assert.ErrorContains(t, err, ", ...: busy")
	assert.Equal(t, before, stats(t, p))
	require.ErrorIs(t, dev.Close(ctx), acl.ErrBusy)

	free(t, p, s, blocks[1:]...)
	require.ErrorContains(t, p.Close(ctx), `mempool: close "kv": 1 live block: 7 bytes at `)
	free(t, p, s, blocks[0])
	require.NoError(t, p.Close(ctx))
	require.NoError(t, p.Close(ctx), "closing twice does nothing")
}

// A context that has ended does not keep Close from saying what lives.
func TestCloseWithLiveBlocksAndAnEndedContext(t *testing.T) {
	p, s := newPool(t, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	b := malloc(t, p, s, 7)
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	err := p.Close(ctx)
	require.ErrorIs(t, err, acl.ErrBusy)
	require.ErrorIs(t, err, acl.ErrTimeout)
	assert.ErrorContains(t, err, fmt.Sprintf(`mempool: close "kv": 1 live block: 7 bytes at %#x`, uint64(b.Ptr())))
	free(t, p, s, b)
}

// Without leak stacks, the error of a second free says how to learn the place of the first.
func TestFreedTwiceWithoutStacks(t *testing.T) {
	acltest.RequireGoMachine(t)
	m, err := sim.New(sim.Config{})
	require.NoError(t, err)
	dev, err := m.Open(0)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, dev.Close(context.Background()))
		assert.NoError(t, m.Close(context.Background()))
	})
	s, p := acltest.Stream(t, dev), acltest.Pool(t, dev, mempool.Config{})
	b := malloc(t, p, s, 7)
	free(t, p, s, b)
	err = p.FreeAsync(s, b)
	require.ErrorIs(t, err, acl.ErrClosed)
	assert.ErrorContains(t, err, "it has been freed before; with acl.WithLeakStacks this text says where: ")
}

// With leak stacks on, errors and reports say where the program allocated and freed.
func TestPlacesOfBlocks(t *testing.T) {
	dev, _, logs := newFaulty(t)
	s := newStream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	a, err := p.MallocAsync(s, 7)
	require.NoError(t, err)
	b, err := p.MallocAsync(s, 7)
	allocated := line() - 1
	require.NoError(t, err)
	err = p.FreeAsync(s, a)
	freed := line() - 1
	require.NoError(t, err)
	c := malloc(t, p, s, 7) // in the place of a
	for call, err := range map[string]error{
		"FreeAsync":  p.FreeAsync(s, a),
		"FreeAfter":  p.FreeAfter(s, a, s),
		"FreeAsyncN": p.FreeAsyncN(s, []mempool.Block{a}),
		"RecordUse":  p.RecordUse(s, a),
	} {
		require.ErrorIs(t, err, acl.ErrClosed, call)
		assert.ErrorContains(t, err, "it has been freed before, at ", call)
		assert.ErrorContains(t, err, fmt.Sprintf("mempool/close_test.go:%d ", freed), call)
	}
	free(t, p, s, c)
	err = p.FreeAsync(s, a)
	require.ErrorIs(t, err, acl.ErrClosed)
	assert.NotContains(t, err.Error(), ", at ", "the place of the last free is kept, not of those before")

	where := fmt.Sprintf("mempool/close_test.go:%d ", allocated)
	err = p.Close(context.Background())
	assert.ErrorContains(t, err, fmt.Sprintf("7 bytes at %#x allocated at ", uint64(b.Ptr())))
	assert.ErrorContains(t, err, where)
	require.NoError(t, (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background()))
	report := logs.FilterMessageSnippet("closed by force with live blocks").All()
	require.Len(t, report, 1)
	assert.Contains(t, report[0].ContextMap()["error"], where)
}

func TestAfterClose(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	s, unseen := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	b := malloc(t, p, s, 1)
	free(t, p, s, b)
	require.NoError(t, p.Close(ctx))
	calls := map[string]func() error{
		"MallocAsync":                func() error { _, err := p.MallocAsync(s, 1); return err },
		"MallocAsync, unseen stream": func() error { _, err := p.MallocAsync(unseen, 1); return err },
		"NewBuffer":                  func() error { _, err := mempool.NewBuffer[int8](p, s, 1); return err },
		"FreeAsync":                  func() error { return p.FreeAsync(s, b) },
		"FreePtr":                    func() error { return p.FreePtr(s, b.Ptr()) },
		"TrimTo":                     func() error { _, err := p.TrimTo(0); return err },
		"TrimSync":                   func() error { _, err := p.TrimSync(ctx, 0); return err },
		"Stats":                      func() error { _, err := p.Stats(); return err },
		"ResetPeaks":                 p.ResetPeaks,
		"SetRelease":                 func() error { return p.SetRelease(mempool.Release{}) },
		"SetReuse":                   func() error { return p.SetReuse(mempool.Reuse{}) },
	}
	for name, call := range calls {
		err := call()
		require.ErrorIs(t, err, acl.ErrClosed, name)
		assert.ErrorContains(t, err, "kv", name)
	}
	for range p.Blocks() {
		t.Error("a closed pool has no blocks")
	}
}

// Pending frees delay Close, but do not make it fail.
func TestCloseWaitsForPendingFrees(t *testing.T) {
	dev := acltest.New(t)
	p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
	require.NoError(t, err)
	var gates []*acltest.Gate
	for range 2 {
		s := acltest.Stream(t, dev)
		b := malloc(t, p, s, 1)
		gates = append(gates, acltest.Hold(t, s))
		free(t, p, s, b)
	}
	done := make(chan error)
	go func() { done <- p.Close(t.Context()) }()
	for _, g := range gates {
		<-g.Reached()
		select {
		case err := <-done:
			t.Errorf("Close did not wait: %v", err)
		default:
		}
		g.Release()
	}
	require.NoError(t, <-done)
}

func TestCloseGivesUp(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, s, 1)
	gate := acltest.Hold(t, s)
	free(t, p, s, b)
	before := stats(t, p)
	for name, ctx := range endedContexts(t) {
		err := p.Close(ctx)
		require.ErrorIs(t, err, ctx.Err(), name)
		assert.Equal(t, before, stats(t, p), "the pool is usable")
	}
	gate.Release()
	free(t, p, s, malloc(t, p, s, 1))
}

// endedContexts returns a context that has ended, and one that ends during a wait.
func endedContexts(t *testing.T) map[string]context.Context {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	ending, cancel := context.WithTimeout(t.Context(), tick)
	t.Cleanup(cancel)
	return map[string]context.Context{"ended before": ended, "ends meanwhile": ending}
}

func TestCloseWithAFailedStream(t *testing.T) {
	dev := acltest.New(t)
	bad := newStream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
	require.NoError(t, err)
	b := malloc(t, p, bad, 1)
	fail(t, dev, bad)
	free(t, p, bad, b)
	require.NoError(t, p.Close(t.Context()), "what has failed uses no memory any more")
	require.ErrorIs(t, bad.Close(context.Background()), acl.ErrDevice)
}

func TestCloseDuringTrimSync(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, s, 1)
	gate := acltest.Hold(t, s)
	free(t, p, s, b)
	done := make(chan error)
	go func() {
		_, err := p.TrimSync(t.Context(), 0)
		done <- err
	}()
	for (*opaque.Stream)(s).Inner().Enqueued() < 4 { // allocate, hold, free, and the mark of TrimSync
		_, err := s.Query()
		require.NoError(t, err)
	}
	require.ErrorIs(t, p.Close(context.Background()), acl.ErrBusy)
	gate.Release()
	require.NoError(t, <-done)
}

// While Close waits the pool is open: memory can be allocated, waited for and trimmed, and
// Close waits for the calls that have begun.
func TestUseWhileCloseWaits(t *testing.T) {
	calls := map[string]struct {
		call func(p *mempool.Pool, s *stream.Stream) error
		keep bool // the call leaves a block live, so Close is refused
	}{
		"TrimSync": {call: func(p *mempool.Pool, s *stream.Stream) error {
			_, err := p.TrimSync(context.Background(), 0)
			return err
		}},
		"Malloc": {call: func(p *mempool.Pool, s *stream.Stream) error {
			_, err := p.Malloc(context.Background(), s, 64*mib)
			return err
		}, keep: true},
		"MallocAsync": {call: func(p *mempool.Pool, s *stream.Stream) error { _, err := p.MallocAsync(s, mib); return err }, keep: true},
	}
	for name, tt := range calls {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
			require.NoError(t, err)
			gate := acltest.Hold(t, s)
			size := uint64(32 * mib)
			if name == "Malloc" { // which must wait
				size = 64 * mib
			}
			free(t, p, s, malloc(t, p, s, size))
			work := (*opaque.Stream)(s).Inner()
			before := work.Enqueued()
			closed := make(chan error, 1)
			go func() { closed <- p.Close(context.Background()) }()
			for work.Enqueued() == before { // the mark of Close
				runtime.Gosched()
			}
			require.ErrorIs(t, p.Close(context.Background()), acl.ErrBusy, "it is being closed")
			called := make(chan error, 1)
			go func() { called <- tt.call(p, other) }()
			if name == "MallocAsync" {
				require.NoError(t, <-called)
				called <- nil
			} else {
				for work.Enqueued() == before+1 { // the mark of the call
					runtime.Gosched()
				}
			}
			gate.Release()
			require.NoError(t, <-called)
			err = <-closed
			if !tt.keep {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, acl.ErrBusy)
			for b := range p.Blocks() {
				free(t, p, other, b)
			}
			require.NoError(t, p.Close(context.Background()))
		})
	}
}

func TestCloseFails(t *testing.T) {
	for _, call := range []string{"aclrtRecordEvent", "aclrtMemPoolDestroy"} {
		t.Run(call, func(t *testing.T) {
			dev, f, _ := newFaulty(t)
			s := acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
			if call == "aclrtRecordEvent" { // made only if a free is pending
				b := malloc(t, p, s, 1)
				acltest.Hold(t, s)
				free(t, p, s, b)
			}
			f.Fail(call, driver.RTInternalError)
			err := p.Close(context.Background())
			require.ErrorIs(t, err, codes.RTInternalError)
			assert.ErrorContains(t, err, call)
			free(t, p, s, malloc(t, p, s, 1)) // the pool stays usable
		})
	}
}

// Without live blocks, pools and streams of two devices close in any order. With a live block,
// closing its pool and its device fails.
//
// Case B31.
func TestCloseInAnyOrder(t *testing.T) {
	for _, live := range []bool{false, true} {
		for _, perm := range permutations([]int{0, 1, 2, 3}) {
			t.Run(fmt.Sprint(perm, " live ", live), func(t *testing.T) {
				ctx := context.Background()
				m := acltest.NewMachine(t, sim.Config{Devices: 2})
				var pools []*mempool.Pool
				var streams []*stream.Stream
				var blocks []mempool.Block
				for id := range 2 {
					dev := acltest.Open(t, m, id)
					s := acltest.Stream(t, dev)
					p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
					b := malloc(t, p, s, 1)
					if !live {
						free(t, p, s, b)
					}
					pools, streams, blocks = append(pools, p), append(streams, s), append(blocks, b)
				}
				for _, i := range perm {
					if i >= 2 {
						require.NoError(t, streams[i-2].Close(ctx))
					} else if err := pools[i].Close(ctx); live {
						require.ErrorIs(t, err, acl.ErrBusy)
					} else {
						require.NoError(t, err)
					}
				}
				if live {
					for i, p := range pools {
						s := acltest.Stream(t, p.Device())
						free(t, p, s, blocks[i])
					}
				}
			})
		}
	}
}

func permutations(of []int) (all [][]int) {
	if len(of) == 0 {
		return [][]int{nil}
	}
	for i, first := range of {
		for _, rest := range permutations(slices.Delete(slices.Clone(of), i, i+1)) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

// A forced shutdown closes everything, and a later free makes no call.
//
// Case B35.
func TestForcedShutdown(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s, err := stream.New(dev, stream.Config{Name: "work"})
	require.NoError(t, err)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	a := malloc(t, p, s, 2*mib)
	err = dev.Close(context.Background())
	require.ErrorIs(t, err, acl.ErrBusy)
	assert.ErrorContains(t, err, `pool "kv"`)
	assert.ErrorContains(t, err, `stream "work"`)

	require.NoError(t, (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background()))
	assert.Equal(t, 1, f.Count("aclrtMemPoolDestroy"))
	require.ErrorIs(t, p.FreeAsync(s, a), acl.ErrClosed)
	assert.Zero(t, f.Count("aclrtMemPoolFreeAsync"))
	require.NoError(t, p.Close(context.Background()))
}

func TestForcedShutdownFails(t *testing.T) {
	dev, f, _ := newFaulty(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	f.Fail("aclrtMemPoolDestroy", driver.RTInternalError)
	err := (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background())
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.ErrorContains(t, err, `mempool: close "kv" by force`)
	require.ErrorIs(t, err, acl.ErrBusy, "it says what was left behind")
	_, err = p.Stats()
	require.ErrorIs(t, err, acl.ErrClosed, "nothing can be used after a forced shutdown")
}

// A forced shutdown destroys what a Close could not.
func TestForcedShutdownAfterACloseThatFailed(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s := acltest.Stream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	require.NoError(t, p.RecordUse(s, malloc(t, p, newStream(t, dev), 2*mib)))
	for b := range p.Blocks() {
		require.NoError(t, p.FreeAsync(s, b)) // with an event, which the pool keeps
	}
	require.NotZero(t, alive(f)["event"])
	f.Fail("aclrtDestroyEvent", driver.RTInternalError)
	require.ErrorIs(t, p.Close(context.Background()), codes.RTInternalError)
	require.NotZero(t, alive(f)["event"])

	require.NoError(t, (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background()))
	assert.Zero(t, alive(f)["event"])
	assert.Equal(t, 1, f.Succeeded("aclrtMemPoolDestroy"))
	require.NoError(t, p.Close(context.Background()))
}

// A pool that the program has dropped without Close is reported.
func TestLostPool(t *testing.T) {
	dev, _, logs := newFaulty(t)
	func() {
		_, err := mempool.New(context.Background(), dev, mempool.Config{Name: "forgotten", MaxSize: 64 * mib})
		require.NoError(t, err)
	}()
	require.Eventually(t, func() bool {
		runtime.GC()
		return logs.FilterMessageSnippet("lost without Close").Len() == 1
	}, patience, tick)
	report := logs.All()[0].ContextMap()
	assert.Equal(t, `pool "forgotten"`, report["object"])
	assert.Contains(t, report["made at"], "TestLostPool")
	require.NoError(t, (*opaque.Device)(dev).Inner().Root.ForceChildren(context.Background()))
}

// A device that does not finish in time is reset, and nothing is freed on it.
func TestShutdownByReset(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	p, err := mempool.New(context.Background(), dev, mempool.Config{MaxSize: 64 * mib})
	require.NoError(t, err)
	a := malloc(t, p, s, 2*mib)
	acltest.Hold(t, s)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, (*opaque.Device)(dev).Inner().Root.ForceChildren(ctx), acl.ErrBusy)
	assert.Zero(t, f.Count("aclrtMemPoolDestroy"))
	require.ErrorIs(t, p.FreeAsync(s, a), acl.ErrClosed)
	_, err = p.Stats()
	require.ErrorIs(t, err, acl.ErrClosed)
	assert.Zero(t, f.Count("aclrtMemPoolFreeAsync"))
	require.NoError(t, p.Close(context.Background()))
}
