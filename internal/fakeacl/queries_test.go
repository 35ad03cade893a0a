// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestSysParams(t *testing.T) {
	r := newRig(t, nil)
	other := must[driver.Context](r)(r.CreateContext(0))
	assert.Zero(t, must[int64](r)(r.SysParam(0)), "never set")
	r.ok(r.SetSysParam(0, 1))
	assert.Equal(t, int64(1), must[int64](r)(r.SysParam(0)))
	assert.Equal(t, driver.RTSysparamoptNotSet, status(r.CtxSysParam(r.ac, 0)).Code, "the process's is another")
	r.ok(r.CtxSetSysParam(r.ac, 2, -5))
	assert.Equal(t, int64(-5), must[int64](r)(r.CtxSysParam(r.ac, 2)))
	assert.Equal(t, driver.RTSysparamoptNotSet, status(r.CtxSysParam(other, 2)).Code)
}

func TestPeerAccessEnds(t *testing.T) {
	r := newRig(t, nil)
	enabled := func(id, peer int32) bool { return must[bool](r)(r.DevicePeerAccess(id, peer)) }
	r.ok(r.DeviceEnablePeerAccess(r.ac, 1, 0))
	assert.True(t, enabled(0, 1))
	assert.False(t, enabled(1, 0), "each way on its own")
	r.ok(r.DeviceDisablePeerAccess(r.ac, 1))
	assert.False(t, enabled(0, 1))
}

func TestPrimaryContextActive(t *testing.T) {
	r := newRig(t, nil)
	active := func(id int32) bool { return must[bool](r)(r.PrimaryContextActive(id)) }
	assert.True(t, active(0))
	assert.False(t, active(1))
	r.ok(r.ResetDevice(0))
	assert.False(t, active(0))
}

// The older query has an event that was never recorded as complete.
func TestQueryEvent(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	e := must[driver.Event](r)(r.CreateEvent(r.ac))
	assert.True(t, must[bool](r)(r.QueryEvent(0, e)), "never recorded")
	release := r.hold(s)
	r.ok(r.RecordEvent(r.ac, e, s))
	assert.False(t, must[bool](r)(r.QueryEvent(0, e)))
	assert.Equal(t, driver.RTEventTimestampInvalid, status(r.EventTimestamp(0, e)).Code)
	release()
	r.sync(s)
	assert.True(t, must[bool](r)(r.QueryEvent(0, e)))
	first := must[uint64](r)(r.EventTimestamp(0, e))
	r.ok(r.RecordEvent(r.ac, e, s))
	r.sync(s)
	assert.GreaterOrEqual(t, must[uint64](r)(r.EventTimestamp(0, e)), first)

	untimed := must[driver.Event](r)(r.CreateEventWithFlag(r.ac, driver.EventSync))
	r.ok(r.RecordEvent(r.ac, untimed, s))
	r.sync(s)
	assert.Zero(t, must[uint64](r)(r.EventTimestamp(0, untimed)), "without time stamps")
}

func TestCachedMemory(t *testing.T) {
	r := newRig(t, nil)
	a := must[driver.Addr](r)(r.MallocCached(r.ac, 100, driver.MallocHugeFirst))
	r.ok(r.MemFlush(r.ac, a, 100))
	r.ok(r.MemInvalidate(r.ac, a+8, 4))
	r.ok(r.Free(r.ac, a))
}

func TestQueryRefusals(t *testing.T) {
	refuse(t, map[string]refusal{
		"option unknown":         {func(r *rig) driver.Status { return r.SetSysParam(3, 0) }, driver.InvalidParam, "option 3"},
		"option negative":        {func(r *rig) driver.Status { return status(r.SysParam(-1)) }, driver.InvalidParam, "option -1"},
		"option of a context":    {func(r *rig) driver.Status { return status(r.CtxSysParam(r.ac, 99)) }, driver.InvalidParam, "option 99"},
		"option set, unknown":    {func(r *rig) driver.Status { return r.CtxSetSysParam(r.ac, 99, 0) }, driver.InvalidParam, "option 99"},
		"option, no context":     {func(r *rig) driver.Status { return r.CtxSetSysParam(0, 0, 0) }, driver.RTContextNull, "no context"},
		"device unknown":         {func(r *rig) driver.Status { return r.CheckDevice("aclrtX", 2) }, driver.RTInvalidDeviceID, "aclrtX: device 2"},
		"primary of no device":   {func(r *rig) driver.Status { return status(r.PrimaryContextActive(-1)) }, driver.RTInvalidDeviceID, "device -1"},
		"peer of no device":      {func(r *rig) driver.Status { return status(r.DevicePeerAccess(2, 0)) }, driver.RTInvalidDeviceID, "device 2"},
		"no peer":                {func(r *rig) driver.Status { return status(r.DevicePeerAccess(0, 2)) }, driver.RTInvalidDeviceID, "device 2"},
		"no access to end":       {func(r *rig) driver.Status { return r.DeviceDisablePeerAccess(r.ac, 0) }, driver.InvalidParam, "itself"},
		"no device to end it to": {func(r *rig) driver.Status { return r.DeviceDisablePeerAccess(r.ac, 9) }, driver.RTInvalidDeviceID, "device 9"},
		"query, no event":        {func(r *rig) driver.Status { return status(r.QueryEvent(0, 0)) }, driver.InvalidParam, "event is NULL"},
		"query, newer kind": {func(r *rig) driver.Status {
			return status(r.QueryEvent(0, must[driver.Event](r)(r.CreateEventExWithFlag(r.ac, driver.EventSync))))
		}, driver.RTFeatureNotSupport, "aclrtCreateEventExWithFlag"},
		"time of no record": {func(r *rig) driver.Status {
			return status(r.EventTimestamp(0, must[driver.Event](r)(r.CreateEvent(r.ac))))
		}, driver.RTInternalError, "not been recorded"},
		"flush of nothing":         {func(r *rig) driver.Status { return r.MemFlush(r.ac, r.malloc(8), 0) }, driver.InvalidParam, "size is 0"},
		"flush of NULL":            {func(r *rig) driver.Status { return r.MemFlush(r.ac, 0, 8) }, driver.InvalidParam, "devPtr is NULL"},
		"flush too much":           {func(r *rig) driver.Status { return r.MemInvalidate(r.ac, r.malloc(8), 1<<30) }, driver.RTParamInvalid, "not in one live allocation"},
		"cached, no size":          {func(r *rig) driver.Status { return status(r.MallocCached(r.ac, 0, 0)) }, driver.InvalidParam, "size is 0"},
		"config, no size":          {func(r *rig) driver.Status { return status(r.MallocWithCfg(r.ac, 0, 0)) }, driver.InvalidParam, "size is 0"},
		"config, too much":         {func(r *rig) driver.Status { return status(r.MallocWithCfg(r.ac, 1<<40, 0)) }, driver.RTMemoryAllocation, "do not fit"},
		"streams left, no context": {func(r *rig) driver.Status { return status(r.StreamsLeft(0)) }, driver.RTContextNull, "no context"},
	})
}
