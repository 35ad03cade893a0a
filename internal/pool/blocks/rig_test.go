// SPDX-License-Identifier: Apache-2.0

package blocks_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/native"
	"github.com/ascend-go/aclpool/stream"
)

const mib = 1 << 20

func TestMain(m *testing.M) { acltest.Main(m) }

// rig is a table on the native engine, with two streams.
type rig struct {
	*blocks.Table
	t   *testing.T
	dev *acl.Device
	s   [2]*core.Stream
}

func newRig(t *testing.T, size uint64) *rig {
	t.Helper()
	dev := acltest.New(t)
	d := (*opaque.Device)(dev).Inner()
	id := memevent.NewPool("kv")
	e, err := native.New(t.Context(), d, native.Config{
		Pool: id, Name: id.Name, MaxSize: size, Log: zap.NewNop(),
		Settings: engine.Settings{KeepAll: true, Reuse: engine.Reuse{Event: true, Internal: true}},
	})
	require.NoError(t, err)
	r := &rig{Table: blocks.New(blocks.Config{Device: d, Pool: id, MaxSize: size, Engine: e}), t: t, dev: dev}
	close := func(context.Context, bool) error { return nil }
	require.NoError(t, d.Node.Add(&r.Node, lifetime.Pool, id.Name, close))
	t.Cleanup(func() {
		assert.NoError(t, r.Node.Close(e.Destroy))
	})
	for i := range r.s {
		r.s[i] = inner(acltest.Stream(t, dev))
	}
	return r
}

func inner(s *stream.Stream) *core.Stream { return (*opaque.Stream)(s).Inner() }

// brief calls f with a stream that is closed afterwards.
func (r *rig) brief(f func(s *core.Stream)) {
	r.t.Helper()
	s, err := stream.New(r.dev, stream.Config{})
	require.NoError(r.t, err)
	f(inner(s))
	require.NoError(r.t, s.Close(context.Background()))
}

func (r *rig) alloc(s *core.Stream) blocks.Block {
	r.t.Helper()
	b, err := r.Alloc(s, 1)
	require.NoError(r.t, err)
	return b
}

func (r *rig) free(s *core.Stream, b blocks.Block) {
	r.t.Helper()
	require.NoError(r.t, r.Free(s, b))
}

func (r *rig) counts() blocks.Counts {
	r.t.Helper()
	_, c, err := r.Figures()
	require.NoError(r.t, err)
	return c
}
