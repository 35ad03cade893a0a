// SPDX-License-Identifier: Apache-2.0

package stream_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

func TestAbortEndsOneStream(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	v, out := testkit.Malloc(t, dev, 64), testkit.HostBuffer[byte](t, dev, 64)
	hung, other := testkit.NewStream(t, dev, "hung"), acltest.Stream(t, dev)
	require.NoError(t, other.Fill(v, 1))
	require.NoError(t, other.Synchronize(ctx))
	gate := acltest.Hold(t, hung)
	<-gate.Reached()
	require.NoError(t, hung.Fill(v, 2))

	require.NoError(t, hung.Abort(ctx))
	require.NoError(t, hung.Synchronize(ctx))
	require.NoError(t, hung.Close(ctx))
	require.NoError(t, other.CopyToHost(out.View(), v))
	require.NoError(t, other.Synchronize(ctx), "the other stream goes on")
	assert.Equal(t, byte(1), out.Slice()[0], "the work behind was dropped")
	require.ErrorIs(t, hung.Abort(ctx), acl.ErrClosed)
}

// A free that the device drops is a free all the same.
func TestMemoryFreedOnAnAbortedStream(t *testing.T) {
	ctx := context.Background()
	acltest.EachEngine(t, func(t *testing.T, dev *acl.Device, e mempool.Engine) {
		p := acltest.Pool(t, dev, mempool.Config{Engine: e, MaxSize: 2 * miB})
		hung, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
		b, err := p.MallocAsync(hung, 2*miB)
		require.NoError(t, err)
		acltest.Hold(t, hung)
		require.NoError(t, p.FreeAsync(hung, b))
		require.NoError(t, hung.Abort(ctx))
		require.NoError(t, hung.Synchronize(ctx))
		b, err = p.MallocAsync(other, 2*miB)
		require.NoError(t, err)
		require.NoError(t, other.Fill(b.View(), 1))
		require.NoError(t, p.FreeAsync(other, b))
		require.NoError(t, other.Synchronize(ctx))
	})
}

// A kernel that never ends keeps the device from the end of the abort, and not the caller.
func TestAbortIsGivenUpWithItsContext(t *testing.T) {
	dev := acltest.New(t)
	end, started := make(chan struct{}), make(chan struct{})
	f := acltest.Kernel(t, dev, func(*sim.Call) error { close(started); <-end; return nil })
	s := testkit.NewStream(t, dev, "hung")
	require.NoError(t, f.Launch(s, 1, kernel.ArgList{}))
	<-started
	ctx, cancel := context.WithCancel(context.Background())
	aborted := make(chan error)
	go func() { aborted <- s.Abort(ctx) }()
	cancel()
	require.ErrorIs(t, <-aborted, context.Canceled)
	require.ErrorIs(t, s.Abort(ctx), context.Canceled, "no call is made")

	close(end)
	require.NoError(t, (*opaque.Stream)(s).Inner().Node.Drain(context.Background()))
	require.NoError(t, s.Close(context.Background()))
}

func TestAbortThatTheLibraryLacks(t *testing.T) {
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	testkit.Faults(dev).Hide("aclrtStreamAbort")
	err := s.Abort(context.Background())
	require.ErrorIs(t, err, acl.ErrNotSupported)
	assert.ErrorContains(t, err, "aclrtStreamAbort")
}
