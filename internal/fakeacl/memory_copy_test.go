// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

const anyWay = driver.CopyDefault

func TestCopyRefusals(t *testing.T) {
	goMemory := driver.OnHost(make([]byte, 64))
	refuse(t, map[string]refusal{
		"count above destMax": {func(r *rig) driver.Status {
			return r.Memcpy(r.ac, driver.OnDevice(r.malloc(64)), 63, goMemory, 64, anyWay)
		}, driver.RTParamInvalid, "EE1003: aclrtMemcpy: count 64 is larger than destMax 63"},
		"count above destMax, queued": {func(r *rig) driver.Status {
			return r.MemcpyAsync(r.ac, driver.OnDevice(r.malloc(64)), 63, r.host(64), 64, anyWay, 0)
		}, driver.RTParamInvalid, "count 64 is larger than destMax 63"},
		"no destination":         {func(r *rig) driver.Status { return r.Memcpy(r.ac, driver.Mem{}, 8, goMemory, 8, anyWay) }, driver.InvalidParam, "dst is NULL"},
		"no source":              {func(r *rig) driver.Status { return r.Memcpy(r.ac, goMemory, 8, driver.Mem{}, 8, anyWay) }, driver.InvalidParam, "src is NULL"},
		"no destination, queued": {func(r *rig) driver.Status { return r.MemcpyAsync(r.ac, driver.Mem{}, 8, goMemory, 8, anyWay, 0) }, driver.InvalidParam, "dst is NULL"},
		"inner kind":             {func(r *rig) driver.Status { return r.Memcpy(r.ac, goMemory, 8, goMemory, 8, 6) }, driver.InvalidParam, "kind 6 is unknown"},
		"negative kind":          {func(r *rig) driver.Status { return r.Memcpy(r.ac, goMemory, 8, goMemory, 8, -1) }, driver.InvalidParam, "kind -1"},
		"no context":             {func(r *rig) driver.Status { return r.Memcpy(0, goMemory, 8, goMemory, 8, anyWay) }, driver.RTContextNull, "no context"},
		"garbage":                {func(r *rig) driver.Status { return r.Memcpy(r.ac, driver.OnDevice(12345), 8, goMemory, 8, anyWay) }, driver.RTParamInvalid, "dst: 0x3039 is no device memory"},
		"no address of a device": {func(r *rig) driver.Status { return r.Memcpy(r.ac, driver.OnDevice(1<<63), 8, goMemory, 8, anyWay) }, driver.RTParamInvalid, "no device memory"},
		"past the allocation": {func(r *rig) driver.Status {
			return r.Memcpy(r.ac, goMemory, 64, driver.OnDevice(r.malloc(64)+96), 8, anyWay)
		}, driver.RTParamInvalid, "src: 8 bytes"},
		"across two allocations": {func(r *rig) driver.Status {
			a := r.malloc(64)
			r.malloc(64)
			return r.Memset(r.ac, driver.OnDevice(a), 200, 0, 200)
		}, driver.RTParamInvalid, "200 bytes"},
		"freed memory": {func(r *rig) driver.Status {
			a := r.malloc(64)
			r.ok(r.Free(r.ac, a))
			return r.Memcpy(r.ac, driver.OnDevice(a), 8, goMemory, 8, anyWay)
		}, driver.RTParamInvalid, "not in one live allocation"},
		"freed memory of a pool": {func(r *rig) driver.Status {
			s := r.stream()
			a := r.alloc(r.pool(2*mib), 1, s)
			r.free(a, s)
			return r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, r.host(8), 8, anyWay, s)
		}, driver.RTParamInvalid, "not in one live allocation"},
		"memory of a pool that is not there yet": {func(r *rig) driver.Status {
			s := r.stream()
			r.hold(s)
			return r.Memcpy(r.ac, goMemory, 8, driver.OnDevice(r.alloc(r.pool(2*mib), 1, s)), 8, anyWay)
		}, driver.RTParamInvalid, "the allocation there has not executed yet"},
		"past pinned memory": {func(r *rig) driver.Status {
			return r.MemcpyAsync(r.ac, driver.OnDevice(r.malloc(64)), 64, r.host(8), 64, anyWay, 0)
		}, driver.RTParamInvalid, "src: 64 bytes exceed the pinned memory"},
		"host to host, queued": {func(r *rig) driver.Status {
			return r.MemcpyAsync(r.ac, r.host(8), 8, r.host(8), 8, anyWay, 0)
		}, driver.RTFeatureNotSupport, "host memory"},
		"on a stream of another context": {func(r *rig) driver.Status {
			other := must[driver.Stream](r)(r.CreateStream(r.context(1)))
			return r.MemcpyAsync(r.ac, driver.OnDevice(r.malloc(8)), 8, r.host(8), 8, anyWay, other)
		}, driver.RTStreamContext, "another device"},
		"on a stale stream": {func(r *rig) driver.Status {
			s := r.stream()
			r.ok(r.DestroyStream(r.ac, s))
			return r.MemcpyAsync(r.ac, driver.OnDevice(r.malloc(8)), 8, r.host(8), 8, anyWay, s)
		}, driver.RTInvalidHandle, "no stream"},
		"without peer access": {func(r *rig) driver.Status {
			b := must[driver.Addr](r)(r.Malloc(r.context(1), 8, 0))
			return r.Memcpy(r.ac, driver.OnDevice(b), 8, driver.OnDevice(r.malloc(8)), 8, anyWay)
		}, driver.RTParamInvalid, "memory of device 1, which device 0 may not reach"},
		"peer access the other way": {func(r *rig) driver.Status {
			ac := r.context(1)
			r.ok(r.DeviceEnablePeerAccess(ac, 0, 0))
			b := must[driver.Addr](r)(r.Malloc(ac, 8, 0))
			return r.Memcpy(r.ac, driver.OnDevice(b), 8, driver.OnDevice(r.malloc(8)), 8, anyWay)
		}, driver.RTParamInvalid, "may not reach"},

		"fill nothing":           {func(r *rig) driver.Status { return r.Memset(r.ac, driver.Mem{}, 8, 0, 8) }, driver.InvalidParam, "devPtr is NULL"},
		"fill above maxCount":    {func(r *rig) driver.Status { return r.Memset(r.ac, driver.OnDevice(r.malloc(8)), 7, 0, 8) }, driver.RTParamInvalid, "count 8 is larger than maxCount 7"},
		"fill Go memory":         {func(r *rig) driver.Status { return r.Memset(r.ac, goMemory, 8, 0, 8) }, driver.RTParamInvalid, "not pinned"},
		"fill without a context": {func(r *rig) driver.Status { return r.Memset(0, goMemory, 8, 0, 8) }, driver.RTContextNull, "no context"},
		"fill above, queued":     {func(r *rig) driver.Status { return r.MemsetAsync(r.ac, driver.OnDevice(r.malloc(8)), 7, 0, 8, 0) }, driver.RTParamInvalid, "maxCount 7"},
		"fill on a stream that is none": {func(r *rig) driver.Status {
			return r.MemsetAsync(r.ac, r.host(8), 8, 0, 8, 0x10002)
		}, driver.RTInvalidHandle, "no stream"},

		"0 bytes come before every check":         {func(r *rig) driver.Status { return r.Memcpy(0, driver.Mem{}, 0, driver.Mem{}, 0, 99) }, driver.Success, ""},
		"0 bytes come before every check, queued": {func(r *rig) driver.Status { return r.MemcpyAsync(0, driver.Mem{}, 0, driver.Mem{}, 0, 99, 1) }, driver.Success, ""},
		"fill of 0 bytes":                         {func(r *rig) driver.Status { return r.Memset(0, driver.Mem{}, 0, 0, 0) }, driver.Success, ""},
		"fill of 0 bytes, queued":                 {func(r *rig) driver.Status { return r.MemsetAsync(0, driver.Mem{}, 0, 0, 0, 1) }, driver.Success, ""},
		"same source and destination": {func(r *rig) driver.Status {
			a := driver.OnDevice(r.malloc(8))
			return r.Memcpy(r.ac, a, 8, a, 8, anyWay)
		}, driver.Success, ""},
	})
}

// Data goes through every kind of memory, at once and queued.
func TestCopies(t *testing.T) {
	for name, queued := range map[string]bool{"at once": false, "queued": true} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			const n = 100_000
			s, p := r.stream(), r.pool(4*mib)
			far := r.context(1)
			r.ok(r.DeviceEnablePeerAccess(r.ac, 1, 0))
			in, out := r.host(n), r.host(n)
			for i := range in.Bytes(n) {
				in.Bytes(n)[i] = byte(i * 7)
			}
			way := []driver.Mem{
				in,
				driver.OnDevice(r.malloc(n)),
				driver.OnDevice(r.alloc(p, n, s)),
				driver.OnDevice(must[driver.Addr](r)(r.Malloc(far, n, 0))),
				driver.OnDevice(r.malloc(n)),
				out,
			}
			for i, to := range way[1:] {
				if queued {
					r.ok(r.MemcpyAsync(r.ac, to, n, way[i], n, anyWay, s))
				} else {
					r.ok(r.Memcpy(r.ac, to, n, way[i], n, anyWay))
				}
			}
			r.sync(s)
			assert.True(t, bytes.Equal(in.Bytes(n), out.Bytes(n)))
		})
	}
}

func TestFills(t *testing.T) {
	r := newRig(t, nil)
	s, a, m := r.stream(), r.malloc(100), r.host(8)
	r.ok(r.Memset(r.ac, driver.OnDevice(a), 100, 0x1ff, 100))
	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a+10), 10, 3, 10, s))
	r.ok(r.MemsetAsync(r.ac, m, 8, 5, 8, s))
	r.sync(s)
	want := bytes.Repeat([]byte{0xff}, 100)
	copy(want[10:], bytes.Repeat([]byte{3}, 10))
	assert.Equal(t, want, r.read(a, 100))
	assert.Equal(t, bytes.Repeat([]byte{5}, 8), m.Bytes(8))
}

func TestCopiesAreInStreamOrder(t *testing.T) {
	r := newRig(t, nil)
	s, a, m := r.stream(), r.malloc(8), r.host(8)
	r.write(a, make([]byte, 8))
	release := r.hold(s)
	m.Bytes(8)[0] = 1
	r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, m, 8, anyWay, s))
	assert.Zero(t, r.read(a, 8)[0], "the stream is held")
	m.Bytes(8)[0] = 2 // the copy reads when it executes
	release()
	r.sync(s)
	assert.Equal(t, byte(2), r.read(a, 8)[0])
}

// Ordinary memory makes an asynchronous copy wait for its stream.
func TestAsyncCopyOfOrdinaryMemoryBlocks(t *testing.T) {
	r := newRig(t, nil)
	s, a := r.stream(), r.malloc(8)
	var order []string
	release := r.hold(s)
	r.launch(s, func(*gokernel.Call) error { order = append(order, "kernel"); return nil })
	done := make(chan driver.Status)
	go func() {
		done <- r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, driver.OnHost([]byte("12345678")), 8, anyWay, s)
	}()
	release()
	r.ok(<-done)
	order = append(order, "copy")
	assert.Equal(t, []string{"kernel", "copy"}, order)
	assert.Equal(t, "12345678", string(r.read(a, 8)), "done when the call returns")
}

func TestAsyncCopyOfOrdinaryMemoryOnAFailedStream(t *testing.T) {
	r := newRig(t, nil)
	s, a := r.stream(), r.malloc(8)
	r.breakStream(s)
	st := r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, driver.OnHost(make([]byte, 8)), 8, anyWay, s)
	assert.Equal(t, driver.RTAICoreException, st.Code)
}

// What is enqueued before the free in the same stream still finds the memory there.
func TestFreedInStreamOrderMemoryServesEarlierWork(t *testing.T) {
	r := newRig(t, nil)
	s, p, out := r.stream(), r.pool(2*mib), r.host(4)
	release := r.hold(s)
	a := r.alloc(p, 4, s)
	r.ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 4, 9, 4, s))
	r.ok(r.MemcpyAsync(r.ac, out, 4, driver.OnDevice(a), 4, anyWay, s))
	r.free(a, s)
	release()
	r.sync(s)
	assert.Equal(t, []byte{9, 9, 9, 9}, out.Bytes(4))
}

func TestMemoryThatWentAwayFailsTheStream(t *testing.T) {
	tests := map[string]func(r *rig, s driver.Stream, a driver.Addr) driver.Status{
		"copy": func(r *rig, s driver.Stream, a driver.Addr) driver.Status {
			return r.MemcpyAsync(r.ac, driver.OnDevice(a), 8, r.host(8), 8, anyWay, s)
		},
		"fill": func(r *rig, s driver.Stream, a driver.Addr) driver.Status {
			return r.MemsetAsync(r.ac, driver.OnDevice(a), 8, 0, 8, s)
		},
	}
	for name, use := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s, a := r.stream(), r.malloc(8)
			release := r.hold(s)
			r.ok(use(r, s, a))
			r.ok(r.Free(r.ac, a)) // does not wait
			release()
			st := r.SynchronizeStream(r.ac, s)
			require.Equal(t, driver.RTSysDMA, st.Code)
			assert.Contains(t, st.Msg, "8 bytes at 0x1012")
		})
	}
}

// The kind of a copy is only checked, but for one: an enqueued copy is never from host to host.
func TestEnqueuedCopyOfKindHostToHost(t *testing.T) {
	r := newRig(t, nil)
	dst, src := driver.OnDevice(r.malloc(64)), driver.OnDevice(r.malloc(64))
	st := r.MemcpyAsync(r.ac, dst, 64, src, 64, driver.CopyHostToHost, r.stream())
	assert.Equal(t, driver.RTFeatureNotSupport, st.Code)
	assert.Contains(t, st.Msg, "kind 0")
	r.ok(r.Memcpy(r.ac, dst, 64, src, 64, driver.CopyHostToHost))
}
