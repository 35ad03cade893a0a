// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

func (r *rig) destroyedPool() driver.Pool {
	r.t.Helper()
	p := r.pool(2 * mib)
	r.ok(r.MemPoolDestroy(r.ac, p))
	return p
}

func TestPoolRefusals(t *testing.T) {
	create := func(r *rig, change func(*driver.PoolProps)) driver.Status {
		props := driver.PoolProps{LocationType: driver.LocationTypeDevice, MaxSize: 2 * mib}
		change(&props)
		return status(r.MemPoolCreate(r.ac, props))
	}
	refuse(t, map[string]refusal{
		"create unpinned":          {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.AllocType = 1 }) }, driver.InvalidParam, "allocType is 1"},
		"create on the host":       {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.LocationType = 0 }) }, driver.InvalidParam, "location.type is 0"},
		"create on no device":      {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.LocationID = 2 }) }, driver.RTInvalidDeviceID, "device 2"},
		"create above the device":  {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.MaxSize = 64*mib + 1 }) }, driver.RTParamInvalid, "maxSize is 67108865: device 0 has 67108864"},
		"create near 2^64":         {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.MaxSize = math.MaxUint64 }) }, driver.RTParamInvalid, "maxSize is 18446744073709551615"},
		"create in no context":     {func(r *rig) driver.Status { return status(r.MemPoolCreate(0, driver.PoolProps{LocationType: 1})) }, driver.RTContextNull, "no context"},
		"any handle type":          {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.HandleType = 77 }) }, driver.Success, ""},
		"destroy NULL":             {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, 0) }, driver.InvalidParam, "memPool is NULL"},
		"destroy twice":            {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, r.destroyedPool()) }, driver.RTInternalError, "no pool"},
		"destroy garbage":          {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, 0xffff) }, driver.RTInternalError, "no pool"},
		"destroy in no context":    {func(r *rig) driver.Status { return r.MemPoolDestroy(0, r.pool(1)) }, driver.RTContextNull, "no context"},
		"set of NULL":              {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, 0, 1, 1) }, driver.InvalidParam, "NULL"},
		"set of a destroyed one":   {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.destroyedPool(), 1, 1) }, driver.RTParamInvalid, "no pool"},
		"set an unknown attribute": {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), 9, 0) }, driver.RTParamInvalid, "attribute 9"},
		"set reserved":             {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolReserved, 0) }, driver.RTParamInvalid, "attribute 5"},
		"set used":                 {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolUsed, 0) }, driver.RTParamInvalid, "attribute 7"},
		"set a peak":               {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolUsedHigh, 1) }, driver.RTInternalError, "value 1"},
		"threshold above the pool": {func(r *rig) driver.Status {
			return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolReleaseThreshold, 2*mib+1)
		}, driver.RTInternalError, "2097153"},
		"get of NULL":              {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, 0, 1)) }, driver.InvalidParam, "NULL"},
		"get of a destroyed one":   {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, r.destroyedPool(), 1)) }, driver.RTParamInvalid, "no pool"},
		"get an unknown attribute": {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, r.pool(1), 0)) }, driver.RTParamInvalid, "attribute 0"},
		"trim NULL":                {func(r *rig) driver.Status { return r.MemPoolTrimTo(r.ac, 0, 0) }, driver.InvalidParam, "NULL"},
		"trim a destroyed one":     {func(r *rig) driver.Status { return r.MemPoolTrimTo(r.ac, r.destroyedPool(), 0) }, driver.RTInternalError, "no pool"},
		"trim above the pool":      {func(r *rig) driver.Status { return r.MemPoolTrimTo(r.ac, r.pool(1), 2*mib+1) }, driver.RTInternalError, "minBytesToKeep is 2097153: the pool has 2097152"},

		"malloc from NULL":            {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, 0, 1, r.stream())) }, driver.InvalidParam, "memPool is NULL"},
		"malloc on NULL":              {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.pool(1), 1, 0)) }, driver.InvalidParam, "stream is NULL"},
		"malloc on a stale stream":    {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.pool(1), 1, r.staleStream())) }, driver.RTInvalidHandle, "no stream"},
		"malloc on a foreign stream":  {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.pool(1), 1, r.foreignStream())) }, driver.RTStreamContext, "another context"},
		"malloc in no context":        {func(r *rig) driver.Status { return status(r.MallocAsync(0, r.pool(1), 1, r.stream())) }, driver.RTContextNull, "no context"},
		"malloc from a destroyed one": {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.destroyedPool(), 1, r.stream())) }, driver.RTInternalError, "no pool"},
		"malloc from a full pool":     {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.pool(4*mib), 4*mib+1, r.stream())) }, driver.RTInternalError, "4194305 bytes do not fit: the pool has 4194304 bytes, 0 used, 0 reserved"},
		"malloc near 2^64":            {func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, r.pool(1), math.MaxUint64, r.stream())) }, driver.RTParamInvalid, "exceeds 64 bits"},
		"malloc across devices": {func(r *rig) driver.Status {
			far := must[driver.Pool](r)(r.MemPoolCreate(r.ac, driver.PoolProps{LocationType: driver.LocationTypeDevice, LocationID: 1}))
			return status(r.MallocAsync(r.ac, far, 1, r.stream()))
		}, driver.RTParamInvalid, "the pool is on device 1"},
		"malloc for the device only": {func(r *rig) driver.Status {
			s := must[driver.Stream](r)(r.CreateStreamWithConfig(r.ac, 0, driver.StreamDeviceUseOnly))
			return status(r.MallocAsync(r.ac, r.pool(1), 1, s))
		}, driver.RTInternalError, "device only"},

		"free NULL":                {func(r *rig) driver.Status { return r.FreeAsync(r.ac, 0, r.stream()) }, driver.InvalidParam, "ptr is NULL"},
		"free on NULL":             {func(r *rig) driver.Status { return r.FreeAsync(r.ac, 1, 0) }, driver.RTInternalError, "stream is NULL"},
		"free on a stale stream":   {func(r *rig) driver.Status { return r.FreeAsync(r.ac, 1, r.staleStream()) }, driver.RTInvalidHandle, "no stream"},
		"free on a foreign stream": {func(r *rig) driver.Status { return r.FreeAsync(r.ac, 1, r.foreignStream()) }, driver.RTStreamContext, "another context"},
		"free inside":              {func(r *rig) driver.Status { return r.FreeAsync(r.ac, r.alloc(r.pool(1), 1, r.stream())+64, r.stream()) }, driver.RTParamInvalid, "no live allocation"},
		"free twice": {func(r *rig) driver.Status {
			s := r.stream()
			a := r.alloc(r.pool(1), 1, s)
			r.free(a, s)
			return r.FreeAsync(r.ac, a, s)
		}, driver.RTParamInvalid, "no live allocation"},
		"free of another device": {func(r *rig) driver.Status {
			return r.FreeAsync(r.ac, must[driver.Addr](r)(r.Malloc(r.context(1), 1, 0)), r.stream())
		}, driver.RTParamInvalid, "memory of device 1"},
		"free of garbage is accepted": {func(r *rig) driver.Status { return r.FreeAsync(r.ac, 4096, r.stream()) }, driver.Success, ""},
	})
}

func TestProductsWithoutPools(t *testing.T) {
	for name, call := range map[string]func(r *rig) driver.Status{
		"create":  func(r *rig) driver.Status { return status(r.MemPoolCreate(r.ac, driver.PoolProps{LocationType: 1})) },
		"destroy": func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, 1) },
		"set":     func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, 1, 1, 1) },
		"get":     func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, 1, 1)) },
		"malloc":  func(r *rig) driver.Status { return status(r.MallocAsync(r.ac, 1, 1, 1)) },
		"free":    func(r *rig) driver.Status { return r.FreeAsync(r.ac, 1, 1) },
		"trim":    func(r *rig) driver.Status { return r.MemPoolTrimTo(r.ac, 1, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(c *fakeacl.Config) { c.Pools = false })
			st := call(r)
			assert.Equal(t, driver.RTFeatureNotSupport, st.Code)
			assert.Contains(t, st.Msg, "Ascend910B3 has no stream-ordered memory pools")
		})
	}
}

func TestPoolSizes(t *testing.T) {
	for name, tt := range map[string]struct{ memory, max, want uint64 }{
		"rounded up":                     {64 * mib, 1, 2 * mib},
		"exact":                          {64 * mib, 4 * mib, 4 * mib},
		"all of the device":              {64 * mib, 0, 64 * mib},
		"all of an odd device, down":     {7 * mib, 0, 6 * mib},
		"of the total, not what is free": {64 * mib, 64 * mib, 64 * mib},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, func(c *fakeacl.Config) { c.Memory = tt.memory })
			r.malloc(mib)
			p := r.pool(tt.max)
			r.ok(r.MemPoolTrimTo(r.ac, p, tt.want))
			assert.Equal(t, driver.RTInternalError, r.MemPoolTrimTo(r.ac, p, tt.want+1).Code)
		})
	}
}

func TestMallocAsyncOfNothing(t *testing.T) {
	r := newRig(t, nil)
	p := r.pool(2 * mib)
	a, st := r.MallocAsync(r.ac, p, 0, r.stream())
	r.ok(st)
	assert.Zero(t, a)
	assert.Zero(t, r.attr(p, driver.PoolUsed))
}

func TestPoolAddresses(t *testing.T) {
	r := newRig(t, nil)
	s, p, q := r.stream(), r.pool(8*mib), r.pool(8*mib)
	a, b, c := r.alloc(p, 1, s), r.alloc(p, 2*mib, s), r.alloc(q, 1, s)
	assert.Equal(t, a+driver.Addr(granule), b)
	assert.GreaterOrEqual(t, c, a+8*mib)
	old := r.destroyedPool()
	assert.NotEqual(t, old, r.pool(2*mib))
}

func TestPoolAddressesAreFoundAgain(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.Memory = 8 << 40 })
	keep := r.pool(8 << 40)
	for range 20 { // more than the addresses of a device hold at once
		r.ok(r.MemPoolDestroy(r.ac, r.pool(8<<40)))
	}
	s := r.stream()
	r.free(r.alloc(keep, 1, s), s)
}

// Reuse, each class with what it needs. The books have tests of their own; these are
// about what the machine tells them and does with their answer.
func TestReuse(t *testing.T) {
	// freed answers a block that was freed on a held stream.
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
		r.launch(s, func(c *fakeacl.Call) error { <-c.Done(); return nil }) // later work does not matter
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
		assert.Equal(t, driver.RTAICPUException, r.SynchronizeStream(r.ac, w).Code, "failed for good")

		// The block has never come to be, but the books have it: it can be freed elsewhere.
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
	t.Run("failed stream, until it is closed", func(t *testing.T) {
		r := newRig(t, nil)
		s, w, p := r.stream(), r.stream(), full(r)
		r.set(p, driver.PoolReuseInternal, 1)
		a := r.alloc(p, 1, s)
		r.breakStream(s)
		r.free(a, s)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code)
		r.sync(w)
		r.ok(r.MemPoolTrimTo(r.ac, p, 0))
		assert.EqualValues(t, 2*mib, r.attr(p, driver.PoolReserved), "the free is pending")
		r.ok(r.DestroyStream(r.ac, s))
		assert.Equal(t, a, r.alloc(p, 1, w))
		r.write(a, []byte{1})
	})
}

// Every successful synchronize trims every pool of the device, and nothing else does.
func TestSynchronizeTrims(t *testing.T) {
	for name, tt := range map[string]struct {
		call  func(r *rig, s driver.Stream, e driver.Event) driver.Status
		trims bool
	}{
		"stream":       {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeStream(r.ac, s) }, true},
		"other stream": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeStream(r.ac, 0) }, true},
		"within time": {func(r *rig, s driver.Stream, _ driver.Event) driver.Status {
			return r.SynchronizeStreamWithTimeout(r.ac, s, 1000)
		}, true},
		"device":       {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeDevice(r.ac) }, true},
		"event":        {func(r *rig, _ driver.Stream, e driver.Event) driver.Status { return r.SynchronizeEvent(r.ac, e) }, true},
		"query stream": {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return status(r.StreamQuery(r.ac, s)) }, false},
		"query event": {func(r *rig, _ driver.Stream, e driver.Event) driver.Status {
			return status(r.QueryEventStatus(r.ac, e))
		}, false},
		"destroy":      {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.DestroyStream(r.ac, s) }, false},
		"other device": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeDevice(r.context(1)) }, false},
		"late": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status {
			r.hold(0)
			if st := r.SynchronizeStreamWithTimeout(r.ac, 0, 1); st.Code != driver.RTStreamSyncTimeout {
				return st
			}
			return driver.Status{}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s, p, q, e := r.stream(), r.pool(8*mib), r.pool(8*mib), ex.make(r)
			r.alloc(p, 2*mib, s)
			r.free(r.alloc(p, 4*mib, s), s)
			r.free(r.alloc(q, 4*mib, s), s)
			r.set(q, driver.PoolReleaseThreshold, 2*mib)
			r.record(e, s)
			r.ok(tt.call(r, s, e))
			want := [2]uint64{6 * mib, 4 * mib}
			if tt.trims {
				want = [2]uint64{2 * mib, 2 * mib}
			}
			assert.Equal(t, want, [2]uint64{r.attr(p, driver.PoolReserved), r.attr(q, driver.PoolReserved)})
		})
	}
}

func TestPendingMemoryIsNotTrimmed(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(8*mib)
	release := r.hold(s)
	r.free(r.alloc(p, 4*mib, s), s)
	r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	r.sync(0)
	assert.EqualValues(t, 4*mib, r.attr(p, driver.PoolReserved))
	release()
	r.sync(s)
	assert.Zero(t, r.attr(p, driver.PoolReserved))
}

func TestTrimmedMemoryReadsAsZero(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(2*mib)
	a := r.alloc(p, 8, s)
	r.write(a, []byte("contents"))
	r.free(a, s)
	r.sync(s)
	assert.Equal(t, make([]byte, 8), r.read(r.alloc(p, 8, s), 8))
}

func TestFreeAsyncOfPlainMemory(t *testing.T) {
	logged := make(chan string, 8)
	r := newRig(t, func(c *fakeacl.Config) { c.Log = func(msg string) { logged <- msg } })
	s, a := r.stream(), r.malloc(mib)
	release := r.hold(s)
	r.free(a, s)
	r.write(a, []byte{1}) // still there
	release()
	r.sync(s)
	free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
	assert.Equal(t, total, free)
	assert.Empty(t, logged)
	r.free(a, s)
	r.sync(s)
	assert.Contains(t, <-logged, "aclrtMemPoolFreeAsync: 0x120000000000 is no device memory in use")
}

// Destroying a pool in use is not refused; what is queued then finds no memory.
func TestDestroyPoolInUse(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(4*mib)
	a := r.alloc(p, 8, s)
	release := r.hold(s)
	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 8, 0, 8, s))
	r.free(r.alloc(p, 8, s), s)
	r.ok(r.MemPoolDestroy(r.ac, p))
	r.ok(r.FreeAsync(r.ac, a, s)) // taken for plain memory
	release()
	assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, s).Code)
}
