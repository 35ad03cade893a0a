// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

func (r *rig) staleStream() driver.Stream {
	r.t.Helper()
	s := r.stream()
	r.ok(r.DestroyStream(r.ac, s))
	return s
}

// foreignStream returns a stream of another context of device 0.
func (r *rig) foreignStream() driver.Stream {
	r.t.Helper()
	return must[driver.Stream](r)(r.CreateStream(must[driver.Context](r)(r.CreateContext(0))))
}

func TestStreamRefusals(t *testing.T) {
	refuse(t, map[string]refusal{
		"create in no context":      {func(r *rig) driver.Status { return status(r.CreateStream(0)) }, driver.RTContextNull, "aclrtCreateStream: 0x0 is no context"},
		"device use only with more": {func(r *rig) driver.Status { return status(r.CreateStreamWithConfig(r.ac, 0, 33)) }, driver.RTParamInvalid, "flags are 0x21"},
		"destroy NULL":              {func(r *rig) driver.Status { return r.DestroyStream(r.ac, 0) }, driver.InvalidParam, "stream is NULL"},
		"destroy NULL by force":     {func(r *rig) driver.Status { return r.DestroyStreamForce(r.ac, 0) }, driver.InvalidParam, "stream is NULL"},
		"destroy twice":             {func(r *rig) driver.Status { return r.DestroyStream(r.ac, r.staleStream()) }, driver.RTInvalidHandle, "EE1017: aclrtDestroyStream"},
		"destroy twice by force":    {func(r *rig) driver.Status { return r.DestroyStreamForce(r.ac, r.staleStream()) }, driver.RTInvalidHandle, "no stream"},
		"destroy a foreign one":     {func(r *rig) driver.Status { return r.DestroyStream(r.ac, r.foreignStream()) }, driver.RTStreamContext, "another context"},
		"destroy an event": {func(r *rig) driver.Status {
			return r.DestroyStream(r.ac, driver.Stream(must[driver.Event](r)(r.CreateEvent(r.ac))))
		}, driver.RTInvalidHandle, "no stream"},
		"synchronize a stale one":  {func(r *rig) driver.Status { return r.SynchronizeStream(r.ac, r.staleStream()) }, driver.RTInvalidHandle, "no stream"},
		"synchronize no context":   {func(r *rig) driver.Status { return r.SynchronizeStream(0, r.stream()) }, driver.RTContextNull, "no context"},
		"synchronize garbage":      {func(r *rig) driver.Status { return r.SynchronizeStream(r.ac, 0xffff) }, driver.RTInvalidHandle, "no stream"},
		"synchronize within 0 ms":  {func(r *rig) driver.Status { return r.SynchronizeStreamWithTimeout(r.ac, 0, 0) }, driver.RTParamInvalid, "timeout is 0 ms"},
		"synchronize within -2 ms": {func(r *rig) driver.Status { return r.SynchronizeStreamWithTimeout(r.ac, 0, -2) }, driver.RTParamInvalid, "timeout is -2 ms"},
		"device within 0 ms":       {func(r *rig) driver.Status { return r.SynchronizeDeviceWithTimeout(r.ac, 0) }, driver.RTParamInvalid, "timeout is 0 ms"},
		"device within -2 ms":      {func(r *rig) driver.Status { return r.SynchronizeDeviceWithTimeout(r.ac, -2) }, driver.RTParamInvalid, "timeout is -2 ms"},
		"device of no context":     {func(r *rig) driver.Status { return r.SynchronizeDevice(0) }, driver.RTContextNull, "no context"},
		"query a stale one":        {func(r *rig) driver.Status { return status(r.StreamQuery(r.ac, r.staleStream())) }, driver.RTInvalidHandle, "no stream"},
		"query in no context":      {func(r *rig) driver.Status { return status(r.StreamQuery(0, r.stream())) }, driver.RTContextNull, "no context"},
		"abort a foreign one":      {func(r *rig) driver.Status { return r.StreamAbort(r.ac, r.foreignStream()) }, driver.RTStreamContext, "another context"},
		"id of a stale one":        {func(r *rig) driver.Status { return status(r.StreamGetID(r.ac, r.staleStream())) }, driver.RTInvalidHandle, "no stream"},
		"mode of a foreign one":    {func(r *rig) driver.Status { return r.SetStreamFailureMode(r.ac, r.foreignStream(), 1) }, driver.RTStreamContext, "another context"},
		"stopping is not undone": {func(r *rig) driver.Status {
			s := r.stream()
			r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
			r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
			return r.SetStreamFailureMode(r.ac, s, 2) // only the lowest bit counts
		}, driver.RTFeatureNotSupport, "cannot be undone"},

		"any priority, unknown flags": {func(r *rig) driver.Status { return status(r.CreateStreamWithConfig(r.ac, 99, 1<<20)) }, driver.Success, ""},
		"synchronize a foreign one":   {func(r *rig) driver.Status { return r.SynchronizeStream(r.ac, r.foreignStream()) }, driver.Success, ""},
		"query a foreign one":         {func(r *rig) driver.Status { return status(r.StreamQuery(r.ac, r.foreignStream())) }, driver.Success, ""},
		"synchronize one of another device": {func(r *rig) driver.Status {
			return r.SynchronizeStream(r.ac, must[driver.Stream](r)(r.CreateStream(r.context(1))))
		}, driver.Success, ""},
	})
}

func TestStreamLimit(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.MaxStreams = 3 })
	s := r.stream() // beside the default stream
	r.stream()
	st := status(r.CreateStream(r.ac))
	assert.Equal(t, driver.RTNoStreamResource, st.Code)
	assert.Contains(t, st.Msg, "3 streams")
	assert.Equal(t, driver.RTNoStreamResource, status(r.CreateContext(0)).Code, "a context needs a stream of its own")
	r.ok(r.DestroyStream(r.ac, s))
	r.stream()
}

func TestStreamIDsDiffer(t *testing.T) {
	r := newRig(t, nil)
	a := must[int32](r)(r.StreamGetID(r.ac, r.stream()))
	b := must[int32](r)(r.StreamGetID(r.ac, 0))
	assert.NotEqual(t, a, b)
}

func TestWorkIsInOrderBehindTheCaller(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	release := r.hold(s)
	var got []int
	for i := range 100 { // more than the smallest ring
		r.launch(s, func(*gokernel.Call) error { got = append(got, i); return nil })
	}
	assert.True(t, r.busy(s))
	release()
	r.sync(s)
	assert.False(t, r.busy(s))
	require.Len(t, got, 100)
	assert.IsIncreasing(t, got)
}

func TestStreamsDoNotWaitForEachOther(t *testing.T) {
	r := newRig(t, nil)
	held, free := r.stream(), r.stream()
	defer r.hold(held)()
	ran := make(chan string, 1)
	r.note(free, ran, "ran")
	r.sync(free)
	assert.Len(t, ran, 1)
	r.sync(0)
}

func TestDestroyStreamWaitsForItsWork(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	ran := make(chan string, 1)
	release := r.hold(s)
	r.note(s, ran, "ran")
	done := make(chan driver.Status)
	go func() { done <- r.DestroyStream(r.ac, s) }()
	release()
	r.ok(<-done)
	assert.Len(t, ran, 1)
}

func TestDestroyStreamForceDropsWork(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	r.hold(s)
	ran := make(chan string, 1)
	r.note(s, ran, "ran")
	r.ok(r.DestroyStreamForce(r.ac, s))
	assert.Empty(t, ran)
}

func TestStreamAbort(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	ran := make(chan string, 2)
	waiting := make(chan driver.Status)
	r.hold(s)
	r.note(s, ran, "dropped")
	go func() { waiting <- r.SynchronizeStream(r.ac, s) }()
	r.ok(r.StreamAbort(r.ac, s))
	if st := <-waiting; !st.OK() { // unless it began after the abort
		assert.Equal(t, driver.RTStreamAbort, st.Code)
	}
	assert.False(t, r.busy(s))
	r.note(s, ran, "after")
	r.sync(s)
	assert.Equal(t, "after", <-ran)
	assert.Empty(t, ran)
}

// The result of a kernel that was aborted is ignored.
func TestStreamAbortIgnoresTheKernelsError(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	started := make(chan struct{})
	r.launch(s, func(c *gokernel.Call) error { close(started); <-c.Done(); return assert.AnError })
	<-started
	r.ok(r.StreamAbort(r.ac, s))
	r.sync(s)
}

// An abort waits for the running kernel, also if another abort comes meanwhile.
func TestStreamAbortTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.Close()
		s := r.stream()
		end := make(chan struct{})
		r.launch(s, func(*gokernel.Call) error { <-end; return nil })
		synctest.Wait()
		returned := make(chan driver.Status, 2)
		for range 2 {
			go func() { returned <- r.StreamAbort(r.ac, s) }()
			synctest.Wait()
			assert.Empty(t, returned, "the kernel runs")
		}
		close(end)
		r.ok(<-returned)
		r.ok(<-returned)
		r.sync(s)
	})
}

func TestStreamAbortOfABlockedStream(t *testing.T) {
	r := newRig(t, nil)
	a, b := r.stream(), r.stream()
	release := r.hold(a)
	e := must[driver.Event](r)(r.CreateEvent(r.ac))
	r.ok(r.RecordEvent(r.ac, e, a))
	r.ok(r.StreamWaitEvent(r.ac, b, e))
	r.ok(r.StreamAbort(r.ac, b))
	r.sync(b)
	release()
	r.sync(a)
	assert.Equal(t, driver.EventWaitComplete, must[driver.EventWaitStatus](r)(r.QueryEventWaitStatus(r.ac, e)))
}

// By default a stream goes on after a task that has failed. The next synchronize reports the
// first failure, once, and no other wait does.
func TestAStreamGoesOnAfterAFailure(t *testing.T) {
	waits := map[string]func(r *rig, s driver.Stream) driver.Status{
		"stream":                func(r *rig, s driver.Stream) driver.Status { return r.SynchronizeStream(r.ac, s) },
		"stream, with timeout":  func(r *rig, s driver.Stream) driver.Status { return r.SynchronizeStreamWithTimeout(r.ac, s, 10_000) },
		"context":               func(r *rig, _ driver.Stream) driver.Status { return r.SynchronizeDevice(r.ac) },
		"context, with timeout": func(r *rig, _ driver.Stream) driver.Status { return r.SynchronizeDeviceWithTimeout(r.ac, 10_000) },
	}
	for name, wait := range waits {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s, follower := r.stream(), r.stream()
			ran := make(chan string, 2)
			release := r.hold(s)
			r.launch(s, func(*gokernel.Call) error { return errors.New("the first") })
			r.launch(s, func(*gokernel.Call) error { return errors.New("the second") })
			r.note(s, ran, "behind")
			e := ex.make(r)
			r.record(e, s)
			r.wait(follower, e)
			r.note(follower, ran, "ordered after it")
			release()
			r.ok(r.SynchronizeEvent(r.ac, e))
			r.sync(follower)
			assert.Equal(t, driver.StreamComplete, must[driver.StreamStatus](r)(r.StreamQuery(r.ac, s)))

			st := wait(r, s)
			assert.Equal(t, driver.RTAICoreException, st.Code)
			assert.Contains(t, st.Msg, "the first")
			assert.Equal(t, []string{"behind", "ordered after it"}, []string{<-ran, <-ran})
			r.ok(wait(r, s))
			r.launch(s, func(*gokernel.Call) error { return errors.New("the third") })
			assert.Contains(t, wait(r, s).Msg, "the third")
		})
	}
}

// A failed copy is like a failed kernel: it is reported once.
func TestAFailedCopyIsReportedOnce(t *testing.T) {
	r := newRig(t, nil)
	s, a, b := r.stream(), r.malloc(8), r.malloc(8)
	release := r.hold(s)
	r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, driver.OnDevice(b), 8, anyWay, s))
	r.ok(r.Free(r.ac, b))
	release()
	assert.False(t, r.SynchronizeStream(r.ac, s).OK())
	r.sync(s)
}

// The device reports one stream at a time, in the order of their creation.
func TestSynchronizeDeviceReportsEachStream(t *testing.T) {
	r := newRig(t, nil)
	for _, text := range []string{"the first", "the second"} {
		r.launch(r.stream(), func(*gokernel.Call) error { return errors.New(text) })
	}
	assert.Contains(t, r.SynchronizeDevice(r.ac).Msg, "the first")
	assert.Contains(t, r.SynchronizeDevice(r.ac).Msg, "the second")
	r.ok(r.SynchronizeDevice(r.ac))
}

func TestAStoppedStreamExecutesNothingMore(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
	ran := make(chan string, 1)
	release := r.hold(s)
	r.launch(s, func(*gokernel.Call) error { return assert.AnError })
	r.note(s, ran, "ran")
	release()
	for range 2 {
		st := r.SynchronizeStream(r.ac, s)
		assert.Equal(t, driver.RTAICoreException, st.Code)
		assert.Contains(t, st.Msg, `kernel "kernel_2"`)
		assert.Contains(t, st.Msg, assert.AnError.Error())
	}
	r.note(s, ran, "ran")
	assert.Equal(t, driver.RTAICoreException, status(r.StreamQuery(r.ac, s)).Code)
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeDevice(r.ac).Code)
	r.ok(r.StreamAbort(r.ac, s))
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code, "an abort does not mend it")
	r.ok(r.DestroyStream(r.ac, s))
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeDevice(r.ac).Code, "the default stream was stopped, too")
	assert.Empty(t, ran)
}

func TestStopOnFailureStopsTheContext(t *testing.T) {
	r := newRig(t, nil)
	s, other := r.stream(), r.stream()
	foreign := r.foreignStream()
	r.ok(r.SetStreamFailureMode(r.ac, s, driver.StopOnFailure))
	r.breakStream(s)
	st := r.SynchronizeStream(r.ac, other)
	assert.Equal(t, driver.RTAICoreException, st.Code)
	assert.Contains(t, st.Msg, "stopped by the failure of stream")
	r.sync(foreign)
}

// Streams of a graph or of the device run nothing, and waits for them succeed at once.
func TestStreamsThatTheHostDoesNotRun(t *testing.T) {
	for _, flags := range []uint32{driver.StreamPersistent, driver.StreamCPUSchedule, driver.StreamDeviceUseOnly} {
		r := newRig(t, nil)
		s := must[driver.Stream](r)(r.CreateStreamWithConfig(r.ac, 0, flags))
		ran := make(chan string, 1)
		r.note(s, ran, "ran")
		r.sync(s)
		assert.False(t, r.busy(s))
		r.ok(r.SynchronizeDevice(r.ac))
		r.ok(r.DestroyStream(r.ac, s))
		assert.Empty(t, ran)
	}
}
