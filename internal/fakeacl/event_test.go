// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// maker creates events of one kind.
type maker struct {
	name string
	make func(r *rig) driver.Event
}

var (
	plain   = maker{"plain", func(r *rig) driver.Event { return must[driver.Event](r)(r.CreateEvent(r.ac)) }}
	flagged = maker{"flagged", func(r *rig) driver.Event { return r.flagged(driver.EventSync) }}
	ex      = maker{"ex", func(r *rig) driver.Event { return r.ex(driver.EventSync) }}
	kinds   = []maker{plain, flagged, ex}
)

func (r *rig) flagged(flags uint32) driver.Event {
	r.t.Helper()
	return must[driver.Event](r)(r.CreateEventWithFlag(r.ac, flags))
}

func (r *rig) ex(flags uint32) driver.Event {
	r.t.Helper()
	return must[driver.Event](r)(r.CreateEventExWithFlag(r.ac, flags))
}

func (r *rig) record(e driver.Event, s driver.Stream) {
	r.t.Helper()
	r.ok(r.RecordEvent(r.ac, e, s))
}

func (r *rig) wait(s driver.Stream, e driver.Event) {
	r.t.Helper()
	r.ok(r.StreamWaitEvent(r.ac, s, e))
}

func (r *rig) recorded(e driver.Event) bool {
	r.t.Helper()
	return must[driver.EventRecordedStatus](r)(r.QueryEventStatus(r.ac, e)) == driver.EventComplete
}

func (r *rig) waited(e driver.Event) bool {
	r.t.Helper()
	return must[driver.EventWaitStatus](r)(r.QueryEventWaitStatus(r.ac, e)) == driver.EventWaitComplete
}

// Each test is one row of the table of kinds, with the results for plain, flagged and ex.
func TestEventKinds(t *testing.T) {
	type row func(r *rig, e driver.Event, s driver.Stream) any
	tests := map[string]struct {
		row  row
		want [3]any // plain, flagged, ex
	}{
		"wait before any record": {func(r *rig, e driver.Event, s driver.Stream) any {
			return r.StreamWaitEvent(r.ac, s, e).Code
		}, [3]any{driver.RTParamInvalid, driver.Success, driver.Success}},
		"wait before any record stops the stream": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.StreamWaitEvent(r.ac, s, e)
			stopped := r.busy(s)
			r.record(e, 0)
			r.sync(s)
			return stopped
		}, [3]any{false, true, false}},
		"wait after the record finished": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.record(e, 0)
			r.sync(0)
			r.wait(s, e)
			r.wait(s, e)
			return r.busy(s)
		}, [3]any{false, false, false}},
		"wait on the recording stream is queued": {func(r *rig, e driver.Event, s driver.Stream) any {
			release := r.hold(s)
			defer release()
			r.record(e, s)
			r.wait(s, e)
			if st := status(r.QueryEventWaitStatus(r.ac, e)); !st.OK() {
				return st.Code
			}
			return !r.waited(e)
		}, [3]any{true, true, driver.RTFeatureNotSupport}},
		"wait for a record that is pending": {func(r *rig, e driver.Event, s driver.Stream) any {
			release := r.hold(0)
			r.record(e, 0)
			r.wait(s, e)
			stopped := r.busy(s)
			release()
			r.sync(s)
			return stopped
		}, [3]any{true, true, true}},
		"status before any record": {func(r *rig, e driver.Event, _ driver.Stream) any {
			return r.recorded(e)
		}, [3]any{false, false, true}},
		"status while the record is pending": {func(r *rig, e driver.Event, s driver.Stream) any {
			defer r.hold(s)()
			r.record(e, s)
			return r.recorded(e)
		}, [3]any{false, false, false}},
		"status after the record": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.record(e, s)
			r.sync(s)
			return r.recorded(e)
		}, [3]any{true, true, true}},
		"status after a second record": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.record(e, s)
			r.sync(s)
			defer r.hold(s)()
			r.record(e, s)
			return r.recorded(e)
		}, [3]any{false, false, false}},
		"synchronize before any record": {func(r *rig, e driver.Event, _ driver.Stream) any {
			return r.SynchronizeEvent(r.ac, e).Code
		}, [3]any{driver.Success, driver.Success, driver.Success}},
		"wait status": {func(r *rig, e driver.Event, _ driver.Stream) any {
			return status(r.QueryEventWaitStatus(r.ac, e)).Code
		}, [3]any{driver.Success, driver.Success, driver.RTFeatureNotSupport}},
		"reset": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.record(e, s)
			return r.ResetEvent(r.ac, e, s).Code
		}, [3]any{driver.Success, driver.Success, driver.RTFeatureNotSupport}},
		"status after a reset": {func(r *rig, e driver.Event, s driver.Stream) any {
			r.record(e, s)
			r.ResetEvent(r.ac, e, s)
			r.sync(s)
			return r.recorded(e)
		}, [3]any{true, false, true}},
		"destroy while the record is pending": {func(r *rig, e driver.Event, s driver.Stream) any {
			other := r.stream()
			release := r.hold(s)
			r.record(e, s)
			r.wait(other, e)
			code := r.DestroyEvent(r.ac, e).Code
			release()
			r.sync(other)
			return code
		}, [3]any{driver.Success, driver.Success, driver.Success}},
	}
	for name, tt := range tests {
		for i, kind := range kinds {
			t.Run(name+"/"+kind.name, func(t *testing.T) {
				r := newRig(t, nil)
				assert.Equal(t, tt.want[i], tt.row(r, kind.make(r), r.stream()))
			})
		}
	}
}

// An enqueued wait keeps waiting for the record that it was enqueued for.
func TestRecordingAgainLeavesQueuedWaitsAlone(t *testing.T) {
	for _, kind := range []maker{plain, ex} {
		t.Run(kind.name, func(t *testing.T) {
			r := newRig(t, nil)
			first, second, waiter := r.stream(), r.stream(), r.stream()
			e := kind.make(r)
			releaseFirst := r.hold(first)
			releaseSecond := r.hold(second)
			r.record(e, first)
			r.wait(waiter, e)
			r.record(e, second)
			releaseFirst()
			r.sync(waiter)
			assert.False(t, r.recorded(e))
			releaseSecond()
			r.ok(r.SynchronizeEvent(r.ac, e))
		})
	}
}

func TestStickyEvents(t *testing.T) {
	r := newRig(t, nil)
	s, w := r.stream(), r.stream()
	e := r.flagged(driver.EventSync)
	r.record(e, s)
	r.sync(s)
	r.wait(w, e)
	r.ok(r.ResetEvent(r.ac, e, w))
	r.sync(w)
	assert.False(t, r.recorded(e), "reset")
	r.wait(w, e)
	assert.True(t, r.busy(w), "the reset has made the next wait stop")
	r.record(e, s)
	r.sync(w)

	// A record of an event that is set changes nothing: waits pass.
	defer r.hold(s)()
	r.record(e, s)
	r.wait(w, e)
	r.sync(w)
}

func TestEventFlags(t *testing.T) {
	const (
		sync, progress, timing      = driver.EventSync, driver.EventCaptureProgress, driver.EventTimeLine
		deviceOnly, external, inter = driver.EventDeviceUseOnly, driver.EventExternal, driver.EventIPC
	)
	tests := map[string]struct {
		flags       uint32
		flagged, ex driver.Code
	}{
		"sync":                    {flags: sync},
		"progress":                {flags: progress},
		"time line":               {flags: timing},
		"all three":               {flags: sync | progress | timing},
		"bit without a name":      {flags: 4},
		"none":                    {0, driver.RTParamInvalid, driver.RTParamInvalid},
		"unknown":                 {128, driver.RTParamInvalid, driver.RTParamInvalid},
		"known and unknown":       {sync | 1<<31, driver.RTParamInvalid, driver.RTParamInvalid},
		"device use only":         {deviceOnly, driver.Success, driver.RTParamInvalid},
		"device use only and one": {deviceOnly | sync, driver.RTParamInvalid, driver.RTParamInvalid},
		"external":                {external, driver.Success, driver.RTParamInvalid},
		"external and one":        {external | sync, driver.RTParamInvalid, driver.RTParamInvalid},
		"external, device only":   {external | deviceOnly, driver.RTParamInvalid, driver.RTParamInvalid},
		"IPC":                     {inter, driver.RTParamInvalid, driver.Success},
		"IPC and one":             {inter | sync, driver.RTParamInvalid, driver.RTParamInvalid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			assert.Equal(t, tt.flagged, status(r.CreateEventWithFlag(r.ac, tt.flags)).Code)
			assert.Equal(t, tt.ex, status(r.CreateEventExWithFlag(r.ac, tt.flags)).Code)
		})
	}
}

func TestEventRefusals(t *testing.T) {
	far := func(r *rig) driver.Event { return must[driver.Event](r)(r.CreateEvent(r.context(1))) }
	gone := func(r *rig) driver.Event {
		e := plain.make(r)
		r.ok(r.DestroyEvent(r.ac, e))
		return e
	}
	refuse(t, map[string]refusal{
		"create in no context":       {func(r *rig) driver.Status { return status(r.CreateEvent(0)) }, driver.RTContextNull, "no context"},
		"destroy NULL":               {func(r *rig) driver.Status { return r.DestroyEvent(r.ac, 0) }, driver.InvalidParam, "event is NULL"},
		"destroy twice":              {func(r *rig) driver.Status { return r.DestroyEvent(r.ac, gone(r)) }, driver.RTInvalidHandle, "no event"},
		"record NULL":                {func(r *rig) driver.Status { return r.RecordEvent(r.ac, 0, 0) }, driver.InvalidParam, "event is NULL"},
		"record a stale one":         {func(r *rig) driver.Status { return r.RecordEvent(r.ac, gone(r), 0) }, driver.RTInvalidHandle, "no event"},
		"record in no context":       {func(r *rig) driver.Status { return r.RecordEvent(0, plain.make(r), 0) }, driver.RTContextNull, "no context"},
		"record on a foreign stream": {func(r *rig) driver.Status { return r.RecordEvent(r.ac, plain.make(r), r.foreignStream()) }, driver.RTStreamContext, "another context"},
		"record across devices":      {func(r *rig) driver.Status { return r.RecordEvent(r.ac, far(r), 0) }, driver.RTParamInvalid, "device 1"},
		"record for the device":      {func(r *rig) driver.Status { return r.RecordEvent(r.ac, r.flagged(driver.EventDeviceUseOnly), 0) }, driver.RTParamInvalid, "device only"},
		"wait for NULL":              {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, 0) }, driver.InvalidParam, "event is NULL"},
		"wait for a stale one":       {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, gone(r)) }, driver.RTInvalidHandle, "no event"},
		"wait on a foreign stream":   {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, r.foreignStream(), ex.make(r)) }, driver.RTStreamContext, "another context"},
		"wait across devices":        {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, far(r)) }, driver.RTParamInvalid, "want one device"},
		"wait without the sync flag": {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, r.flagged(driver.EventTimeLine)) }, driver.RTFeatureNotSupport, "flags 0x8"},
		"wait for progress only":     {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, r.ex(driver.EventCaptureProgress)) }, driver.RTFeatureNotSupport, "flags 0x2"},
		"wait for the device's":      {func(r *rig) driver.Status { return r.StreamWaitEvent(r.ac, 0, r.flagged(driver.EventDeviceUseOnly)) }, driver.RTParamInvalid, "device only"},
		"reset NULL":                 {func(r *rig) driver.Status { return r.ResetEvent(r.ac, 0, 0) }, driver.InvalidParam, "event is NULL"},
		"reset without sync":         {func(r *rig) driver.Status { return r.ResetEvent(r.ac, r.flagged(driver.EventTimeLine), 0) }, driver.RTFeatureNotSupport, "no reset"},
		"reset of IPC":               {func(r *rig) driver.Status { return r.ResetEvent(r.ac, r.ex(driver.EventIPC), 0) }, driver.RTFeatureNotSupport, "no reset"},
		"query NULL":                 {func(r *rig) driver.Status { return status(r.QueryEventStatus(r.ac, 0)) }, driver.InvalidParam, "event is NULL"},
		"query a stale one":          {func(r *rig) driver.Status { return status(r.QueryEventStatus(r.ac, gone(r))) }, driver.RTInvalidHandle, "no event"},
		"query garbage":              {func(r *rig) driver.Status { return status(r.QueryEventStatus(0, 0xfff3)) }, driver.RTInvalidHandle, "no event"},
		"query in a stale context":   {func(r *rig) driver.Status { return status(r.QueryEventStatus(r.ac+1<<20, plain.make(r))) }, driver.RTContextNull, "no context"},
		"query an external one":      {func(r *rig) driver.Status { return status(r.QueryEventStatus(r.ac, r.flagged(driver.EventExternal))) }, driver.RTFeatureNotSupport, "flags 0x20"},
		"wait status of IPC":         {func(r *rig) driver.Status { return status(r.QueryEventWaitStatus(r.ac, r.ex(driver.EventIPC))) }, driver.RTFeatureNotSupport, "aclrtCreateEventExWithFlag"},
		"synchronize NULL":           {func(r *rig) driver.Status { return r.SynchronizeEvent(r.ac, 0) }, driver.InvalidParam, "event is NULL"},
		"synchronize external":       {func(r *rig) driver.Status { return r.SynchronizeEvent(r.ac, r.flagged(driver.EventExternal)) }, driver.RTFeatureNotSupport, "flags 0x20"},
		"synchronize within 0 ms":    {func(r *rig) driver.Status { return r.SynchronizeEventWithTimeout(r.ac, plain.make(r), 0) }, driver.RTParamInvalid, "timeout is 0 ms"},
		"synchronize within -2 ms":   {func(r *rig) driver.Status { return r.SynchronizeEventWithTimeout(r.ac, plain.make(r), -2) }, driver.RTParamInvalid, "timeout is -2 ms"},

		"query without a context":       {func(r *rig) driver.Status { return status(r.QueryEventStatus(0, plain.make(r))) }, driver.Success, ""},
		"synchronize without a context": {func(r *rig) driver.Status { return r.SynchronizeEvent(0, plain.make(r)) }, driver.Success, ""},
		"query from another device":     {func(r *rig) driver.Status { return status(r.QueryEventStatus(r.ac, far(r))) }, driver.Success, ""},
	})
}

func TestEventLimit(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.MaxEvents = 2 })
	s := r.stream()
	a := r.flagged(driver.EventSync) // takes one at once
	r.flagged(driver.EventTimeLine)  // takes none
	e, f := plain.make(r), plain.make(r)
	r.record(e, s)
	r.record(e, s) // takes no second one
	st := r.RecordEvent(r.ac, f, s)
	assert.Equal(t, driver.RTNoEventResource, st.Code)
	assert.Contains(t, st.Msg, "all 2 events of device 0")
	assert.Equal(t, driver.RTNoEventResource, status(r.CreateEventWithFlag(r.ac, driver.EventSync)).Code)
	r.record(ex.make(r), s) // not limited by them
	r.ok(r.DestroyEvent(r.ac, a))
	r.record(f, s)
}

func TestEventsOfAStoppedStream(t *testing.T) {
	r := newRig(t, nil)
	other := r.elsewhere()
	s, w := r.stream(), other.stream()
	r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
	e := ex.make(r)
	release := r.hold(s)
	r.launch(s, func(*gokernel.Call) error { return assert.AnError })
	r.record(e, s)
	other.wait(w, e)
	release()
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeEvent(r.ac, e).Code)
	assert.Equal(t, driver.RTAICoreException, status(r.QueryEventStatus(r.ac, e)).Code)
	assert.True(t, other.busy(w), "it waits for what never comes")
	require.Equal(t, driver.RTStreamSyncTimeout, r.SynchronizeStreamWithTimeout(r.ac, w, 1).Code)
	r.ok(r.DestroyStream(r.ac, s))
	other.sync(w)
}
