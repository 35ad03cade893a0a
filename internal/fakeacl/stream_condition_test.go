// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	endian "encoding/binary"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// conditionKind is a kind of condition that a stream waits for.
type conditionKind struct {
	bring func(r *rig, s driver.Stream) // brings it about in the order of a stream
	await func(r *rig, s driver.Stream) // waits for it
	limit func(r *rig, s driver.Stream) // waits for it for one second; nil: it has no limit
}

// conditions makes a condition of each kind. It does not hold at first.
var conditions = map[string]func(r *rig) conditionKind{
	"sticky event": func(r *rig) conditionKind {
		e := flagged.make(r)
		return conditionKind{
			func(r *rig, s driver.Stream) { r.record(e, s) },
			func(r *rig, s driver.Stream) { r.wait(s, e) },
			func(r *rig, s driver.Stream) { r.ok(r.StreamWaitEventWithTimeout(r.ac, s, e, 1)) },
		}
	},
	"notify": func(r *rig) conditionKind {
		n := must[fakeacl.Notify](r)(r.CreateNotify(r.ac, 0))
		return conditionKind{
			func(r *rig, s driver.Stream) { r.ok(r.RecordNotify(r.ac, n, s)) },
			func(r *rig, s driver.Stream) { r.ok(r.WaitAndResetNotify(r.ac, n, s, 0)) },
			func(r *rig, s driver.Stream) { r.ok(r.WaitAndResetNotify(r.ac, n, s, 1000)) },
		}
	},
	"counting notify": func(r *rig) conditionKind {
		n := must[fakeacl.Notify](r)(r.CreateCountNotify(r.ac, 0))
		await := func(seconds uint32) func(r *rig, s driver.Stream) {
			return func(r *rig, s driver.Stream) {
				r.ok(r.WaitCountNotify(r.ac, n, s, fakeacl.CountWait{Mode: fakeacl.CountGreaterOrEqual, Value: 2, Seconds: seconds, Clear: true}))
			}
		}
		return conditionKind{func(r *rig, s driver.Stream) {
			r.ok(r.RecordCountNotify(r.ac, n, s, fakeacl.CountAdd, 1))
			r.ok(r.RecordCountNotify(r.ac, n, s, fakeacl.CountAdd, 1))
		}, await(0), await(1)}
	},
	"value": func(r *rig) conditionKind {
		a := r.malloc(8)
		r.ok(r.Memset(r.ac, driver.OnDevice(a), 8, 0, 8))
		return conditionKind{
			func(r *rig, s driver.Stream) { r.ok(r.ValueWrite(r.ac, a, 7, 0, s)) },
			func(r *rig, s driver.Stream) { r.ok(r.ValueWait(r.ac, a, 7, fakeacl.ValueEqual, s)) },
			nil,
		}
	},
}

// eachCondition runs a test for each kind of condition on each executor.
func eachCondition(t *testing.T, test func(r *rig, c conditionKind)) {
	for name, make := range conditions {
		for executor, held := range map[string]bool{"inline": false, "held": true} {
			t.Run(name+"/"+executor, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := newRig(t, func(cfg *fakeacl.Config) { cfg.Held = held })
					defer r.Close()
					test(r, make(r))
				})
			})
		}
	}
}

func TestStreamWaitsForCondition(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		s, w, ran := r.stream(), r.stream(), make(chan string, 4)
		c.await(r, w)
		r.note(w, ran, "waited")
		synctest.Wait()
		assert.Empty(r.t, ran)
		assert.Equal(r.t, driver.RTStreamSyncTimeout, r.SynchronizeStreamWithTimeout(r.ac, w, 100).Code, "as for an event that is never recorded")
		r.note(s, ran, "before")
		c.bring(r, s)
		r.sync(w)
		assert.Equal(r.t, "before", <-ran)
		assert.Equal(r.t, "waited", <-ran)
	})
}

func TestConditionThatHoldsAlready(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		s, w := r.stream(), r.stream()
		c.bring(r, s)
		c.await(r, w)
		r.sync(w)
	})
}

// A condition may be brought about by work that is enqueued while the host waits already.
func TestHostWaitsForConditionFirst(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		s, w := r.stream(), r.stream()
		c.await(r, w)
		done := make(chan struct{})
		go func() {
			r.sync(w)
			close(done)
		}()
		synctest.Wait()
		r.ok(r.MemsetAsync(r.ac, driver.OnDevice(r.malloc(8)), 8, 1, 8, s))
		c.bring(r, s)
		<-done
	})
}

func TestConditionsHaveLimits(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		if c.limit == nil {
			r.t.Skip("it waits without limit")
		}
		w, begin := r.stream(), time.Now()
		c.limit(r, w)
		assert.Equal(r.t, driver.RTWaitTimeout, r.SynchronizeStream(r.ac, w).Code)
		assert.Equal(r.t, time.Second, time.Since(begin))
	})
}

func TestConditionsInTime(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		if c.limit == nil {
			r.t.Skip("it waits without limit")
		}
		s, w, begin := r.stream(), r.stream(), time.Now()
		c.limit(r, w)
		go func() {
			time.Sleep(900 * time.Millisecond)
			c.bring(r, s)
		}()
		r.sync(w)
		assert.Equal(r.t, 900*time.Millisecond, time.Since(begin))
	})
}

// A wait that has ended in time does not fail later, and neither does one that was dropped.
func TestLimitEndsWithTheWait(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		if c.limit == nil {
			r.t.Skip("it waits without limit")
		}
		s, w, gone := r.stream(), r.stream(), r.stream()
		c.limit(r, w)
		c.limit(r, gone)
		go r.SynchronizeStreamWithTimeout(r.ac, w, 1)
		synctest.Wait()
		r.ok(r.DestroyStreamForce(r.ac, gone))
		c.bring(r, s)
		r.sync(w)
		time.Sleep(time.Minute)
		r.sync(w)
	})
}

// What a stream frees before it brings a condition about is for a stream that has waited for it.
func TestConditionsOrderStreams(t *testing.T) {
	eachCondition(t, func(r *rig, c conditionKind) {
		s, w, third, p := r.stream(), r.stream(), r.stream(), r.pool(2*mib)
		r.set(p, driver.PoolReuseEvent, 1)
		a := r.alloc(p, granule, s)
		r.free(a, s)
		c.bring(r, s)
		c.await(r, w)
		assert.Equal(r.t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, third)).Code, "nothing orders this stream")
		r.sync(w) // the held executor executes the wait now
		assert.Equal(r.t, a, r.alloc(p, granule, w))
	})
}

// A stream learns what it has waited for without a wait of the host.
func TestConditionsOrderStreamsAtOnce(t *testing.T) {
	for name, make := range conditions {
		r := newRig(t, nil)
		c := make(r)
		s, w, p := r.stream(), r.stream(), r.pool(2*mib)
		r.set(p, driver.PoolReuseEvent, 1)
		a := r.alloc(p, granule, s)
		r.free(a, s)
		assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code, name)
		c.bring(r, s)
		c.await(r, w)
		assert.Equal(t, a, r.alloc(p, granule, w), name)
	}
}

// A wait that another stream's work satisfied orders nothing after work that is still pending.
func TestConditionsClaimNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, name := range []string{"notify", "counting notify", "value"} {
			r := newRig(t, nil)
			c := conditions[name](r)
			s, other, w, p := r.stream(), r.stream(), r.stream(), r.pool(2*mib)
			r.set(p, driver.PoolReuseEvent, 1)
			release := r.hold(s)
			r.free(r.alloc(p, granule, s), s)
			c.bring(r, s) // pending
			c.await(r, w)
			c.bring(r, other)
			r.sync(w)
			assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 1, w)).Code, name)
			release()
			r.sync(s)
			require.NoError(t, r.Close())
		}
	})
}

// A notify is cleared by the wait, so that each record ends one wait.
func TestNotifyIsOneShot(t *testing.T) {
	r := newRig(t, nil)
	n := must[fakeacl.Notify](r)(r.CreateNotify(r.ac, 0))
	s, w := r.stream(), r.stream()
	for range 3 {
		r.ok(r.WaitAndResetNotify(r.ac, n, w, 0))
		assert.True(t, r.busy(w))
		r.ok(r.RecordNotify(r.ac, n, s))
		r.sync(w)
	}
	r.ok(r.RecordNotify(r.ac, n, s))
	r.ok(r.RecordNotify(r.ac, n, s)) // no second one
	r.ok(r.NotifyBatchReset([]fakeacl.Notify{n}))
	r.ok(r.WaitAndResetNotify(r.ac, n, w, 0))
	assert.True(t, r.busy(w))
	r.ok(r.DestroyNotify(n))
	assert.Equal(t, driver.RTInvalidHandle, r.RecordNotify(r.ac, n, s).Code)
	assert.Equal(t, driver.RTInvalidHandle, r.NotifyBatchReset([]fakeacl.Notify{n}).Code)
	r.ok(r.DestroyStreamForce(r.ac, w))
}

func TestCountNotifyModes(t *testing.T) {
	type step struct {
		mode  fakeacl.CountRecordMode
		value uint32
	}
	tests := map[string]struct {
		steps []step
		wait  fakeacl.CountWait
		ends  bool
	}{
		"less":                   {nil, fakeacl.CountWait{Mode: fakeacl.CountLess, Value: 1}, true},
		"not less":               {[]step{{fakeacl.CountSet, 1}}, fakeacl.CountWait{Mode: fakeacl.CountLess, Value: 1}, false},
		"equal after adding":     {[]step{{fakeacl.CountSet, 3}, {fakeacl.CountAdd, 4}}, fakeacl.CountWait{Mode: fakeacl.CountEqual, Value: 7}, true},
		"or":                     {[]step{{fakeacl.CountSet, 1}, {fakeacl.CountOr, 6}}, fakeacl.CountWait{Mode: fakeacl.CountEqual, Value: 7}, true},
		"and":                    {[]step{{fakeacl.CountSet, 7}, {fakeacl.CountAnd, 5}}, fakeacl.CountWait{Mode: fakeacl.CountEqual, Value: 5}, true},
		"greater":                {[]step{{fakeacl.CountSet, 7}}, fakeacl.CountWait{Mode: fakeacl.CountGreater, Value: 6}, true},
		"not greater":            {[]step{{fakeacl.CountSet, 7}}, fakeacl.CountWait{Mode: fakeacl.CountGreater, Value: 7}, false},
		"greater or equal":       {[]step{{fakeacl.CountSet, 7}}, fakeacl.CountWait{Mode: fakeacl.CountGreaterOrEqual, Value: 7}, true},
		"equal under the mask":   {[]step{{fakeacl.CountSet, 7}}, fakeacl.CountWait{Mode: fakeacl.CountEqualMasked, Value: 6}, true},
		"differs under the mask": {[]step{{fakeacl.CountSet, 5}}, fakeacl.CountWait{Mode: fakeacl.CountEqualMasked, Value: 6}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			n, s := must[fakeacl.Notify](r)(r.CreateCountNotify(r.ac, 0)), r.stream()
			for _, st := range tt.steps {
				r.ok(r.RecordCountNotify(r.ac, n, 0, st.mode, st.value))
			}
			r.ok(r.WaitCountNotify(r.ac, n, s, tt.wait))
			assert.Equal(t, tt.ends, !r.busy(s))
			r.ok(r.DestroyStreamForce(r.ac, s))
		})
	}
	r := newRig(t, nil)
	n, s := must[fakeacl.Notify](r)(r.CreateCountNotify(r.ac, 0)), r.stream()
	r.ok(r.RecordCountNotify(r.ac, n, s, fakeacl.CountSet, 5))
	r.ok(r.WaitCountNotify(r.ac, n, s, fakeacl.CountWait{Mode: fakeacl.CountEqual, Value: 5}))
	r.ok(r.WaitCountNotify(r.ac, n, s, fakeacl.CountWait{Mode: fakeacl.CountEqual, Value: 5, Clear: true}))
	r.ok(r.WaitCountNotify(r.ac, n, s, fakeacl.CountWait{Mode: fakeacl.CountEqual}))
	r.ok(r.RecordCountNotify(r.ac, n, s, fakeacl.CountSet, 5))
	r.ok(r.ResetCountNotify(r.ac, n, s))
	r.ok(r.WaitCountNotify(r.ac, n, s, fakeacl.CountWait{Mode: fakeacl.CountEqual}))
	r.sync(s)
}

func TestValueConditions(t *testing.T) {
	const top = 1 << 63
	tests := []struct {
		word, operand uint64
		flag          fakeacl.ValueCondition
		ends          bool
	}{
		{5, 5, fakeacl.ValueGreaterOrEqual, true},
		{4, 5, fakeacl.ValueGreaterOrEqual, false},
		{top, 5, fakeacl.ValueGreaterOrEqual, true}, // without sign
		{5, 5, fakeacl.ValueEqual, true},
		{6, 5, fakeacl.ValueEqual, false},
		{6, 2, fakeacl.ValueAnd, true},
		{6, 1, fakeacl.ValueAnd, false},
		{top, 1, fakeacl.ValueNor, true},
		{^uint64(1), 1, fakeacl.ValueNor, false},
	}
	for _, tt := range tests {
		r := newRig(t, nil)
		a, s := r.malloc(16)+8, r.stream()
		r.ok(r.ValueWrite(r.ac, a, tt.word, 0, 0))
		r.sync(0)
		r.ok(r.ValueWait(r.ac, a, tt.operand, tt.flag, s))
		assert.Equal(t, tt.ends, !r.busy(s), "%+v", tt)
		r.ok(r.DestroyStreamForce(r.ac, s))
	}
}

// Copies, fills and kernels change memory that streams wait for, too.
func TestValueWaitSeesOtherWriters(t *testing.T) {
	const one = 0x0101_0101_0101_0101
	writers := map[string]func(r *rig, a driver.Addr, s driver.Stream){
		"copy": func(r *rig, a driver.Addr, s driver.Stream) {
			from := r.host(8)
			endian.NativeEndian.PutUint64(from.Bytes(8), one)
			r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, from, 8, anyWay, s))
		},
		"copy of the host": func(r *rig, a driver.Addr, _ driver.Stream) {
			from := endian.NativeEndian.AppendUint64(nil, one)
			r.ok(r.Memcpy(r.ac, driver.OnDevice(a), 8, driver.OnHost(from), 8, anyWay))
		},
		"fill": func(r *rig, a driver.Addr, s driver.Stream) {
			r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 8, 1, 8, s))
		},
		"fill of the host": func(r *rig, a driver.Addr, _ driver.Stream) {
			r.ok(r.Memset(r.ac, driver.OnDevice(a), 8, 1, 8))
		},
		"kernel": func(r *rig, a driver.Addr, s driver.Stream) {
			r.launch(s, func(c *gokernel.Call) error {
				b, err := c.Memory(a, 8)
				if err == nil {
					endian.NativeEndian.PutUint64(b, one)
				}
				return err
			})
		},
	}
	for name, write := range writers {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			a, s, w := r.malloc(8), r.stream(), r.stream()
			r.ok(r.Memset(r.ac, driver.OnDevice(a), 8, 0, 8))
			r.ok(r.ValueWait(r.ac, a, one, fakeacl.ValueEqual, w))
			assert.True(t, r.busy(w))
			write(r, a, s)
			r.sync(w)
		})
	}
}

// Memory that is freed before a stream comes to it fails the stream.
func TestValueInFreedMemory(t *testing.T) {
	for name, enqueue := range map[string]func(r *rig, a driver.Addr, s driver.Stream){
		"write": func(r *rig, a driver.Addr, s driver.Stream) { r.ok(r.ValueWrite(r.ac, a, 1, 0, s)) },
		"wait":  func(r *rig, a driver.Addr, s driver.Stream) { r.ok(r.ValueWait(r.ac, a, 1, 1, s)) },
	} {
		r := newRig(t, nil)
		a, s := r.malloc(8), r.stream()
		release := r.hold(s)
		enqueue(r, a, s)
		r.ok(r.Free(r.ac, a))
		release()
		assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, s).Code, name)
	}
}

func TestConditionRefusals(t *testing.T) {
	notify := func(r *rig) fakeacl.Notify { return must[fakeacl.Notify](r)(r.CreateNotify(r.ac, 0)) }
	count := func(r *rig) fakeacl.Notify { return must[fakeacl.Notify](r)(r.CreateCountNotify(r.ac, 0)) }
	refuse(t, map[string]refusal{
		"notify, flags": {func(r *rig) driver.Status { return status(r.CreateNotify(r.ac, 2)) }, driver.RTParamInvalid, "0x2"},
		"notify, NULL":  {func(r *rig) driver.Status { return r.RecordNotify(r.ac, 0, 0) }, driver.RTParamInvalid, "NULL"},
		"notify, for the device": {func(r *rig) driver.Status {
			return r.RecordNotify(r.ac, must[fakeacl.Notify](r)(r.CreateNotify(r.ac, fakeacl.NotifyDeviceUseOnly)), 0)
		}, driver.RTParamInvalid, "device only"},
		"notify, of another device": {func(r *rig) driver.Status {
			return r.WaitAndResetNotify(r.context(1), notify(r), 0, 0)
		}, driver.RTParamInvalid, "one device"},
		"notify, counting":     {func(r *rig) driver.Status { return r.RecordNotify(r.ac, count(r), 0) }, driver.RTInvalidHandle, "no notify"},
		"notify, no context":   {func(r *rig) driver.Status { return r.RecordNotify(0, notify(r), 0) }, driver.RTContextNull, "no context"},
		"notifies, none":       {func(r *rig) driver.Status { return r.NotifyBatchReset(nil) }, driver.RTParamInvalid, "num"},
		"count, not counting":  {func(r *rig) driver.Status { return status(r.CountNotifyID(notify(r))) }, driver.RTInvalidHandle, "no notify"},
		"count, record mode":   {func(r *rig) driver.Status { return r.RecordCountNotify(r.ac, count(r), 0, 3, 1) }, driver.RTParamInvalid, "mode 3"},
		"count, wait mode":     {func(r *rig) driver.Status { return r.WaitCountNotify(r.ac, count(r), 0, fakeacl.CountWait{Mode: 5}) }, driver.RTParamInvalid, "mode 5"},
		"value, NULL":          {func(r *rig) driver.Status { return r.ValueWrite(r.ac, 0, 1, 0, 0) }, driver.RTParamInvalid, "NULL"},
		"value, alignment":     {func(r *rig) driver.Status { return r.ValueWrite(r.ac, r.malloc(16)+4, 1, 0, 0) }, driver.RTParamInvalid, "multiple"},
		"value, no allocation": {func(r *rig) driver.Status { return r.ValueWait(r.ac, 64, 1, 0, 0) }, driver.RTParamInvalid, "live allocation"},
		"value, write flag":    {func(r *rig) driver.Status { return r.ValueWrite(r.ac, r.malloc(8), 1, 1, 0) }, driver.RTParamInvalid, "flag"},
		"value, wait flag":     {func(r *rig) driver.Status { return r.ValueWait(r.ac, r.malloc(8), 1, 4, 0) }, driver.RTParamInvalid, "flag"},
		"event, negative": {func(r *rig) driver.Status {
			return r.StreamWaitEventWithTimeout(r.ac, 0, flagged.make(r), -1)
		}, driver.RTParamInvalid, "-1 s"},
		"event id, plain":  {func(r *rig) driver.Status { return status(r.EventID(r.ac, plain.make(r))) }, driver.RTInternalError, "no hardware event"},
		"event id, ex":     {func(r *rig) driver.Status { return status(r.EventID(r.ac, ex.make(r))) }, driver.RTInternalError, "no hardware event"},
		"event id, shared": {func(r *rig) driver.Status { return status(r.EventID(r.ac, r.ex(driver.EventIPC))) }, driver.RTFeatureNotSupport, "flags"},
	})
}

func TestEventID(t *testing.T) {
	r := newRig(t, nil)
	e, other := flagged.make(r), plain.make(r)
	r.record(other, 0)
	id := must[uint32](r)(r.EventID(r.ac, e))
	assert.NotEqual(t, id, must[uint32](r)(r.EventID(r.ac, other)))
	assert.Equal(t, id, must[uint32](r)(r.EventID(r.ac, e)))
}

// The limit of the process is that of waits without one of their own.
func TestWaitTimeoutOfTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		defer r.Close()
		s, e := r.stream(), flagged.make(r)
		r.SetWaitTimeout(3)
		begin := time.Now()
		r.wait(s, e)
		assert.Equal(t, driver.RTWaitTimeout, r.SynchronizeStream(r.ac, s).Code)
		assert.Equal(t, 3*time.Second, time.Since(begin))
	})
	r := newRig(t, nil)
	assert.Equal(t, uint64(2000), r.SetKernelTimeout(1001))
	assert.Equal(t, uint64(2000), r.KernelTimeout())
}

// Work of another device changes memory that a stream waits for, too.
func TestValueWaitSeesOtherDevices(t *testing.T) {
	r := newRig(t, nil)
	peer := r.context(1)
	r.ok(r.DeviceEnablePeerAccess(peer, 0, 0))
	a, w := r.malloc(8), r.stream()
	for i, write := range []func(){
		func() {
			from := r.host(8)
			endian.NativeEndian.PutUint64(from.Bytes(8), 1)
			r.ok(r.MemcpyAsync(peer, driver.OnDevice(a), 8, from, 8, anyWay, 0))
		},
		func() { r.ok(r.MemsetAsync(peer, driver.OnDevice(a), 8, 1, 8, 0)) },
		func() {
			require.NoError(t, r.RegisterKernel("peer_writes", func(c *gokernel.Call) error {
				b, err := c.Memory(a, 8)
				if err == nil {
					endian.NativeEndian.PutUint64(b, 1)
				}
				return err
			}))
			b := must[driver.Binary](r)(r.BinaryLoadFromData(peer, []byte("aclpool-sim 1\npeer_writes\n")))
			f := must[driver.Function](r)(r.BinaryGetFunction(peer, b, "peer_writes"))
			r.ok(r.LaunchKernelWithHostArgs(peer, f, 1, 0, nil))
		},
	} {
		r.ok(r.Memset(r.ac, driver.OnDevice(a), 8, 0, 8))
		r.ok(r.ValueWait(r.ac, a, 1, fakeacl.ValueGreaterOrEqual, w))
		assert.True(t, r.busy(w), i)
		write()
		r.sync(w)
	}
}
