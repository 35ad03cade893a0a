// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

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
		"create unpinned":         {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.AllocType = 1 }) }, driver.InvalidParam, "allocType is 1"},
		"create on the host":      {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.LocationType = 0 }) }, driver.InvalidParam, "location.type is 0"},
		"create on no device":     {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.LocationID = 2 }) }, driver.RTInvalidDeviceID, "device 2"},
		"create above the device": {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.MaxSize = 64*mib + 1 }) }, driver.RTParamInvalid, "maxSize is 67108865: device 0 has 67108864"},
		"create near 2^64":        {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.MaxSize = math.MaxUint64 }) }, driver.RTParamInvalid, "maxSize is 18446744073709551615"},
		"create in no context":    {func(r *rig) driver.Status { return status(r.MemPoolCreate(0, driver.PoolProps{LocationType: 1})) }, driver.RTContextNull, "no context"},
		"any handle type":         {func(r *rig) driver.Status { return create(r, func(p *driver.PoolProps) { p.HandleType = 77 }) }, driver.Success, ""},
		"destroy NULL":            {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, 0) }, driver.InvalidParam, "memPool is NULL"},
		"destroy twice":           {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, r.destroyedPool()) }, driver.RTInternalError, "no pool"},
		"destroy garbage":         {func(r *rig) driver.Status { return r.MemPoolDestroy(r.ac, 0xffff) }, driver.RTInternalError, "no pool"},
		"destroy in no context":   {func(r *rig) driver.Status { return r.MemPoolDestroy(0, r.pool(1)) }, driver.RTContextNull, "no context"},
		"set without a context": {func(r *rig) driver.Status {
			return r.MemPoolSetAttr(0, r.pool(1), driver.PoolReleaseThreshold, 1)
		}, driver.Success, ""},
		"get without a context": {func(r *rig) driver.Status {
			return status(r.MemPoolGetAttr(0, r.pool(1), driver.PoolUsed))
		}, driver.Success, ""},
		"get in a stale context": {func(r *rig) driver.Status {
			return status(r.MemPoolGetAttr(r.ac+1<<20, r.pool(1), driver.PoolUsed))
		}, driver.RTContextNull, "no context"},
		"get of no handle, without a context": {func(r *rig) driver.Status {
			return status(r.MemPoolGetAttr(0, 0xfff3, driver.PoolUsed))
		}, driver.RTParamInvalid, "no pool"},
		"destroy without a context": {func(r *rig) driver.Status { return r.MemPoolDestroy(0, r.pool(1)) }, driver.RTContextNull, "no context"},
		"set of NULL":               {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, 0, 1, 1) }, driver.InvalidParam, "NULL"},
		"set of a destroyed one":    {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.destroyedPool(), 1, 1) }, driver.RTParamInvalid, "no pool"},
		"set an unknown attribute":  {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), 9, 0) }, driver.RTParamInvalid, "attribute 9"},
		"set reserved":              {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolReserved, 0) }, driver.RTParamInvalid, "attribute 5"},
		"set used":                  {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolUsed, 0) }, driver.RTParamInvalid, "attribute 7"},
		"set a peak":                {func(r *rig) driver.Status { return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolUsedHigh, 1) }, driver.RTInternalError, "value 1"},
		"threshold above the pool": {func(r *rig) driver.Status {
			return r.MemPoolSetAttr(r.ac, r.pool(1), driver.PoolReleaseThreshold, 2*mib+1)
		}, driver.RTInternalError, "2097153"},
		"set of none, no context":  {func(r *rig) driver.Status { return r.MemPoolSetAttr(0, r.destroyedPool(), 1, 1) }, driver.RTParamInvalid, "no pool"},
		"get of NULL":              {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, 0, 1)) }, driver.InvalidParam, "NULL"},
		"get of a destroyed one":   {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, r.destroyedPool(), 1)) }, driver.RTParamInvalid, "no pool"},
		"get an unknown attribute": {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(r.ac, r.pool(1), 0)) }, driver.RTParamInvalid, "attribute 0"},
		"set in no context":        {func(r *rig) driver.Status { return r.MemPoolSetAttr(0, r.pool(1), driver.PoolReuseEvent, 1) }, driver.Success, ""},
		"get in no context":        {func(r *rig) driver.Status { return status(r.MemPoolGetAttr(0, r.pool(1), driver.PoolUsed)) }, driver.Success, ""},
		"trim in no context":       {func(r *rig) driver.Status { return r.MemPoolTrimTo(0, r.pool(1), 0) }, driver.RTContextNull, "no context"},
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

func TestFreeAsyncOfPlainMemory(t *testing.T) {
	logged := make(chan string, 8)
	r := newRig(t, func(c *fakeacl.Config) { c.Log = func(msg string) { logged <- msg } })
	s, a := r.stream(), r.malloc(mib)
	release := r.hold(s)
	r.free(a, s)
	r.write(a, []byte{1}) // the memory is still allocated
	release()
	r.sync(s)
	free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
	assert.Equal(t, total, free)
	assert.Empty(t, logged)
	r.free(a, s)
	r.sync(s)
	assert.Contains(t, <-logged, "aclrtMemPoolFreeAsync: 0x10120000000000 is no device memory in use")
}

// A pool in use can be destroyed; work that is enqueued then fails to access its memory.
func TestDestroyPoolInUse(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(4*mib)
	a := r.alloc(p, 8, s)
	release := r.hold(s)
	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 8, 0, 8, s))
	r.free(r.alloc(p, 8, s), s)
	r.ok(r.MemPoolDestroy(r.ac, p))
	r.ok(r.FreeAsync(r.ac, a, s)) // counts as plain memory
	release()
	assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, s).Code)
}
