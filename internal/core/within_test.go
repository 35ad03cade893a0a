// SPDX-License-Identifier: Apache-2.0

package core_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

func node(t *testing.T) (n *lifetime.Node) {
	t.Helper()
	require.NoError(t, lifetime.NewRoot("test", false).Add(&n, lifetime.Stream, "s", nil))
	return n
}

func nothing() error { return nil }

func TestWithinReturnsTheStatus(t *testing.T) {
	late := func(driver.Status) { t.Error("nobody has given up") }
	failure := driver.Fail(driver.RTInternalError, "failed")
	for name, ctx := range map[string]context.Context{"endless": context.Background(), "can end": t.Context()} {
		for _, want := range []driver.Status{{}, failure} {
			n := node(t)
			st, err := core.Within(ctx, n, "op", func() driver.Status { return want }, late)
			require.NoError(t, err, name)
			assert.Equal(t, want, st, name)
			require.NoError(t, n.Close(nothing), "%s: no lease is left", name)
		}
	}
}

func TestWithinGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, gate := node(t), make(chan struct{})
		failure := driver.Fail(driver.RTAICoreException, "failed")
		var late []driver.Status
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := core.Within(ctx, n, "op", func() driver.Status { <-gate; return failure },
			func(st driver.Status) { late = append(late, st) })
		require.ErrorIs(t, err, errclass.Timeout)
		assert.EqualError(t, err, "op has not returned after 1s, and goes on: timeout: context deadline exceeded")
		require.ErrorIs(t, n.Close(nothing), errclass.Busy, "the call goes on")
		assert.Empty(t, late)
		close(gate)
		synctest.Wait()
		assert.Equal(t, []driver.Status{failure}, late)
		require.NoError(t, n.Close(nothing))
	})
}

// A forced shutdown waits within its context too, and gets no lease.
func TestWithinOnARetiredNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n, gate := node(t), make(chan struct{})
		n.Retire()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := core.Within(ctx, n, "op", func() driver.Status { <-gate; return driver.Status{} }, nil)
		require.ErrorIs(t, err, errclass.Timeout)
		require.NoError(t, n.Close(nothing))
		close(gate)
	})
}

// Each call that goes on keeps a thread.
func TestWithinBoundsTheCallsThatGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		n, gate := node(t), make(chan struct{})
		call := func() driver.Status { calls.Add(1); <-gate; return driver.Status{} }
		for range core.MaxBlocked {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_, err := core.Within(ctx, n, "op", call, nil)
			cancel()
			require.ErrorIs(t, err, errclass.Timeout)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := core.Within(ended, n, "op", call, nil)
		require.ErrorIs(t, err, context.Canceled)
		assert.EqualValues(t, core.MaxBlocked, calls.Load())
		close(gate)
		synctest.Wait()
		_, err = core.Within(t.Context(), n, "op", func() driver.Status { return driver.Status{} }, nil)
		require.NoError(t, err)
		require.NoError(t, n.Close(nothing))
	})
}
