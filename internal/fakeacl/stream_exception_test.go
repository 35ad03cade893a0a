// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// A failure is known to the function before a wait of the host reports it.
func TestExceptions(t *testing.T) {
	r := newRig(t, nil)
	s, seen := r.stream(), make(chan fakeacl.Exception, 4)
	r.OnException(func(e fakeacl.Exception) { seen <- e })
	f := r.register(func(*gokernel.Call) error { return assert.AnError })
	args := binary.NativeEndian.AppendUint64(nil, 1)
	r.ok(r.LaunchKernelWithHostArgs(r.ac, r.register(nothing), 1, s, nil))
	r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 1, s, args))
	assert.Equal(t, driver.RTAICoreException, r.SynchronizeStream(r.ac, s).Code)
	e := <-seen
	id := must[int32](r)(r.StreamGetID(r.ac, s))
	assert.NotZero(t, e.Args)
	assert.Equal(t, fakeacl.Exception{Stream: id, Task: 2, Code: driver.RTAICoreException, Args: e.Args, ArgsSize: 8, Function: f}, e)

	w := r.stream()
	r.OnException(nil)
	r.breakStream(w)
	assert.Empty(t, seen)
}

// Work that takes no time fails, too; an aborted kernel does not.
func TestExceptionsOfOtherWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.Close()
		seen := make(chan fakeacl.Exception, 4)
		r.OnException(func(e fakeacl.Exception) { seen <- e })
		n, s := must[fakeacl.Notify](r)(r.CreateNotify(r.ac, 0)), r.stream()
		r.ok(r.WaitAndResetNotify(r.ac, n, s, 5))
		r.SynchronizeStream(r.ac, s)
		assert.Equal(t, driver.RTWaitTimeout, (<-seen).Code)

		aborted := r.stream()
		r.launch(aborted, func(c *gokernel.Call) error {
			<-c.Done()
			return assert.AnError
		})
		synctest.Wait()
		r.ok(r.StreamAbort(r.ac, aborted))
		synctest.Wait()
		assert.Empty(t, seen)
	})
}

// A stop ends the running kernel and no more.
func TestStreamStop(t *testing.T) {
	r := newRig(t, nil)
	s, ran := r.stream(), make(chan string, 2)
	started := make(chan struct{})
	r.ok(r.StreamStop(r.ac, s)) // nothing runs
	r.launch(s, func(c *gokernel.Call) error {
		close(started)
		<-c.Done()
		return assert.AnError
	})
	r.note(s, ran, "behind")
	<-started
	r.ok(r.StreamStop(r.ac, s))
	r.sync(s)
	assert.Equal(t, "behind", <-ran)
	assert.Equal(t, driver.RTContextNull, r.StreamStop(0, s).Code)
}

// A thread that subscribes to host functions calls them.
func TestSubscribedHostFuncs(t *testing.T) {
	r := newRig(t, nil)
	s := r.stream()
	called := 0
	r.ok(r.SubscribeHostFunc(r.ac, thread, s))
	assert.Equal(t, driver.RTStreamSubscribe, r.SubscribeHostFunc(r.ac, thread, s).Code)
	assert.Equal(t, driver.RTStreamSubscribe, r.Subscribe(r.ac, thread, s).Code)
	r.ok(r.LaunchHostFunc(r.ac, s, func() { called++ }))
	r.ok(r.LaunchHostFunc(r.ac, s, func() { called++ }))
	assert.Equal(t, driver.RTThreadSubscribe, r.ProcessReport(thread, 1).Code, "those are others")
	for range 2 {
		assert.True(t, r.busy(s))
		r.ok(r.ProcessHostFunc(thread, -1))
	}
	r.sync(s)
	assert.Equal(t, 2, called)
	assert.Equal(t, driver.RTReportTimeout, r.ProcessHostFunc(thread, 1).Code)
	assert.Equal(t, driver.InvalidParam, r.ProcessHostFunc(thread, 0).Code)
	r.ok(r.LaunchHostFunc(r.ac, s, func() { called++ }))
	r.ok(r.UnsubscribeHostFunc(r.ac, thread, s)) // drops it
	r.sync(s)
	assert.Equal(t, driver.RTStreamSubscribe, r.UnsubscribeHostFunc(r.ac, thread, s).Code)
	assert.LessOrEqual(t, called, 2)
}

// The function of a binary is called for its kernels, and no others.
func TestExceptionsOfABinary(t *testing.T) {
	r := newRig(t, nil)
	s, seen := r.stream(), make(chan string, 8)
	note := func(who string) func(fakeacl.Exception) { return func(fakeacl.Exception) { seen <- who } }
	fails := func(*gokernel.Call) error { return assert.AnError }
	f, other := r.register(fails), r.register(fails)
	b := must[driver.Binary](r)(r.FunctionBinary(f))
	run := func(f driver.Function) {
		r.ok(r.LaunchKernelWithHostArgs(r.ac, f, 1, s, nil))
		r.SynchronizeStream(r.ac, s)
	}
	r.ok(r.OnBinaryException(r.ac, b, note("the first")))
	r.ok(r.OnBinaryException(r.ac, b, note("binary")))
	r.OnException(note("all"))
	run(f)
	run(other)
	r.OnException(nil)
	run(f)
	r.ok(r.OnBinaryException(r.ac, b, nil))
	run(f)
	close(seen)
	var called []string
	for who := range seen {
		called = append(called, who)
	}
	assert.Equal(t, []string{"all", "binary", "all", "binary"}, called)
	r.ok(r.BinaryUnload(r.ac, b))
	assert.Equal(t, driver.RTInvalidHandle, r.OnBinaryException(r.ac, b, note("late")).Code)
	assert.Equal(t, driver.InvalidParam, r.OnBinaryException(r.ac, 0, note("none")).Code)
}

func TestExceptionKnowsTheThread(t *testing.T) {
	r := newRig(t, nil)
	s, seen := r.stream(), make(chan uint32, 1)
	r.OnException(func(e fakeacl.Exception) { seen <- e.Thread })
	r.RecordThreads(func() uint32 { return 77 })
	r.launch(s, func(*gokernel.Call) error { return assert.AnError })
	r.SynchronizeStream(r.ac, s)
	assert.EqualValues(t, 77, <-seen)
}

func TestBinariesHaveNoVariables(t *testing.T) {
	r := newRig(t, nil)
	b := must[driver.Binary](r)(r.FunctionBinary(r.register(nothing)))
	assert.Equal(t, driver.RTSymbolNotFound, r.BinaryGetGlobal(r.ac, b, "x").Code)
	assert.Equal(t, driver.InvalidParam, r.BinaryGetGlobal(r.ac, 0, "x").Code)
}
