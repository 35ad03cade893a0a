// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// violate has two streams fill memory without an order. It returns the error of the second.
func violate(t *testing.T) error {
	t.Helper()
	ctx := context.Background()
	dev, err := acl.Open(0)
	require.NoError(t, err)
	m, err := dev.Malloc(8)
	require.NoError(t, err)
	var streams [2]*stream.Stream
	for i := range streams {
		streams[i], err = stream.New(dev, stream.Config{})
		require.NoError(t, err)
	}
	require.NoError(t, streams[0].Fill(m.View(), 1))
	violation := streams[1].Fill(m.View(), 2)
	for _, s := range streams {
		require.NoError(t, s.Close(ctx))
	}
	require.NoError(t, m.Close())
	require.NoError(t, dev.Close(ctx))
	return violation
}

func TestReportsOfTheProcess(t *testing.T) {
	useLibrary(t)
	tests := map[string]struct {
		variable  string
		callback  bool
		fails     bool
		log, call int // reports
	}{
		"off":                             {},
		"a function":                      {callback: true, call: 1},
		"the variable":                    {variable: "report", log: 1},
		"both":                            {variable: "report", callback: true, log: 1, call: 1},
		"the call fails":                  {variable: "fail", fails: true, log: 1},
		"the call fails, with a function": {variable: "fail", callback: true, fails: true, log: 1, call: 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("ACLPOOL_HAZARDS", tt.variable)
			level, logs := observer.New(zap.WarnLevel)
			var reports []hazard.Report
			options := []acl.Option{acl.WithLogger(zap.New(level))}
			if tt.callback {
				options = append(options, acl.WithHazards(func(r hazard.Report) { reports = append(reports, r) }))
			}
			require.NoError(t, acl.Init(options...))
			err := violate(t)
			require.NoError(t, acl.Shutdown(context.Background()))
			if tt.fails {
				require.ErrorIs(t, err, acl.ErrHazard)
			} else {
				require.NoError(t, err)
			}
			assert.Len(t, reports, tt.call)
			assert.Equal(t, tt.log, logs.Len())
			for _, entry := range logs.All() {
				assert.Contains(t, entry.ContextMap()["report"], "write not ordered after a write")
			}
		})
	}
}

func TestUnknownHazardsVariable(t *testing.T) {
	useLibrary(t)
	t.Setenv("ACLPOOL_HAZARDS", "on")
	err := acl.Init()
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `ACLPOOL_HAZARDS is "on": want report or fail`)
}

// refused are calls that a program makes while another stream fills m, and what they do.
type refused struct {
	dev  *acl.Device
	busy *stream.Stream // fills m
	s    *stream.Stream
	m    *acl.Memory
	w    acl.View
	host *acl.HostBuffer[byte]
	pool *mempool.Pool
}

// With fail, a call that violates the order does nothing.
func TestCallsThatAreRefused(t *testing.T) {
	ctx := context.Background()
	useLibrary(t)
	t.Setenv("ACLPOOL_HAZARDS", "fail")
	require.NoError(t, acl.Init(acl.WithLogger(zap.NewNop())))
	calls := map[string]func(r *refused) error{
		"Fill":                  func(r *refused) error { return r.s.Fill(r.m.View(), 1) },
		"Copy":                  func(r *refused) error { return r.s.Copy(r.w, r.m.View()) },
		"CopyToDevice":          func(r *refused) error { return r.s.CopyToDevice(r.m.View(), r.host.View()) },
		"CopyToHost":            func(r *refused) error { return r.s.CopyToHost(r.host.View(), r.m.View()) },
		"CopySliceToDevice":     func(r *refused) error { return stream.CopySliceToDevice(ctx, r.s, r.m.View(), make([]byte, 8)) },
		"CopySliceToHost":       func(r *refused) error { return stream.CopySliceToHost(ctx, r.s, make([]byte, 8), r.m.View()) },
		"acl.Fill":              func(r *refused) error { return acl.Fill(ctx, r.m.View(), 1) },
		"acl.Copy":              func(r *refused) error { return acl.Copy(ctx, r.w, r.m.View()) },
		"acl.CopySliceToHost":   func(r *refused) error { return acl.CopySliceToHost(ctx, make([]byte, 8), r.m.View()) },
		"acl.CopySliceToDevice": func(r *refused) error { return acl.CopySliceToDevice(ctx, r.m.View(), make([]byte, 8)) },
		"Memory.Close":          func(r *refused) error { return r.m.Close() },
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			r := newRefused(t)
			before := (*opaque.Stream)(r.s).Inner().Enqueued()
			err := call(r)
			require.ErrorIs(t, err, acl.ErrHazard)
			var violation *hazard.Error
			require.ErrorAs(t, err, &violation)
			assert.NotZero(t, violation.Report.Kind)
			assert.Equal(t, before, (*opaque.Stream)(r.s).Inner().Enqueued())
			require.ErrorIs(t, call(r), acl.ErrHazard, "each time")
			require.NoError(t, r.busy.Synchronize(ctx))
			require.NoError(t, call(r), "nothing is the matter now")
		})
	}
}

func newRefused(t *testing.T) *refused {
	t.Helper()
	ctx := context.Background()
	dev, err := acl.Open(0)
	require.NoError(t, err)
	r := &refused{dev: dev}
	for _, s := range []**stream.Stream{&r.busy, &r.s} {
		*s, err = stream.New(dev, stream.Config{})
		require.NoError(t, err)
	}
	r.m, err = dev.Malloc(8)
	require.NoError(t, err)
	w, err := dev.Malloc(8)
	require.NoError(t, err)
	r.w = w.View()
	r.host, err = acl.NewHostBuffer[byte](dev, 8)
	require.NoError(t, err)
	r.pool, err = mempool.New(ctx, dev, mempool.Config{MaxSize: 8 << 20})
	require.NoError(t, err)
	require.NoError(t, r.busy.Fill(r.m.View(), 0))
	t.Cleanup(func() {
		require.NoError(t, dev.Synchronize(ctx))
		require.NoError(t, r.pool.Close(ctx))
		for _, s := range []*stream.Stream{r.busy, r.s} {
			require.NoError(t, s.Close(ctx))
		}
		require.NoError(t, r.host.Close())
		require.NoError(t, r.m.Close())
		require.NoError(t, w.Close())
		require.NoError(t, dev.Close(ctx))
	})
	return r
}

// A block stays live if its free is refused.
func TestFreesThatAreRefused(t *testing.T) {
	ctx := context.Background()
	useLibrary(t)
	t.Setenv("ACLPOOL_HAZARDS", "fail")
	require.NoError(t, acl.Init(acl.WithLogger(zap.NewNop())))
	frees := map[string]func(r *refused, b, other mempool.Block) error{
		"FreeAsync": func(r *refused, b, _ mempool.Block) error { return r.pool.FreeAsync(r.s, b) },
		"FreePtr":   func(r *refused, b, _ mempool.Block) error { return r.pool.FreePtr(r.s, b.Ptr()) },
		"FreeAfter": func(r *refused, b, _ mempool.Block) error { return r.pool.FreeAfter(r.s, b, r.s) },
		"FreeAsyncN": func(r *refused, b, other mempool.Block) error {
			return r.pool.FreeAsyncN(r.s, []mempool.Block{other, b})
		},
	}
	for name, free := range frees {
		t.Run(name, func(t *testing.T) {
			r := newRefused(t)
			b, err := r.pool.MallocAsync(r.s, 8)
			require.NoError(t, err)
			other, err := r.pool.MallocAsync(r.s, 8)
			require.NoError(t, err)
			require.NoError(t, r.s.Synchronize(ctx))
			require.NoError(t, r.busy.Fill(b.View(), 1))
			require.ErrorIs(t, free(r, b, other), acl.ErrHazard)
			require.ErrorIs(t, free(r, b, other), acl.ErrHazard, "each time")
			require.NoError(t, r.pool.FreeAsyncN(r.busy, []mempool.Block{b, other}))
			err = r.pool.FreeAsync(r.busy, b)
			require.ErrorIs(t, err, acl.ErrHazard)
			require.ErrorIs(t, err, acl.ErrClosed)
		})
	}
}
