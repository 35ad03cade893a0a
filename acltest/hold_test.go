// SPDX-License-Identifier: Apache-2.0

package acltest_test

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

// closed reports whether a channel is closed, once nothing moves any more.
func closed(c <-chan struct{}) bool {
	synctest.Wait()
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func query(t *testing.T, s *stream.Stream) bool {
	t.Helper()
	synctest.Wait()
	done, err := s.Query()
	require.NoError(t, err)
	return done
}

func TestHold(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		dev := acltest.New(t)
		s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
		first := acltest.Hold(t, s)
		second := acltest.Hold(t, s)
		assert.True(t, closed(first.Reached()))
		assert.False(t, closed(second.Reached()), "work behind the gate waits")
		assert.False(t, query(t, s))
		assert.True(t, query(t, other), "other streams go on")

		first.Release()
		first.Release()
		assert.True(t, closed(second.Reached()))
		assert.False(t, query(t, s))
		second.Release()
		assert.True(t, query(t, s))
	})
}

func TestGateReleasedBeforehand(t *testing.T) {
	s := acltest.Stream(t, acltest.New(t))
	before, g := acltest.Hold(t, s), acltest.Hold(t, s)
	g.Release()
	before.Release()
	require.NoError(t, s.Synchronize(context.Background()))
	<-g.Reached()
}

func TestEndOfTheTestReleases(t *testing.T) {
	r := record(t, func(t testing.TB) {
		s := acltest.Stream(t, acltest.New(t))
		acltest.Hold(t, s)
		acltest.Hold(t, s)
	})
	assert.Empty(t, r.failures)
}

// A gate is no object: a test can close stream and device around it.
func TestGateIsNotInTheWay(t *testing.T) {
	ctx, dev := context.Background(), acltest.New(t)
	s := acltest.Stream(t, dev)
	g := acltest.Hold(t, s)
	assert.Len(t, live(dev), 1, "the stream")
	g.Release()
	require.NoError(t, s.Close(ctx))
	require.NoError(t, dev.Close(ctx))
}

func live(dev *acl.Device) (objects []acl.Object) {
	for o := range dev.Objects() {
		objects = append(objects, o)
	}
	return objects
}

// Closing a machine by force gets past a gate.
func TestGateOfAMachineThatEnds(t *testing.T) {
	acltest.RequireGoMachine(t)
	synctest.Test(t, func(t *testing.T) {
		r := record(t, func(t testing.TB) {
			dev := acltest.New(t)
			s, err := stream.New(dev, stream.Config{})
			require.NoError(t, err)
			acltest.Hold(t, s)
		})
		assert.Contains(t, r.text(), "left open")
	})
}

func TestHoldOfAClosedStreamEndsTheTest(t *testing.T) {
	r := record(t, func(t testing.TB) {
		s := acltest.Stream(t, acltest.New(t))
		require.NoError(t, s.Close(context.Background()))
		acltest.Hold(t, s)
	})
	if t.Skipped() {
		return // by Hold, on a device that is not simulated
	}
	assert.True(t, r.stopped)
	assert.Contains(t, r.text(), "closed")
}

func TestPendingFreeBehindAGate(t *testing.T) {
	dev := acltest.New(t)
	s, p := acltest.Stream(t, dev), acltest.Pool(t, dev, mempool.Config{})
	b, err := p.MallocAsync(s, 1)
	require.NoError(t, err)
	g := acltest.Hold(t, s)
	require.NoError(t, p.FreeAsync(s, b))
	trimmed, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.Zero(t, trimmed.Released)
	assert.EqualValues(t, 2<<20, trimmed.Pending)
	g.Release()
	require.NoError(t, s.Synchronize(context.Background()))
	trimmed, err = p.TrimTo(0)
	require.NoError(t, err)
	assert.EqualValues(t, 2<<20, trimmed.Released)
}
