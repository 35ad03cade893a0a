// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Calls on a hot path allocate nothing on the Go heap, and neither does their execution.
func TestHotPathsAllocateNothing(t *testing.T) {
	r := newRig(t, nil)
	s, w, p := r.stream(), r.stream(), r.pool(16*mib)
	block, pinned := r.malloc(4096), r.host(4096)
	f := r.register(func(c *gokernel.Call) error { _, err := c.Memory(block, 64); return err })
	args, reset := make([]byte, 48), flagged.make(r)
	batch := make([]driver.BatchOp, 4)
	tests := map[string]func(){
		"MallocAsync and FreeAsync": func() {
			a, _ := r.MallocAsync(r.ac, p, 1, s)
			r.FreeAsync(r.ac, a, s)
		},
		"MemPoolBatch": func() {
			batch[0].SetMalloc(1, s)
			batch[1].SetFreeOf(0, s)
			batch[2].SetMalloc(1, s)
			batch[3].SetFreeOf(2, s)
			r.MemPoolBatch(r.ac, p, batch)
		},
		"MemcpyAsync": func() {
			r.MemcpyAsync(r.ac, driver.OnDevice(block), 4096, pinned, 4096, anyWay, s)
			r.MemcpyAsync(r.ac, pinned, 4096, driver.OnDevice(block), 4096, anyWay, s)
		},
		"MemsetAsync":              func() { r.MemsetAsync(r.ac, driver.OnDevice(block), 4096, 0, 4096, s) },
		"LaunchKernel":             func() { r.LaunchKernel(r.ac, f, 2, block, 48, s) },
		"LaunchKernelWithHostArgs": func() { r.LaunchKernelWithHostArgs(r.ac, f, 2, s, args) },
		"StreamQuery":              func() { r.StreamQuery(r.ac, s) },
		"ResetEvent": func() { // on one stream, since a reset on another could come too late
			r.RecordEvent(r.ac, reset, w)
			r.StreamWaitEvent(r.ac, w, reset)
			r.ResetEvent(r.ac, reset, w)
		},
	}
	for _, kind := range kinds {
		e := kind.make(r)
		tests["RecordEvent and StreamWaitEvent, "+kind.name] = func() {
			r.RecordEvent(r.ac, e, s)
			r.StreamWaitEvent(r.ac, w, e)
			r.QueryEventStatus(r.ac, e)
		}
	}
	all := func() {
		for _, call := range tests {
			call()
		}
	}
	for range 500 {
		all() // every ring and list grows to its size
	}
	r.sync(s)
	r.sync(w)
	for name, call := range tests {
		assert.Zero(t, testing.AllocsPerRun(100, call), name)
	}
	release := r.hold(s)
	for range 500 {
		all()
	}
	release()
	r.sync(s)
	r.sync(w)
	release = r.hold(s)
	for name, call := range tests {
		assert.Zero(t, testing.AllocsPerRun(100, call), "%s, when the stream is held", name)
	}
	release()
	r.sync(s)
	r.sync(w)
}

func BenchmarkMallocFree(b *testing.B) {
	r := newRig(b, nil)
	s, p := r.stream(), r.pool(16*mib)
	b.ReportAllocs()
	for b.Loop() {
		a, _ := r.MallocAsync(r.ac, p, 1, s)
		r.FreeAsync(r.ac, a, s)
	}
}

func BenchmarkLaunch(b *testing.B) {
	r := newRig(b, nil)
	s, f := r.stream(), r.register(nothing)
	args := make([]byte, 48)
	b.ReportAllocs()
	for b.Loop() {
		r.LaunchKernelWithHostArgs(r.ac, f, 1, s, args)
	}
	r.sync(s)
}
