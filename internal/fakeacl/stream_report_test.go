// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// thread is the number of a thread that processes reports.
const thread = 7

func TestHostFuncHoldsItsStream(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	seen := make(chan string, 3)
	gate := make(chan struct{})
	r.note(s, seen, "before")
	r.ok(r.LaunchHostFunc(r.ac, s, func() {
		<-gate
		seen <- "host"
	}))
	r.note(s, seen, "behind")
	assert.True(t, r.busy(s))
	close(gate)
	r.sync(s)
	assert.Equal(t, []string{"before", "host", "behind"}, []string{<-seen, <-seen, <-seen})
}

// A callback is called by the thread that subscribed; the stream waits for one that blocks.
func TestCallbacks(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	var called []string
	call := func(what string) func() { return func() { called = append(called, what) } }
	r.ok(r.Subscribe(r.ac, thread, s))
	r.ok(r.LaunchCallback(r.ac, call("first"), false, s))
	r.sync(s) // it does not wait for the callback
	assert.Empty(t, called)
	r.ok(r.ProcessReport(thread, 1))
	assert.Equal(t, []string{"first"}, called)

	r.ok(r.LaunchCallback(r.ac, call("second"), true, s))
	r.ok(r.ProcessReport(thread, -1))
	r.sync(s)
	assert.Equal(t, []string{"first", "second"}, called)

	r.ok(r.LaunchCallback(r.ac, call("never"), false, s))
	r.sync(s)
	r.ok(r.Unsubscribe(r.ac, thread, s)) // drops what has not been processed
	assert.Equal(t, driver.RTThreadSubscribe, r.ProcessReport(thread, 1).Code)
	assert.Len(t, called, 2)
}

func TestProcessReportWaitsAsLongAsItMay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		s := r.stream()
		r.ok(r.Subscribe(r.ac, thread, s))
		assert.Equal(t, driver.RTReportTimeout, r.ProcessReport(thread, 50).Code)
		done := make(chan driver.Status)
		go func() { done <- r.ProcessReport(thread, -1) }()
		synctest.Wait()
		r.ok(r.LaunchCallback(r.ac, func() {}, true, s))
		r.ok(<-done)
		r.sync(s)

		go func() { done <- r.ProcessReport(thread, -1) }()
		synctest.Wait()
		require.NoError(t, r.Close())
		assert.Equal(t, driver.RTThreadSubscribe, (<-done).Code)
	})
}

// A stream that waits for a callback continues when the callback can no longer be called.
func TestBlockingCallbackThatNobodyCalls(t *testing.T) {
	for name, end := range map[string]func(r *rig, s driver.Stream) driver.Status{
		"unsubscribed": func(r *rig, s driver.Stream) driver.Status { return r.Unsubscribe(r.ac, thread, s) },
		"aborted":      func(r *rig, s driver.Stream) driver.Status { return r.StreamAbort(r.ac, s) },
		"destroyed":    func(r *rig, s driver.Stream) driver.Status { return r.DestroyStreamForce(r.ac, s) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, nil)
				s := r.stream()
				r.ok(r.Subscribe(r.ac, thread, s))
				r.ok(r.LaunchCallback(r.ac, func() {}, true, s))
				synctest.Wait()
				assert.True(t, r.busy(s))
				r.ok(end(r, s))
				if name != "destroyed" {
					r.sync(s)
				}
			})
		})
	}
}

func TestReportRefusals(t *testing.T) {
	nothing := func() {}
	refuse(t, map[string]refusal{
		"no host function": {func(r *rig) driver.Status { return r.LaunchHostFunc(r.ac, 0, nil) }, driver.RTParamInvalid, "fn is NULL"},
		"host, no context": {func(r *rig) driver.Status { return r.LaunchHostFunc(0, 0, nothing) }, driver.RTContextNull, "no context"},
		"not subscribed":   {func(r *rig) driver.Status { return r.LaunchCallback(r.ac, nothing, false, 0) }, driver.RTStreamNoCBReg, "no thread"},
		"no callback":      {func(r *rig) driver.Status { return r.LaunchCallback(r.ac, nil, false, 0) }, driver.RTParamInvalid, "fn is NULL"},
		"unsubscribed":     {func(r *rig) driver.Status { return r.Unsubscribe(r.ac, thread, 0) }, driver.RTStreamSubscribe, "does not process"},
		"timeout 0":        {func(r *rig) driver.Status { return r.ProcessReport(thread, 0) }, driver.InvalidParam, "timeout is 0"},
		"unknown thread":   {func(r *rig) driver.Status { return r.ProcessReport(thread, 1) }, driver.RTThreadSubscribe, "not subscribed"},
		"host func, served": {func(r *rig) driver.Status {
			r.ok(r.Subscribe(r.ac, thread, 0))
			return r.LaunchHostFunc(r.ac, 0, nothing)
		}, driver.RTStreamSubscribe, "subscribed"},
		"served, host func": {func(r *rig) driver.Status {
			r.ok(r.LaunchHostFunc(r.ac, 0, nothing))
			return r.Subscribe(r.ac, thread, 0)
		}, driver.RTStreamSubscribe, "served already"},
		"two devices": {func(r *rig) driver.Status {
			r.ok(r.Subscribe(r.ac, thread, 0))
			return r.Subscribe(r.context(1), thread, 0)
		}, driver.RTThreadSubscribe, "device 0, and of no other"},
		"more threads than there may be": {func(r *rig) driver.Status {
			*r = *newRig(r.t, func(c *fakeacl.Config) { c.MaxStreams = 2000 })
			for i := range uint64(1024) {
				r.ok(r.Subscribe(r.ac, i, r.stream()))
			}
			return r.Subscribe(r.ac, 5000, 0)
		}, driver.RTResourceAllocFail, "1024 threads"},
	})
}
