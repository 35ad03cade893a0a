// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// Each call of a scenario is made to fail once. Either the error names that call, or the
// scenario succeeds. Afterwards everything can be freed and closed, and no memory is missing.

// trial is one run of the scenario.
type trial struct {
	t     *testing.T
	dev   *acl.Device
	fault *faultdriver.Rule
	logs  *observer.ObservedLogs
	pool  *mempool.Pool
	s     [3]*stream.Stream
}

// failing are the functions that fail. Calls of gates and of the test itself do not fail.
var failing = []string{
	"aclrtCreateStream", "aclrtDestroyStream", "aclrtDestroyStreamForce", "aclrtSynchronizeStream", "aclrtStreamQuery",
	"aclrtCreateEventExWithFlag", "aclrtQueryEventStatus", "aclrtSynchronizeEvent", "aclrtRecordEvent", "aclrtDestroyEvent",
	"aclrtMemPoolCreate", "aclrtMemPoolDestroy", "aclrtMemPoolSetAttr", "aclrtMemPoolGetAttr", "aclrtMemPoolTrimTo",
	"aclrtMemPoolMallocAsync", "aclrtMemPoolFreeAsync", faultdriver.BatchFunction, "aclrtGetMemInfo",
}

// do checks the result of one step: it has succeeded, or its error names the call that was
// made to fail. It reports whether the step has succeeded.
func (r *trial) do(step string, err error) bool {
	r.t.Helper()
	if err == nil {
		return true
	}
	name := r.fault.Fired()
	if name == faultdriver.BatchFunction {
		name = "aclrtMemPool" // its first operation
	}
	require.ErrorIs(r.t, err, codes.RTParamInvalid, step)
	require.ErrorContains(r.t, err, name, step)
	return false
}

func (r *trial) malloc(s *stream.Stream, size uint64) mempool.Block {
	r.t.Helper()
	b, err := r.pool.MallocAsync(s, size)
	r.do("allocate", err)
	return b
}

// free frees a block, and once more if that fails and the block is not lost.
func (r *trial) free(free func(*stream.Stream, mempool.Block) error, s *stream.Stream, b mempool.Block) {
	r.t.Helper()
	if b.IsZero() {
		return
	}
	lost := r.logs.FilterMessageSnippet("block lost").Len()
	if !r.do("free", free(s, b)) && r.logs.FilterMessageSnippet("block lost").Len() == lost {
		require.NoError(r.t, free(s, b), "a block that is not lost can be freed")
	}
}

func (r *trial) run() {
	ctx := context.Background()
	cfg := mempool.Config{MaxSize: 16 * mib, Release: mempool.KeepBytes(4 * mib), Reuse: mempool.Reuse{Internal: true}}
	p, err := mempool.New(context.Background(), r.dev, cfg)
	if !r.do("make a pool", err) {
		p, err = mempool.New(context.Background(), r.dev, cfg)
		require.NoError(r.t, err)
	}
	r.pool = p
	home, away, short := r.s[0], r.s[1], r.s[2]
	behindAway := func(s *stream.Stream, b mempool.Block) error { return p.FreeAfter(s, b, away) }

	a, b := r.malloc(home, 3*mib), r.malloc(home, 1)
	many := make([]mempool.Block, 3)
	got := r.do("allocate many", p.MallocAsyncN(away, many, []uint64{1, 2*mib + 1, 1}))
	if !b.IsZero() {
		r.do("record a use", p.RecordUse(away, b))
	}
	gate := acltest.Hold(r.t, away)
	r.free(p.FreeAsync, away, a)
	r.free(behindAway, home, many[0])
	r.free(p.FreeAsync, home, b)
	_, err = p.TrimTo(0)
	r.do("trim", err)
	gate.Release()
	for _, s := range r.s[:2] {
		if !r.do("synchronize", s.Synchronize(ctx)) {
			require.NoError(r.t, s.Synchronize(ctx))
		}
	}
	r.free(behindAway, short, r.malloc(short, 1))
	r.do("close a stream", short.Close(ctx))
	r.free(p.FreeAsync, home, r.malloc(home, 1))
	if got {
		err := p.FreeAsyncN(home, many[1:])
		if r.do("free many", err) || r.logs.FilterMessageSnippet("block lost").Len() > 0 {
			got = false
		} else {
			require.NoError(r.t, p.FreeAsyncN(home, many[1:]))
		}
	}
	_, err = p.Stats()
	r.do("statistics", err)
	r.do("reset peaks", p.ResetPeaks())
	r.do("set release", p.SetRelease(mempool.ReleaseAll))
	r.do("set reuse", p.SetReuse(mempool.Reuse{Event: mempool.EventReuseOff}))
	_, err = p.TrimSync(ctx, 0)
	r.do("trim and wait", err)
	r.do("close", p.Close(ctx))
}

// end frees and closes what a run has left.
func (r *trial) end() {
	ctx := context.Background()
	r.fault.Remove()
	for b := range r.pool.Blocks() {
		assert.NoError(r.t, r.pool.FreeAsync(r.s[0], b))
	}
	assert.NoError(r.t, r.pool.Close(ctx))
	for _, s := range r.s {
		assert.NoError(r.t, s.Close(ctx))
	}
}

func TestEveryCallFailsOnce(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			for n, done := 1, false; !done; n++ {
				dev, f, logs := newFaultyOn(t, sim.Config{Behaviour: b, Memory: 64 * mib})
				before, err := dev.MemInfo()
				require.NoError(t, err)
				r := &trial{t: t, dev: dev, logs: logs}
				for i := range r.s {
					r.s[i] = newStream(t, dev)
				}
				r.fault = f.FailNth(n, driver.RTParamInvalid, failing...)
				r.run()
				failed := r.fault.Fired()
				done = failed == ""
				r.end()
				assert.Equal(t, map[string]int{"stream": 0, "event": 0, "pool": 0}, alive(f), "call %d, %s", n, failed)
				after, err := dev.MemInfo()
				require.NoError(t, err)
				assert.Equal(t, before, after, "call %d, %s", n, failed)
				require.False(t, t.Failed(), "call %d, %s", n, failed)
			}
		})
	}
}
