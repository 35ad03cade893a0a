// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

const mib = 1 << 20

// patience is the limit of waits that end at once unless something hangs. tick is the interval
// of their checks.
const (
	patience = 10 * time.Second
	tick     = time.Millisecond
)

func TestMain(m *testing.M) { acltest.Main(m) }

// newPool creates a pool and a stream on a new device.
func newPool(t testing.TB, cfg mempool.Config) (*mempool.Pool, *stream.Stream) {
	t.Helper()
	dev := acltest.New(t)
	s := acltest.Stream(t, dev)
	return acltest.Pool(t, dev, cfg), s
}

// newStream creates a stream that the test closes itself, because it fails.
func newStream(t testing.TB, dev *acl.Device) *stream.Stream {
	t.Helper()
	s, err := stream.New(dev, stream.Config{})
	require.NoError(t, err)
	return s
}

func malloc(t testing.TB, p *mempool.Pool, s *stream.Stream, size uint64) mempool.Block {
	t.Helper()
	b, err := p.MallocAsync(s, size)
	require.NoError(t, err)
	return b
}

func free(t testing.TB, p *mempool.Pool, s *stream.Stream, blocks ...mempool.Block) {
	t.Helper()
	for _, b := range blocks {
		require.NoError(t, p.FreeAsync(s, b))
	}
}

func stats(t testing.TB, p *mempool.Pool) mempool.Stats {
	t.Helper()
	st, err := p.Stats()
	require.NoError(t, err)
	return st
}

func synchronize(t testing.TB, streams ...*stream.Stream) {
	t.Helper()
	for _, s := range streams {
		require.NoError(t, s.Synchronize(context.Background()))
	}
}

// order orders further work on later after the work on earlier.
func order(t require.TestingT, earlier, later *stream.Stream) {
	e, err := event.New(earlier.Device(), event.Config{})
	require.NoError(t, err)
	require.NoError(t, earlier.Record(e))
	require.NoError(t, later.WaitEvent(e))
	require.NoError(t, e.Close())
}

var errKernel = errors.New("this kernel always fails")

// fail stops a stream, and the others that its device has, by a kernel that fails.
func fail(t testing.TB, dev *acl.Device, s *stream.Stream) {
	t.Helper()
	f := acltest.Kernel(t, dev, func(*sim.Call) error { return errKernel })
	c := (*opaque.Stream)(s).Inner()
	require.True(t, c.Device.Driver.SetStreamFailureMode(c.Device.Context, c.Handle, driver.StopOnFailure).OK())
	require.NoError(t, f.Launch(s, 1, kernel.Args()))
	require.ErrorIs(t, s.WaitIdle(context.Background()), acl.ErrDevice)
}
