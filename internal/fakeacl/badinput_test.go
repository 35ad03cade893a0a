// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// scene is two pools of a device in use: live, cached and pending blocks,
// and events that were recorded, never recorded and destroyed.
type scene struct {
	*rig
	s, held            driver.Stream
	p, q               driver.Pool
	live, freed, other driver.Addr
	recorded, fresh    driver.Event
	gone               driver.Event
	stale              driver.Pool
}

func newScene(t *testing.T) *scene {
	r := newRig(t, nil)
	c := &scene{rig: r, s: r.stream(), held: r.stream(), p: r.pool(16 * mib), q: r.pool(8 * mib), stale: r.destroyedPool()}
	c.recorded, c.fresh, c.gone = plain.make(r), plain.make(r), plain.make(r)
	r.set(c.p, driver.PoolReuseEvent, 1)
	r.set(c.p, driver.PoolReleaseThreshold, 12*mib)
	c.live, c.freed, c.other = r.alloc(c.p, 3*mib, c.s), r.alloc(c.p, 2*mib, c.s), r.alloc(c.q, 1, c.s)
	r.free(r.alloc(c.p, 4*mib, c.s), c.held)
	r.record(c.recorded, c.held)
	release := r.hold(c.held)
	t.Cleanup(release)
	r.free(r.alloc(c.p, 2*mib, c.s), c.held) // pending
	r.free(c.freed, c.s)
	r.record(c.gone, c.s)
	r.ok(r.DestroyEvent(r.ac, c.gone))
	return c
}

// snapshot is all that a program can ask of the pools.
type snapshot struct {
	stats      [2]fakeacl.PoolStats
	attrs      [2][driver.PoolUsedHigh + 1]uint64
	free       uint64 // bytes of the device
	idle, busy driver.StreamStatus
}

func (c *scene) snapshot() (n snapshot) {
	for i, p := range []driver.Pool{c.p, c.q} {
		n.stats[i], _ = c.PoolStats(p)
		for a := driver.PoolReuseEvent; a <= driver.PoolUsedHigh; a++ {
			n.attrs[i][a] = c.attr(p, a)
		}
	}
	n.free, _, _ = c.MemInfo(c.ac, driver.MemHBM)
	n.idle, _ = c.StreamQuery(c.ac, c.s)
	n.busy, _ = c.StreamQuery(c.ac, c.held)
	return n
}

// goOn makes further calls, and returns where their blocks came from.
func (c *scene) goOn() (offsets []driver.Addr) {
	asker := c.stream()
	for _, s := range []driver.Stream{c.s, asker, c.held, c.s} {
		a, _ := c.MallocAsync(c.ac, c.p, 2*mib, s)
		offsets = append(offsets, a-c.live)
	}
	c.wait(asker, c.recorded)
	for range 2 {
		a, _ := c.MallocAsync(c.ac, c.p, 2*mib, asker)
		offsets = append(offsets, a-c.live)
	}
	c.free(c.live, asker)
	a, _ := c.MallocAsync(c.ac, c.p, 4*mib, asker)
	return append(offsets, a-c.live)
}

// Bad input is refused and leaves the state as it was, and what follows, too.
func TestBadInputChangesNothing(t *testing.T) {
	alone := newScene(t).goOn()
	for name, tt := range map[string]struct {
		call func(c *scene) driver.Status
		code driver.Code
	}{
		"free inside a block":          {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.live+64, c.s) }, driver.RTParamInvalid},
		"free at a granule in a block": {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.live+2*mib, c.s) }, driver.RTParamInvalid},
		"free twice":                   {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.freed, c.s) }, driver.RTParamInvalid},
		"free twice, elsewhere":        {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.freed, c.held) }, driver.RTParamInvalid},
		"free what was never there":    {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.live+14*mib, c.s) }, driver.RTParamInvalid},
		"free of another device": {func(c *scene) driver.Status {
			return c.FreeAsync(c.ac, c.live+(1<<48), c.s)
		}, driver.RTParamInvalid},
		"free on a stale stream":   {func(c *scene) driver.Status { return c.FreeAsync(c.ac, c.live, c.staleStream()) }, driver.RTInvalidHandle},
		"plain free of a block":    {func(c *scene) driver.Status { return c.Free(c.ac, c.live) }, driver.RTParamInvalid},
		"size 0":                   {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.p, 0, c.s)) }, driver.Success},
		"size of 2^64-1":           {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.p, math.MaxUint64, c.s)) }, driver.RTParamInvalid},
		"size of 2^63":             {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.p, 1<<63, c.s)) }, driver.RTInternalError},
		"size above the pool":      {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.p, 16*mib+1, c.s)) }, driver.RTInternalError},
		"size above what is left":  {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.q, 8*mib, c.s)) }, driver.RTInternalError},
		"malloc from a stale pool": {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.stale, 1, c.s)) }, driver.RTInternalError},
		"malloc on a stale stream": {func(c *scene) driver.Status { return status(c.MallocAsync(c.ac, c.p, 1, c.staleStream())) }, driver.RTInvalidHandle},
		"threshold above the pool": {func(c *scene) driver.Status {
			return c.MemPoolSetAttr(c.ac, c.p, driver.PoolReleaseThreshold, 16*mib+1)
		}, driver.RTInternalError},
		"threshold of 2^64-1": {func(c *scene) driver.Status {
			return c.MemPoolSetAttr(c.ac, c.p, driver.PoolReleaseThreshold, math.MaxUint64)
		}, driver.RTInternalError},
		"trim above the pool": {func(c *scene) driver.Status { return c.MemPoolTrimTo(c.ac, c.p, 16*mib+1) }, driver.RTInternalError},
		"trim to 2^64-1":      {func(c *scene) driver.Status { return c.MemPoolTrimTo(c.ac, c.p, math.MaxUint64) }, driver.RTInternalError},
		"set what is used":    {func(c *scene) driver.Status { return c.MemPoolSetAttr(c.ac, c.p, driver.PoolUsed, 0) }, driver.RTParamInvalid},
		"set what is reserved": {func(c *scene) driver.Status {
			return c.MemPoolSetAttr(c.ac, c.p, driver.PoolReserved, 0)
		}, driver.RTParamInvalid},
		"set a peak to a number": {func(c *scene) driver.Status {
			return c.MemPoolSetAttr(c.ac, c.p, driver.PoolReservedHigh, 1)
		}, driver.RTInternalError},
		"set an unknown attribute": {func(c *scene) driver.Status { return c.MemPoolSetAttr(c.ac, c.p, 99, 1) }, driver.RTParamInvalid},
		"get an unknown attribute": {func(c *scene) driver.Status { return status(c.MemPoolGetAttr(c.ac, c.p, -1)) }, driver.RTParamInvalid},
		"wait for an event never recorded": {func(c *scene) driver.Status {
			return c.StreamWaitEvent(c.ac, c.s, c.fresh)
		}, driver.RTParamInvalid},
		"wait for a destroyed event":    {func(c *scene) driver.Status { return c.StreamWaitEvent(c.ac, c.s, c.gone) }, driver.RTInvalidHandle},
		"record a destroyed event":      {func(c *scene) driver.Status { return c.RecordEvent(c.ac, c.gone, c.s) }, driver.RTInvalidHandle},
		"synchronize a destroyed event": {func(c *scene) driver.Status { return c.SynchronizeEvent(c.ac, c.gone) }, driver.RTInvalidHandle},
		"pool of 2^64-1 bytes": {func(c *scene) driver.Status {
			return status(c.MemPoolCreate(c.ac, driver.PoolProps{LocationType: driver.LocationTypeDevice, MaxSize: math.MaxUint64}))
		}, driver.RTParamInvalid},
		"destroy a stale pool": {func(c *scene) driver.Status { return c.MemPoolDestroy(c.ac, c.stale) }, driver.RTInternalError},
	} {
		t.Run(name, func(t *testing.T) {
			c := newScene(t)
			before := c.snapshot()
			assert.NotZero(t, before.stats[0].Pending)
			assert.Equal(t, tt.code, tt.call(c).Code)
			assert.Equal(t, before, c.snapshot())
			assert.Equal(t, alone, c.goOn())
		})
	}
}
