// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Unsafe behaviour of the vendor's published algorithm. Each test shows what a guard must
// prevent, and what the documented pool does instead.

// both runs a test on the documented pool and on the published algorithm.
func both(t *testing.T, f func(t *testing.T, r *rig, published bool)) {
	t.Helper()
	each(t, []fakeacl.Behaviour{fakeacl.Documented, fakeacl.CANNDev}, func(t *testing.T, r *rig, b fakeacl.Behaviour) {
		f(t, r, b == fakeacl.CANNDev)
	})
}

// refused reports whether a pool has no memory for a stream.
func (r *rig) refused(p driver.Pool, s driver.Stream) bool {
	r.t.Helper()
	_, st := r.MallocAsync(r.ac, p, 1, s)
	return !st.OK()
}

// Memory that is freed on another stream is at once available to the stream that allocated it,
// although the other stream still uses it.
func TestOwnershipStaysWithTheAllocatingStream(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, home, away := r.pool(granule), r.stream(), r.stream()
		a := r.alloc(p, 1, home)
		r.sync(home)
		release := r.hold(away)
		defer release()
		r.free(a, away)
		assert.Equal(t, !published, r.refused(p, home))
		if published {
			r.sync(home) // home does not wait for the stream that still uses the memory
			assert.True(t, r.busy(away))
			return
		}
		assert.Equal(t, a, r.alloc(p, 1, away))
	})
}

// A stream that has waited for a record before the free gets the memory when the free is
// on a third stream: the record that counts is that of the allocating stream.
func TestEventReuseLooksAtTheAllocatingStream(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, home, away, asker, e := r.pool(granule), r.stream(), r.stream(), r.stream(), plain.make(r)
		r.set(p, driver.PoolReuseEvent, 1)
		a := r.alloc(p, 1, home)
		r.sync(home)
		leave, release := r.hold(home), r.hold(away)
		defer leave()
		defer release()
		r.free(a, away)
		r.record(e, home)
		r.wait(asker, e)
		assert.Equal(t, !published, r.refused(p, asker))
	})
}

// The rest of a split block belongs to the stream that took the other part, with the old count
// of records.
func TestTheRestOfASplitGoesToTheTaker(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, s, taker, e := r.pool(2*granule), r.stream(), r.stream(), plain.make(r)
		r.set(p, driver.PoolReuseEvent, 1)
		release := r.hold(s)
		defer release()
		r.free(r.alloc(p, 2*granule, s), s)
		r.record(e, s)
		r.wait(taker, e)
		r.alloc(p, 1, taker)
		r.set(p, driver.PoolReuseEvent, 0)
		assert.Equal(t, published, r.refused(p, s), "the owner")
		assert.Equal(t, !published, r.refused(p, taker), "the taker")
	})
}

// The order that a stream gets by a wait is not passed on to streams that wait for it, and
// waits of the host establish no order.
func TestOrderIsNotPassedOn(t *testing.T) {
	t.Run("chain", func(t *testing.T) {
		both(t, func(t *testing.T, r *rig, published bool) {
			p, s := r.pool(granule), []driver.Stream{r.stream(), r.stream(), r.stream()}
			r.set(p, driver.PoolReuseEvent, 1)
			release := r.hold(s[0])
			defer release()
			r.freed(p, s[0])
			for i := range s[1:] {
				e := plain.make(r)
				r.record(e, s[i])
				r.wait(s[i+1], e)
			}
			assert.Equal(t, published, r.refused(p, s[2]))
			assert.Equal(t, !published, r.refused(p, s[1]), "has waited itself, unless the other one has it")
		})
	})
	t.Run("host", func(t *testing.T) {
		both(t, func(t *testing.T, r *rig, published bool) {
			p, s, asker := r.pool(2*granule), r.stream(), r.stream()
			r.set(p, driver.PoolReuseEvent, 1)
			r.set(p, driver.PoolReleaseThreshold, 2*granule)
			r.alloc(p, 1, s)
			r.freed(p, s)
			r.sync(s)
			assert.Equal(t, published, r.refused(p, asker))
		})
	})
}

// The order from an event is kept when the event is destroyed. A wait for a completed event
// establishes no order, unless the event is of a kind whose wait is always enqueued.
func TestEventsOfThePublishedAlgorithm(t *testing.T) {
	for name, tt := range map[string]struct {
		kind    maker
		held    bool
		before  bool // the record comes before the free
		destroy bool // before the allocation
		gets    bool
	}{
		"in order":                  {kind: plain, held: true, gets: true},
		"destroyed afterwards":      {kind: plain, held: true, destroy: true, gets: true},
		"recorded before the free":  {kind: plain, held: true, before: true},
		"finished":                  {kind: plain},
		"finished, of the new kind": {kind: ex},
		"finished, always queues":   {kind: flagged, gets: true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRelease(t, fakeacl.CANNDev)
			p, s, asker, e := r.pool(granule), r.stream(), r.stream(), tt.kind.make(r)
			r.set(p, driver.PoolReuseEvent, 1)
			if tt.held {
				defer r.hold(s)()
			}
			a := r.alloc(p, 1, s)
			if tt.before {
				r.record(e, s)
			}
			r.free(a, s)
			if !tt.before {
				r.record(e, s)
			}
			r.wait(asker, e)
			if tt.destroy {
				r.ok(r.DestroyEvent(r.ac, e))
			}
			assert.Equal(t, !tt.gets, r.refused(p, asker))
		})
	}
}

func TestSizesThatWrap(t *testing.T) {
	for b, want := range map[fakeacl.Behaviour]driver.Code{
		fakeacl.Documented: driver.RTParamInvalid, fakeacl.CANNMaster: driver.RTParamInvalid,
		fakeacl.CANN91: driver.Success, fakeacl.CANNDev: driver.Success,
	} {
		r := newRelease(t, b)
		p, s := r.pool(8*mib), r.stream()
		_, st := r.MallocAsync(r.ac, p, 1<<64-1, s)
		assert.Equal(t, want, st.Code, b)
		wrecked := want == driver.Success
		assert.Equal(t, wrecked, r.refused(p, s), b)
		r.sync(s)
		assert.EqualValues(t, 0, r.attr(p, driver.PoolReservedHigh)%granule)
	}
}

// Physical memory is taken when an allocation executes: the call succeeds, and the stream
// fails.
func TestExhaustionShowsInTheStream(t *testing.T) {
	each(t, []fakeacl.Behaviour{fakeacl.Documented, fakeacl.CANN91, fakeacl.CANNMaster, fakeacl.CANNDev}, func(t *testing.T, r *rig, b fakeacl.Behaviour) {
		p, s := r.pool(0), r.stream()
		r.malloc(60 * mib)
		_, st := r.MallocAsync(r.ac, p, 8*mib, s)
		if b == fakeacl.Documented {
			assert.Equal(t, driver.RTMemoryAllocation, st.Code)
			return
		}
		r.ok(st)
		assert.EqualValues(t, 8*mib, r.attr(p, driver.PoolUsed))
		assert.Equal(t, driver.RTAICPUException, r.SynchronizeStream(r.ac, s).Code)
		assert.EqualValues(t, 8*mib, r.attr(p, driver.PoolUsed), "it stays counted")
	})
}

// A failed plain allocation trims idle pools and is tried again.
func TestPlainAllocationsTrimPools(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		idle, inUse, s := r.pool(16*mib), r.pool(16*mib), r.stream()
		for _, p := range []driver.Pool{idle, inUse} {
			r.set(p, driver.PoolReleaseThreshold, 16*mib)
			r.free(r.alloc(p, 16*mib, s), s)
		}
		r.alloc(inUse, 1, s)
		r.sync(s)
		_, st := r.Malloc(r.ac, 40*mib, driver.MallocHugeFirst)
		assert.Equal(t, published, st.OK())
		assert.EqualValues(t, 16*mib, r.attr(inUse, driver.PoolReserved))
	})
}

// A late free of a block whose pool was destroyed.
func TestLateFrees(t *testing.T) {
	for b, want := range map[fakeacl.Behaviour]driver.Code{
		fakeacl.Documented: driver.Success, fakeacl.CANN91: driver.RTParamInvalid,
		fakeacl.CANNMaster: driver.Success, fakeacl.CANNDev: driver.RTParamInvalid,
	} {
		r := newRelease(t, b)
		p, s := r.pool(8*mib), r.stream()
		a := r.alloc(p, 1, s)
		r.ok(r.MemPoolDestroy(r.ac, p)) // succeeds, although the pool is in use
		assert.Equal(t, want, r.FreeAsync(r.ac, a, s).Code, b)
		r.sync(s)
		free, total, st := r.MemInfo(r.ac, driver.MemHBM)
		r.ok(st)
		assert.Equal(t, total, free, b)
	}
}

// An address of a pool where no live allocation starts is refused. The default follows the newest
// source.
func TestSecondFrees(t *testing.T) {
	for b, want := range map[fakeacl.Behaviour]driver.Code{
		fakeacl.Documented: driver.RTParamInvalid, fakeacl.CANN91: driver.RTInternalError,
		fakeacl.CANNMaster: driver.RTParamInvalid, fakeacl.CANNDev: driver.RTInternalError,
	} {
		r := newRelease(t, b)
		p, s := r.pool(8*mib), r.stream()
		a := r.freed(p, s)
		assert.Equal(t, want, r.FreeAsync(r.ac, a, s).Code, b)
		assert.Equal(t, want, r.FreeAsync(r.ac, a+1, s).Code, b)
		assert.Equal(t, want, r.FreeAsync(r.ac, a+step, s).Code, b)
		live := r.alloc(p, granule, s)
		assert.Equal(t, want, r.FreeAsync(r.ac, live+64, s).Code, b)
	}
}

// An allocation on a stream that only the device uses is refused; a release has cached
// its memory by then.
func TestAllocationsOnStreamsOfTheDevice(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p := r.pool(8 * mib)
		s := must[driver.Stream](r)(r.CreateStreamWithConfig(r.ac, 0, driver.StreamDeviceUseOnly))
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, s)).Code)
		want := uint64(0)
		if published {
			want = granule
		}
		assert.Equal(t, want, r.attr(p, driver.PoolReserved))
		assert.Zero(t, r.attr(p, driver.PoolUsed))
	})
}
