// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// trial is one run of the scenario, which goes on after a call has failed: what is there must
// stay usable.
type trial struct {
	t    testing.TB
	errs []error
	logs *observer.ObservedLogs
	pool *mempool.Pool
	s    [3]*stream.Stream
}

// do notes the error of one step. It reports whether the step has succeeded.
func (r *trial) do(step string, err error) bool {
	r.t.Helper()
	if err == nil {
		return true
	}
	require.ErrorIs(r.t, err, codes.RTParamInvalid, step)
	require.ErrorContains(r.t, err, "aclrt", step)
	r.errs = append(r.errs, err)
	return false
}

func (r *trial) malloc(s *stream.Stream, size uint64) mempool.Block {
	r.t.Helper()
	b, err := r.pool.MallocAsync(s, size)
	r.do("allocate", err)
	return b
}

func (r *trial) lost() int { return r.logs.FilterMessageSnippet("block lost").Len() }

// free frees a block, and once more if that fails and the block is not lost.
func (r *trial) free(free func(*stream.Stream, mempool.Block) error, s *stream.Stream, b mempool.Block) {
	r.t.Helper()
	if b.IsZero() {
		return
	}
	lost := r.lost()
	if !r.do("free", free(s, b)) && r.lost() == lost {
		require.NoError(r.t, free(s, b), "a block that is not lost can be freed")
	}
}

// open makes the streams and the pool, each a second time if that fails.
func (r *trial) open(dev *acl.Device) {
	r.t.Helper()
	var err error
	for i := range r.s {
		if r.s[i], err = stream.New(dev, stream.Config{}); !r.do("make a stream", err) {
			r.s[i], err = stream.New(dev, stream.Config{})
			require.NoError(r.t, err)
		}
	}
	cfg := mempool.Config{MaxSize: 16 * mib, Release: mempool.KeepBytes(4 * mib), Reuse: mempool.Reuse{Internal: true}}
	if r.pool, err = mempool.New(context.Background(), dev, cfg); !r.do("make a pool", err) {
		r.pool, err = mempool.New(context.Background(), dev, cfg)
		require.NoError(r.t, err)
	}
}

func (r *trial) run() {
	ctx, p := context.Background(), r.pool
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
	_, err := p.TrimTo(0)
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
		lost := r.lost()
		if err := p.FreeAsyncN(home, many[1:]); !r.do("free many", err) && r.lost() == lost {
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

// end frees and closes what a run has left, each a second time if that fails.
func (r *trial) end() {
	ctx := context.Background()
	twice := func(step string, f func() error) {
		if !r.do(step, f()) {
			assert.NoError(r.t, f(), step)
		}
	}
	if r.pool != nil {
		for b := range r.pool.Blocks() {
			twice("free", func() error { return r.pool.FreeAsync(r.s[0], b) })
		}
		twice("close", func() error { return r.pool.Close(ctx) })
	}
	for _, s := range r.s {
		if s != nil {
			twice("close a stream", func() error { return s.Close(ctx) })
		}
	}
}

// Each call of a scenario fails once. Everything can be freed and closed afterwards.
func TestEveryCallFailsOnce(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			level, logs := observer.New(zap.WarnLevel)
			cfg := sim.Config{Behaviour: b, Memory: 64 * mib, Logger: zap.New(level)}
			acltest.EachFault(t, func(t testing.TB, dev *acl.Device) error {
				r := &trial{t: t, logs: logs}
				defer r.end()
				r.open(dev)
				r.run()
				return errors.Join(r.errs...)
			}, acltest.FaultConfig{Machine: cfg, Code: codes.RTParamInvalid})
		})
	}
}
