// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestHostMemoryRefusals(t *testing.T) {
	refuse(t, map[string]refusal{
		"0 bytes":            {func(r *rig) driver.Status { return status(r.MallocHost(r.ac, 0)) }, driver.InvalidParam, "size is 0"},
		"more than the host": {func(r *rig) driver.Status { return status(r.MallocHost(r.ac, 1<<62)) }, driver.RTMemoryAllocation, "4611686018427387904 bytes"},
		"no context":         {func(r *rig) driver.Status { return status(r.MallocHost(0, 1)) }, driver.RTContextNull, "no context"},
		"free NULL":          {func(r *rig) driver.Status { return r.FreeHost(r.ac, driver.Mem{}) }, driver.InvalidParam, "NULL"},
		"free device memory": {func(r *rig) driver.Status { return r.FreeHost(r.ac, driver.OnDevice(r.malloc(1))) }, driver.RTParamInvalid, "device memory"},
		"free Go memory":     {func(r *rig) driver.Status { return r.FreeHost(r.ac, driver.OnHost(make([]byte, 8))) }, driver.RTParamInvalid, "no pinned memory"},
		"free inside":        {func(r *rig) driver.Status { return r.FreeHost(r.ac, r.host(100).Offset(8)) }, driver.RTParamInvalid, "no pinned memory"},
		"free twice": {func(r *rig) driver.Status {
			m := r.host(1)
			r.ok(r.FreeHost(r.ac, m))
			return r.FreeHost(r.ac, m)
		}, driver.RTParamInvalid, "no pinned memory"},
	})
}

func TestHostMemoryIsAlignedAndWritable(t *testing.T) {
	r := newRig(t, nil)
	for _, size := range []uint64{1, 31, 4096, 3*mib + 1} {
		m := r.host(size)
		assert.Zero(t, uintptr(m.Host)%64)
		b := m.Bytes(size)
		b[0], b[size-1] = 1, 2
		r.ok(r.FreeHost(0, m)) // needs no context
	}
}

// A queued copy keeps its memory, so that a free that comes too early harms nobody.
func TestFreedHostMemoryStaysForQueuedCopies(t *testing.T) {
	r := newRig(t, nil)
	s, a, m := r.stream(), r.malloc(64), r.host(64)
	for i := range m.Bytes(64) {
		m.Bytes(64)[i] = 7
	}
	release := r.hold(s)
	r.ok(r.MemcpyAsync(r.ac, driver.OnDevice(a), 64, m, 64, driver.CopyHostToDevice, s))
	r.ok(r.FreeHost(r.ac, m))
	release()
	r.sync(s)
	assert.Equal(t, byte(7), r.read(a, 64)[63])
}

// read copies device memory out, in no stream's order.
func (r *rig) read(a driver.Addr, n uint64) []byte {
	r.t.Helper()
	b := make([]byte, n)
	r.ok(r.Memcpy(r.ac, driver.OnHost(b), n, driver.OnDevice(a), n, driver.CopyDeviceToHost))
	return b
}

// write copies into device memory, in no stream's order.
func (r *rig) write(a driver.Addr, b []byte) {
	r.t.Helper()
	n := uint64(len(b))
	r.ok(r.Memcpy(r.ac, driver.OnDevice(a), n, driver.OnHost(b), n, driver.CopyHostToDevice))
}
