// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/ability"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/native"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

const mib = 1 << 20

func TestMain(m *testing.M) { acltest.Main(m) }

var (
	byEvent = engine.Reuse{Event: true}
	keepAll = engine.Settings{KeepAll: true, Reuse: byEvent}
)

// rig is an engine with streams, on a device that behaves like a release.
type rig struct {
	t     *testing.T
	dev   *acl.Device
	n     *native.Engine
	s     [3]*stream.Stream
	lanes map[*stream.Stream]engine.Lane
}

// guarded runs a test without guards and with them. Without, the engine has findings that
// confirm every ability.
func guarded(t *testing.T, b sim.Behaviour, s engine.Settings, size uint64, f func(r *rig, guarded bool)) {
	t.Helper()
	for name, on := range map[string]bool{"without": false, "with": true} {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 64 * mib})
			f(newRigOn(t, dev, on, s, size), on)
		})
	}
}

func newRigOn(t *testing.T, dev *acl.Device, guarded bool, s engine.Settings, size uint64) *rig {
	t.Helper()
	r := &rig{t: t, dev: dev, lanes: map[*stream.Stream]engine.Lane{}}
	for i := range r.s {
		r.s[i] = acltest.Stream(t, dev)
	}
	cfg := native.Config{Name: "kv", MaxSize: size, Settings: s, Unproven: native.OmitUnproven, Log: zap.NewNop()}
	if !guarded {
		cfg.Findings, cfg.Unproven = ability.All(), native.EnableUnproven
	}
	var err error
	r.n, err = native.New(context.Background(), (*opaque.Device)(dev).Inner(), cfg)
	require.NoError(t, err)
	for _, s := range r.s {
		r.lanes[s] = r.n.Attach(inner(s))
	}
	t.Cleanup(r.close)
	for _, s := range r.s { // creates the lanes
		r.free(s, r.alloc(s, 1))
		synchronize(t, s)
		_, err := r.n.Trim(0)
		require.NoError(t, err)
	}
	return r
}

func inner(s *stream.Stream) *core.Stream { return (*opaque.Stream)(s).Inner() }

// close waits until nothing is pending and closes the engine.
func (r *rig) close() {
	synchronize(r.t, r.s[:]...)
	var failed engine.Failures
	require.NoError(r.t, r.n.Await(context.Background(), &failed))
	r.frozen(func() {
		done, err := r.n.Close(&failed)
		require.NoError(r.t, err)
		require.True(r.t, done)
	})
}

// frozen calls f with all streams locked.
func (r *rig) frozen(f func()) {
	for _, s := range r.s {
		require.NoError(r.t, inner(s).Lock())
	}
	defer func() {
		for _, s := range r.s {
			inner(s).Unlock()
		}
	}()
	f()
}

func (r *rig) tryAlloc(s *stream.Stream, size uint64) (engine.Chunk, error) {
	c, err := r.allocOnce(s, size)
	if !engine.IsRefusal(err) {
		return c, err
	}
	r.n.Look()
	ops := []engine.Op{{Chunk: engine.Chunk{Size: size}}}
	r.frozen(func() { _, err = r.lanes[s].AllocReclaiming(ops, 0, err) })
	return ops[0].Chunk, err
}

func (r *rig) allocOnce(s *stream.Stream, size uint64) (engine.Chunk, error) {
	require.NoError(r.t, inner(s).Lock())
	defer inner(s).Unlock()
	return r.lanes[s].Alloc(size)
}

func (r *rig) alloc(s *stream.Stream, size uint64) engine.Chunk {
	r.t.Helper()
	c, err := r.tryAlloc(s, size)
	require.NoError(r.t, err)
	return c
}

func (r *rig) free(s *stream.Stream, chunks ...engine.Chunk) {
	r.t.Helper()
	require.NoError(r.t, inner(s).Lock())
	defer inner(s).Unlock()
	for _, c := range chunks {
		_, err := r.lanes[s].Free(c, nil)
		require.NoError(r.t, err)
	}
}

// taken reports whether a stream can allocate a block, which it frees again.
func (r *rig) taken(s *stream.Stream) bool {
	r.t.Helper()
	c, err := r.tryAlloc(s, 1)
	if err != nil {
		return false
	}
	r.free(s, c)
	return true
}

func (r *rig) figures() (f engine.Figures) {
	r.t.Helper()
	r.n.Poll()
	r.frozen(func() {
		var err error
		f, err = r.n.Figures()
		require.NoError(r.t, err)
	})
	return f
}

func synchronize(t testing.TB, streams ...*stream.Stream) {
	t.Helper()
	for _, s := range streams {
		require.NoError(t, s.Synchronize(context.Background()))
	}
}

// order orders further work on later after the work on earlier.
func order(t testing.TB, earlier, later *stream.Stream) {
	t.Helper()
	e, err := event.New(earlier.Device(), event.Config{})
	require.NoError(t, err)
	require.NoError(t, earlier.Record(e))
	require.NoError(t, later.WaitEvent(e))
	require.NoError(t, e.Close())
}
