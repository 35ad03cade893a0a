// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

func TestTrimTo(t *testing.T) {
	tests := map[string]struct {
		keep, reserved uint64 // with 16 MiB reserved and 4 MiB used
	}{
		"nothing":                {0, 4 * mib},
		"less than is used":      {3 * mib, 4 * mib},
		"some":                   {8 * mib, 8 * mib},
		"some, rounded up":       {8*mib + 1, 10 * mib},
		"what there is":          {16 * mib, 16 * mib},
		"more than there is":     {20 * mib, 16 * mib},
		"as much as can be":      {64 * mib, 16 * mib},
		"nearly that, rounds up": {64*mib - 1, 16 * mib},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
			live, freed := malloc(t, p, s, 4*mib), malloc(t, p, s, 12*mib)
			free(t, p, s, freed)
			synchronize(t, s)
			tr, err := p.TrimTo(tt.keep)
			require.NoError(t, err)
			assert.Equal(t, mempool.Trimmed{Released: 16*mib - tt.reserved}, tr)
			st := stats(t, p)
			assert.Equal(t, tt.reserved, st.Reserved)
			assert.EqualValues(t, 4*mib, st.Used)
			assert.EqualValues(t, 1, st.LiveBlocks)
			free(t, p, s, live)
		})
	}
}

func TestTrimRefuses(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	free(t, p, s, malloc(t, p, s, 4*mib))
	synchronize(t, s)
	before := stats(t, p)
	_, err := p.TrimTo(64*mib + 1)
	require.ErrorIs(t, err, acl.ErrInvalid)
	assert.ErrorContains(t, err, `mempool: trim "kv" to 67108865 bytes: the pool holds at most 67108864 bytes`)
	_, err = p.TrimSync(context.Background(), ^uint64(0))
	require.ErrorIs(t, err, acl.ErrInvalid)
	f.Fail("aclrtMemPoolTrimTo", driver.RTInternalError)
	_, err = p.TrimTo(0)
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.Equal(t, before, stats(t, p))
}

// Pending memory is not returned to the device, and the trim reports it.
//
// Case B05.
func TestTrimWhileTheFreeIsPending(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 1 << 30})
	a := malloc(t, p, s, 256*mib)
	gate := acltest.Hold(t, s)
	free(t, p, s, a)
	tr, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Pending: 256 * mib}, tr)
	st := stats(t, p)
	assert.EqualValues(t, 256*mib, st.Pending)
	assert.EqualValues(t, 256*mib, st.Cached())

	gate.Release()
	synchronize(t, s)
	assert.Zero(t, stats(t, p).Pending)
	tr, err = p.TrimTo(0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Released: 256 * mib}, tr)
	assert.Zero(t, stats(t, p).Reserved)
}

func TestTrimSync(t *testing.T) {
	for name, ctx := range map[string]context.Context{"plain": context.Background(), "that can end": t.Context()} {
		t.Run(name, func(t *testing.T) {
			dev := acltest.New(t)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 1 << 30})
			var gates []*acltest.Gate
			for range 3 {
				s := acltest.Stream(t, dev)
				b := malloc(t, p, s, 64*mib)
				gates = append(gates, acltest.Hold(t, s))
				free(t, p, s, b)
			}
			type answer struct {
				mempool.Trimmed
				error
			}
			done := make(chan answer)
			go func() {
				tr, err := p.TrimSync(ctx, 2*mib)
				done <- answer{tr, err}
			}()
			for _, g := range gates {
				<-g.Reached()
				select {
				case got := <-done:
					t.Errorf("TrimSync did not wait: %v", got)
				default:
				}
				g.Release()
			}
			assert.Equal(t, answer{mempool.Trimmed{Released: 190 * mib}, nil}, <-done)
			assert.EqualValues(t, 2*mib, stats(t, p).Reserved)
		})
	}
}

// TrimSync waits for frees, not for the end of all work.
func TestTrimSyncOnABusyStream(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, s, 2*mib)
	first := acltest.Hold(t, s)
	free(t, p, s, b)
	done := make(chan error)
	go func() {
		_, err := p.TrimSync(t.Context(), 0)
		done <- err
	}()
	for (*opaque.Stream)(s).Inner().Enqueued() < 4 { // allocate, hold, free, and the mark of TrimSync
		if _, err := s.Query(); err != nil {
			t.Fatal(err)
		}
	}
	second := acltest.Hold(t, s)
	first.Release()
	require.NoError(t, <-done)
	second.Release()
}

func TestTrimSyncGivesUp(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, s, 2*mib)
	gate := acltest.Hold(t, s)
	free(t, p, s, b)
	before := stats(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := p.TrimSync(ctx, 0)
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, before, stats(t, p))
	gate.Release()
}

// If any call fails, nothing has changed and the next trim works.
func TestTrimSyncFails(t *testing.T) {
	for _, call := range []string{"aclrtRecordEvent", "aclrtMemPoolGetAttr", "aclrtMemPoolTrimTo"} {
		t.Run(call, func(t *testing.T) {
			dev, f, _ := newFaulty(t)
			s := acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
			b := malloc(t, p, s, 2*mib)
			gate := acltest.Hold(t, s)
			free(t, p, s, b)
			before := stats(t, p)
			if call != "aclrtRecordEvent" {
				gate.Release() // otherwise TrimSync waits
			}
			f.Fail(call, driver.RTDrvInternalError)
			_, err := p.TrimSync(context.Background(), 0)
			require.ErrorIs(t, err, codes.RTDrvInternalError)
			assert.ErrorContains(t, err, call)
			gate.Release()
			after := stats(t, p)
			assert.Equal(t, before.Reserved, after.Reserved)
			tr, err := p.TrimSync(context.Background(), 0)
			require.NoError(t, err)
			assert.Equal(t, mempool.Trimmed{Released: 2 * mib}, tr)
		})
	}
}

// The frees of a stopped stream never execute, and their memory is not reused until the stream
// is closed.
func TestTrimSyncWithAStoppedStream(t *testing.T) {
	dev := acltest.New(t)
	bad := newStream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	b := malloc(t, p, bad, 4*mib)
	fail(t, dev, bad)
	good := acltest.Stream(t, dev)
	free(t, p, bad, b)
	free(t, p, good, malloc(t, p, good, 2*mib))

	tr, err := p.TrimSync(context.Background(), 0)
	require.ErrorIs(t, err, acl.ErrDevice)
	assert.ErrorContains(t, err, bad.Name())
	assert.Equal(t, mempool.Trimmed{Released: 2 * mib, Pending: 4 * mib}, tr)

	require.ErrorIs(t, bad.Close(context.Background()), acl.ErrDevice)
	tr, err = p.TrimSync(context.Background(), 0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Released: 4 * mib}, tr)
}

// The frees behind a failed task execute, unless the stream stops: a trim waits for them, and
// leaves the failure to the program.
func TestTrimSyncBehindAFailedTask(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	f := acltest.Kernel(t, dev, func(*sim.Call) error { return errKernel })
	s := acltest.Stream(t, dev)
	b := malloc(t, p, s, 4*mib)
	require.NoError(t, f.Launch(s, 1, kernel.Args()))
	free(t, p, s, b)
	tr, err := p.TrimSync(ctx, 0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Released: 4 * mib}, tr)
	require.ErrorIs(t, s.Synchronize(ctx), acl.ErrDevice)
	free(t, p, s, malloc(t, p, s, 4*mib))
}

// Events that a wait has used belong to the pool. If one cannot be destroyed, Close returns an
// error, and destroys it when it is called again.
func TestEventsOfWaitsAreDestroyedByClose(t *testing.T) {
	ctx := context.Background()
	dev, f, _ := newFaulty(t) // checks that the device can be closed at the end
	s := acltest.Stream(t, dev)
	p, err := mempool.New(ctx, dev, mempool.Config{MaxSize: 4 * mib})
	require.NoError(t, err)
	gate := acltest.Hold(t, s)
	free(t, p, s, malloc(t, p, s, 1))
	f.Before(func(faultdriver.Call) driver.Status { gate.Release(); return driver.Status{} }, "aclrtRecordEvent")
	_, err = p.TrimSync(ctx, 0)
	require.NoError(t, err)
	for o := range dev.Objects() {
		assert.NotEqual(t, "event", o.Kind)
	}
	f.Fail("aclrtDestroyEvent", driver.RTInternalError)
	err = p.Close(ctx)
	e, ok := errors.AsType[*acl.Error](err)
	require.True(t, ok, err)
	assert.Equal(t, "aclrtDestroyEvent", e.Op)
	_, err = p.Stats()
	require.ErrorIs(t, err, acl.ErrClosed)
	require.NoError(t, p.Close(ctx))
	assert.Zero(t, alive(f)["event"])
}
