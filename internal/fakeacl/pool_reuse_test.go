// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Each class of reuse and its conditions. The models have their own tests; these test how the
// machine uses them.
func TestReuse(t *testing.T) {
	// freed returns a block that was freed on a held stream.
	freed := func(r *rig, p driver.Pool, on driver.Stream) driver.Addr {
		a := r.alloc(p, 2*mib, on)
		r.free(a, on)
		return a
	}
	full := func(r *rig) driver.Pool { return r.pool(2 * mib) }

	t.Run("same stream", func(t *testing.T) {
		r := newRig(t, nil)
		s, p := r.stream(), full(r)
		r.hold(s)
		assert.Equal(t, freed(r, p, s), r.alloc(p, 1, s))
	})
	t.Run("another stream gets nothing", func(t *testing.T) {
		r := newRig(t, nil)
		p := full(r)
		freed(r, p, r.stream())
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, r.stream())).Code)
	})
	t.Run("event", func(t *testing.T) {
		for _, kind := range kinds {
			r := newRig(t, nil)
			s, w, p, e := r.stream(), r.stream(), full(r), kind.make(r)
			r.set(p, driver.PoolReuseEvent, 1)
			release := r.hold(s)
			a := freed(r, p, s)
			assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code, kind.name)
			r.record(e, s)
			r.wait(w, e)
			assert.Equal(t, a, r.alloc(p, 1, w), kind.name)
			assert.True(t, r.busy(w), "the allocation executes behind the wait")
			release()
			r.sync(w)
		}
	})
	t.Run("event that has finished already", func(t *testing.T) {
		for _, kind := range kinds {
			r := newRig(t, nil)
			s, w, p, e := r.stream(), r.stream(), full(r), kind.make(r)
			r.set(p, driver.PoolReuseEvent, 1)
			a := freed(r, p, s)
			r.record(e, s)
			r.wait(w, e)
			assert.Equal(t, a, r.alloc(p, 1, w), kind.name)
		}
	})
	t.Run("a record before the free does not order it", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p, e := r.stream(), r.stream(), full(r), ex.make(r)
		r.set(p, driver.PoolReuseEvent, 1)
		a := r.alloc(p, 1, s)
		r.record(e, s)
		r.free(a, s)
		r.wait(w, e)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code)
	})
	t.Run("a sticky event gives its first record only", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p, e := r.stream(), r.stream(), full(r), flagged.make(r)
		r.set(p, driver.PoolReuseEvent, 1)
		r.record(e, s)
		freed(r, p, s)
		r.record(e, s) // the event is set already
		r.wait(w, e)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code)
	})
	t.Run("what the host knows", func(t *testing.T) {
		for name, learn := range map[string]func(r *rig, s driver.Stream, e driver.Event) driver.Status{
			"synchronize stream": func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeStream(r.ac, s) },
			"synchronize device": func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeDevice(r.ac) },
			"synchronize event":  func(r *rig, _ driver.Stream, e driver.Event) driver.Status { return r.SynchronizeEvent(r.ac, e) },
			"query stream":       func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return status(r.StreamQuery(r.ac, s)) },
			"query event": func(r *rig, _ driver.Stream, e driver.Event) driver.Status {
				return status(r.QueryEventStatus(r.ac, e))
			},
			"destroy stream": func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.DestroyStream(r.ac, s) },
		} {
			r := newRig(t, nil)
			s, w, p, e := r.stream(), r.stream(), full(r), ex.make(r)
			r.set(p, driver.PoolReuseEvent, 1)
			r.set(p, driver.PoolReleaseThreshold, 2*mib)
			a := freed(r, p, s)
			r.record(e, s)
			r.ok(learn(r, s, e))
			assert.Equal(t, a, r.alloc(p, 1, w), name)
		}
	})
	t.Run("a timeout teaches nothing", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseEvent, 1)
		freed(r, p, s)
		r.hold(s)
		require.Equal(t, driver.RTStreamSyncTimeout, r.SynchronizeStreamWithTimeout(r.ac, s, 1).Code)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code)
	})
	t.Run("internal", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseInternal, 1)
		release := r.hold(s)
		a := freed(r, p, s)
		r.launch(s, func(c *gokernel.Call) error { <-c.Done(); return nil }) // later work does not matter
		assert.Equal(t, a, r.alloc(p, 1, w))
		assert.True(t, r.busy(w), "it waits for the free")
		release()
		r.sync(w)
	})
	t.Run("opportunistic, in time", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseOpportunistic, 1)
		a := freed(r, p, s)
		assert.Equal(t, a, r.alloc(p, 1, w))
		r.sync(w)
	})
	t.Run("opportunistic, too early", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseOpportunistic, 1)
		release := r.hold(s)
		a := freed(r, p, s)
		assert.Equal(t, a, r.alloc(p, 1, w), "the call succeeds")
		st := r.SynchronizeStream(r.ac, w)
		assert.Equal(t, driver.RTAICPUException, st.Code)
		assert.Contains(t, st.Msg, "in the hope that its free")
		release()
		r.sync(s)
		r.sync(w)

		// The allocation was never executed, but the model has the block: another stream can free it.
		r.ok(r.DestroyStream(r.ac, w))
		r.free(a, s)
		r.sync(s)
		r.write(r.alloc(p, 1, s), []byte{1})
	})
	t.Run("closed stream", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		a := freed(r, p, s)
		r.ok(r.DestroyStream(r.ac, s))
		assert.Equal(t, a, r.alloc(p, 1, w), "it belongs to nobody")
	})
	t.Run("stopped stream, until it is closed", func(t *testing.T) {
		r := newRig(t, nil)
		other := r.elsewhere()
		s, w, p := r.stream(), other.stream(), full(r)
		r.set(p, driver.PoolReuseInternal, 1)
		a := r.alloc(p, 1, s)
		r.breakStream(s)
		r.free(a, s)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(other.ac, p, 1, w)).Code)
		r.sync(w)
		r.ok(r.MemPoolTrimTo(r.ac, p, 0))
		assert.EqualValues(t, 2*mib, r.attr(p, driver.PoolReserved), "the free is pending")
		r.ok(r.DestroyStream(r.ac, s))
		assert.Equal(t, a, other.alloc(p, 1, w))
		r.write(a, []byte{1})
	})
	// The free executes, since the stream goes on.
	t.Run("failed stream that goes on", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseOpportunistic, 1)
		a := r.alloc(p, 1, s)
		r.launch(s, func(*gokernel.Call) error { return assert.AnError })
		r.free(a, s)
		assert.Equal(t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code)
		assert.Equal(t, a, r.alloc(p, 1, w))
		r.write(a, []byte{1})
	})
}
