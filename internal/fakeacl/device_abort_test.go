// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// An abort of a device drops the work of its streams, of all contexts, and of no other device.
func TestDeviceTaskAbort(t *testing.T) {
	r := newRig(t, nil)
	a, b := r.stream(), r.stream()
	ran := make(chan string, 4)
	r.hold(a)
	r.note(a, ran, "dropped")
	r.hold(b)
	r.note(b, ran, "dropped too")
	r.ok(r.DeviceTaskAbort(1, 0))
	assert.True(t, r.busy(a))
	r.ok(r.DeviceTaskAbort(0, 0))
	assert.False(t, r.busy(a))
	assert.False(t, r.busy(b))
	r.note(a, ran, "after")
	r.sync(a)
	r.sync(b)
	assert.Equal(t, "after", <-ran)
	assert.Empty(t, ran)
	assert.Equal(t, driver.RTInvalidDeviceID, r.DeviceTaskAbort(2, 0).Code)
}

// An abort waits for the running kernel, as long as it may.
func TestDeviceTaskAbortIsLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.Close()
		s := r.stream()
		end := make(chan struct{})
		r.launch(s, func(*gokernel.Call) error { <-end; return nil })
		synctest.Wait()
		st := r.DeviceTaskAbort(0, 100)
		assert.Equal(t, driver.RTTaskAbortStop, st.Code)
		assert.Contains(t, st.Msg, "100 ms")
		returned := make(chan driver.Status, 2)
		for range 2 {
			go func() { returned <- r.DeviceTaskAbort(0, 0) }()
			synctest.Wait()
			assert.Empty(t, returned, "the kernel runs")
		}
		close(end)
		r.ok(<-returned)
		r.ok(<-returned)
		r.sync(s)
	})
}

// A persistent stream executes nothing. What it keeps can be dropped, and then enqueued anew.
func TestPersistentTaskClean(t *testing.T) {
	r := newRig(t, nil)
	s := must[driver.Stream](r)(r.CreateStreamWithConfig(r.ac, 0, driver.StreamPersistent))
	e := must[driver.Event](r)(r.CreateEvent(r.ac))
	other := r.stream()
	r.ok(r.RecordEvent(r.ac, e, other))
	r.sync(other)
	for range 2 {
		r.ok(r.StreamWaitEvent(r.ac, s, e))
		r.ok(r.MemsetAsync(r.ac, driver.OnDevice(r.malloc(64)), 64, 1, 64, s))
		r.ok(r.PersistentTaskClean(r.ac, s))
	}
	assert.Equal(t, driver.EventWaitComplete, must[driver.EventWaitStatus](r)(r.QueryEventWaitStatus(r.ac, e)))
	r.ok(r.DestroyStream(r.ac, s))
	refuse(t, map[string]refusal{
		"another stream": {func(r *rig) driver.Status { return r.PersistentTaskClean(r.ac, r.stream()) }, driver.RTParamInvalid, "not persistent"},
		"default stream": {func(r *rig) driver.Status { return r.PersistentTaskClean(r.ac, 0) }, driver.RTParamInvalid, "not persistent"},
		"foreign stream": {func(r *rig) driver.Status { return r.PersistentTaskClean(r.ac, r.foreignStream()) }, driver.RTStreamContext, "another context"},
	})
}
