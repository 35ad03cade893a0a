// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// newHeld makes a machine whose streams are held, and a pool that gives back what it can.
func newHeld(t *testing.T) (*rig, driver.Pool) {
	t.Helper()
	r := newRig(t, func(cfg *fakeacl.Config) { cfg.Held = true })
	return r, r.pool(8 * mib)
}

// freed leaves a block of a granule behind whose free is on the stream.
func (r *rig) freed(p driver.Pool, s driver.Stream) driver.Addr {
	r.t.Helper()
	a := r.alloc(p, granule, s)
	r.free(a, s)
	return a
}

// trimmed returns what stays reserved when all that can go goes.
func (r *rig) trimmed(p driver.Pool) uint64 {
	r.t.Helper()
	r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	return r.attr(p, driver.PoolReserved)
}

func TestHeldStreams(t *testing.T) {
	t.Run("a free counts when its stream is waited for", func(t *testing.T) {
		r, p := newHeld(t)
		s, other := r.stream(), r.stream()
		r.freed(p, s)
		r.sync(other)
		assert.Equal(t, granule, r.trimmed(p), "not before")
		assert.True(t, r.busy(s))
		r.sync(s)
		assert.False(t, r.busy(s))
		assert.Zero(t, r.attr(p, driver.PoolReserved))
	})
	t.Run("only up to the place that is needed", func(t *testing.T) {
		r, p := newHeld(t)
		s, e := r.stream(), ex.make(r)
		a := r.alloc(p, granule, s)
		r.alloc(p, granule, s) // keeps the two apart
		b := r.alloc(p, granule, s)
		r.free(a, s)
		r.record(e, s)
		r.free(b, s)
		r.ok(r.SynchronizeEvent(r.ac, e))
		assert.Equal(t, 2*granule, r.attr(p, driver.PoolReserved), "one in use, one pending")
		assert.Equal(t, driver.EventComplete, must[driver.EventRecordedStatus](r)(r.QueryEventStatus(r.ac, e)))
		assert.True(t, r.busy(s))
	})
	t.Run("through events", func(t *testing.T) {
		r, p := newHeld(t)
		streams := []driver.Stream{r.stream(), r.stream(), r.stream()}
		r.freed(p, streams[0])
		for i, s := range streams[1:] {
			e := ex.make(r)
			r.record(e, streams[i])
			r.wait(s, e)
		}
		assert.Equal(t, granule, r.trimmed(p))
		r.sync(streams[2])
		assert.Zero(t, r.attr(p, driver.PoolReserved))
	})
	t.Run("through internal waits", func(t *testing.T) {
		r, p := newHeld(t)
		r.set(p, driver.PoolReuseInternal, 1)
		s, w := r.stream(), r.stream()
		a := r.alloc(p, granule, s)
		r.alloc(p, granule, s) // keeps the two apart
		b := r.alloc(p, granule, s)
		r.free(a, s)
		assert.Equal(t, a, r.alloc(p, granule, w))
		r.free(b, s) // later than what w needs
		r.sync(w)
		assert.Equal(t, 3*granule, r.attr(p, driver.PoolReserved), "two in use, one pending")
		r.sync(s)
		assert.Equal(t, 2*granule, r.attr(p, driver.PoolReserved))
	})
	t.Run("all of a context", func(t *testing.T) {
		r, p := newHeld(t)
		for range 3 {
			r.freed(p, r.stream())
		}
		assert.Equal(t, 3*granule, r.trimmed(p))
		r.ok(r.SynchronizeDevice(r.ac))
		assert.Zero(t, r.attr(p, driver.PoolReserved))
	})
	t.Run("a destroyed stream", func(t *testing.T) {
		r, p := newHeld(t)
		s := r.stream()
		r.freed(p, s)
		r.ok(r.DestroyStream(r.ac, s))
		assert.Zero(t, r.trimmed(p))
	})
	t.Run("queries need nothing", func(t *testing.T) {
		r, p := newHeld(t)
		s, e := r.stream(), ex.make(r)
		r.freed(p, s)
		r.record(e, s)
		for range 3 {
			assert.True(t, r.busy(s))
			assert.Equal(t, driver.EventNotReady, must[driver.EventRecordedStatus](r)(r.QueryEventStatus(r.ac, e)))
		}
		assert.Equal(t, driver.RTEventTimestampInvalid, status(r.EventElapsedTime(r.ac, e, e)).Code)
		assert.Equal(t, granule, r.trimmed(p))
	})
}

// A held kernel runs when it is needed, and with it all that it needs.
func TestHeldKernels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(cfg *fakeacl.Config) { cfg.Held = true })
		defer r.Close()
		s, w, e, ran := r.stream(), r.stream(), ex.make(r), make(chan string, 4)
		r.note(s, ran, "first")
		r.record(e, s)
		r.note(s, ran, "second")
		r.wait(w, e)
		r.note(w, ran, "third")
		synctest.Wait()
		assert.Empty(t, ran)
		r.sync(w)
		assert.Equal(t, "first", <-ran)
		assert.Equal(t, "third", <-ran)
		synctest.Wait()
		assert.Empty(t, ran)
		r.ok(r.SynchronizeDevice(r.ac))
		assert.Equal(t, "second", <-ran)
	})
}

// A gamble wins when what it hopes for is needed by the same wait, in whatever order the
// streams were made; it loses when nobody needed it.
func TestHeldGambles(t *testing.T) {
	gamble := func(t *testing.T, swap bool) (r *rig, p driver.Pool, freer, gambler driver.Stream) {
		r, p = newHeld(t)
		r.set(p, driver.PoolReuseOpportunistic, 1)
		freer, gambler = r.stream(), r.stream()
		if swap {
			freer, gambler = gambler, freer
		}
		a := r.freed(p, freer)
		assert.Equal(t, a, r.alloc(p, granule, gambler))
		return r, p, freer, gambler
	}
	for _, swap := range []bool{false, true} {
		r, _, _, _ := gamble(t, swap)
		r.ok(r.SynchronizeDevice(r.ac))

		r, _, freer, gambler := gamble(t, swap)
		r.sync(freer)
		r.sync(gambler)

		r, p, freer, gambler := gamble(t, swap)
		third, e := r.stream(), ex.make(r)
		r.record(e, gambler)
		r.wait(third, e)
		r.sync(third)
		assert.Equal(t, driver.RTAICPUException, r.SynchronizeStream(r.ac, gambler).Code, "swapped: %v", swap)
		r.sync(freer)
		r.sync(freer)
		assert.Equal(t, granule, r.attr(p, driver.PoolReserved), "in use")
		r.ok(r.SynchronizeDevice(r.ac))
	}
}

// One gamble on the outcome of another.
func TestHeldGamblesInARow(t *testing.T) {
	r, p := newHeld(t)
	r.set(p, driver.PoolReuseOpportunistic, 1)
	var streams []driver.Stream
	for range 5 {
		streams = append(streams, r.stream())
	}
	for i := len(streams) - 1; i >= 0; i-- { // the last one made is the first to free
		r.freed(p, streams[i])
	}
	assert.Equal(t, granule, r.attr(p, driver.PoolReserved))
	r.ok(r.SynchronizeDevice(r.ac))
	assert.Zero(t, r.attr(p, driver.PoolReserved))
}
