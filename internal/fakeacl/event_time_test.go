// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func (r *rig) elapsed(start, end driver.Event) (float32, driver.Status) {
	return r.EventElapsedTime(r.ac, start, end)
}

func TestElapsedTimeRefusals(t *testing.T) {
	// with records an event beside one that has been recorded and timed.
	with := func(r *rig, e driver.Event) driver.Status {
		timed := r.ex(driver.EventTimeLine)
		r.record(timed, 0)
		r.sync(0)
		return status(r.elapsed(timed, e))
	}
	refuse(t, map[string]refusal{
		"never recorded":     {func(r *rig) driver.Status { return with(r, plain.make(r)) }, driver.RTInternalError, "has not been recorded"},
		"never recorded, ex": {func(r *rig) driver.Status { return with(r, r.ex(driver.EventTimeLine)) }, driver.RTInternalError, "has not been recorded"},
		"not finished": {func(r *rig) driver.Status {
			e, s := plain.make(r), r.stream()
			r.hold(s)
			r.record(e, s)
			return with(r, e)
		}, driver.RTEventTimestampInvalid, "has not executed"},
		"without a time line": {func(r *rig) driver.Status {
			e, s := ex.make(r), r.stream()
			r.record(e, s)
			return with(r, e)
		}, driver.RTEventTimestampInvalid, "flags 0x1"},
		"without a time line, once the host knows": {func(r *rig) driver.Status {
			e, s := ex.make(r), r.stream()
			r.record(e, s)
			r.sync(s)
			return with(r, e)
		}, driver.Success, ""},
		"external": {func(r *rig) driver.Status { return with(r, r.flagged(driver.EventExternal)) }, driver.RTFeatureNotSupport, "flags 0x20"},
		"IPC":      {func(r *rig) driver.Status { return with(r, r.ex(driver.EventIPC)) }, driver.RTFeatureNotSupport, "flags 0x40"},
		"NULL":     {func(r *rig) driver.Status { return with(r, 0) }, driver.InvalidParam, "NULL"},
		"across devices": {func(r *rig) driver.Status {
			ac := r.context(1)
			e := must[driver.Event](r)(r.CreateEvent(ac))
			r.ok(r.RecordEvent(ac, e, 0))
			r.ok(r.SynchronizeStream(ac, 0))
			return with(r, e)
		}, driver.RTParamInvalid, "devices 0 and 1"},
	})
}

func TestElapsedTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		s := r.stream()
		start, end := plain.make(r), r.ex(driver.EventTimeLine|driver.EventSync)
		r.record(start, s)
		r.launch(s, func(*gokernel.Call) error { time.Sleep(1500 * time.Microsecond); return nil })
		r.record(end, s)
		r.sync(s)
		ms, st := r.elapsed(start, end)
		r.ok(st)
		assert.InDelta(t, 1.5, ms, 1e-6)
		ms, st = r.elapsed(end, start)
		r.ok(st)
		assert.InDelta(t, -1.5, ms, 1e-6)
	})
}
