// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// faultAt runs a kernel that reads n bytes at an address, and returns the text of its fault.
func (r *rig) faultAt(a driver.Addr, n uint64) string {
	r.t.Helper()
	s := r.stream()
	r.NameStream(s, "reader", false)
	read := r.register(func(c *gokernel.Call) error {
		_, err := c.Memory(driver.Addr(binary.LittleEndian.Uint64(c.Args)), n)
		return err
	})
	r.ok(r.LaunchKernelWithHostArgs(r.ac, read, 1, s, binary.LittleEndian.AppendUint64(nil, uint64(a))))
	st := r.SynchronizeStream(r.ac, s)
	assert.Equal(r.t, driver.RTAICoreException, st.Code)
	assert.Contains(r.t, st.Msg, `stream "reader" of device 0`)
	return st.Msg
}

// The text of a fault says which block was there, and who freed it.
func TestFaultOnFreedMemory(t *testing.T) {
	tests := map[string]struct {
		free func(r *rig) (at driver.Addr, n uint64)
		want string
	}{
		"never allocated": {func(r *rig) (driver.Addr, uint64) {
			return r.alloc(r.pool(8*mib), 1, r.stream()) + driver.Addr(granule), 8
		}, "none is allocated there when this executes"},
		"past the end": {func(r *rig) (driver.Addr, uint64) {
			p := r.pool(8 * mib)
			r.NamePool(p, "kv")
			return r.alloc(p, 1, r.stream()), granule + 1
		}, `they end after the allocation that they begin in, which is 2097152 bytes at 0x[0-9a-f]+ of pool "kv"; the stream`},
		"past the end of plain memory": {func(r *rig) (driver.Addr, uint64) {
			return must[driver.Addr](r)(r.MallocAlign32(r.ac, 4096, 0)) + 64, 4096
		}, "they end after the allocation that they begin in, which is 4096 bytes at 0x[0-9a-f]+ of plain device memory; the stream"},
		"freed": {func(r *rig) (driver.Addr, uint64) {
			p, s := r.pool(8*mib), r.stream()
			r.NamePool(p, "kv")
			r.NameStream(s, "copy", false)
			r.set(p, driver.PoolReleaseThreshold, 8*mib)
			a := r.alloc(p, 2*granule, s)
			r.free(a, s)
			return a + driver.Addr(granule), 8
		}, `the block of 4194304 bytes at 0x[0-9a-f]+ of pool "kv" was freed on stream "copy" of device 0`},
		"freed, by a stream that has closed": {func(r *rig) (driver.Addr, uint64) {
			p, s := r.pool(8*mib), r.stream()
			r.NameStream(s, "gone", false)
			r.set(p, driver.PoolReleaseThreshold, 8*mib)
			a := r.alloc(p, 2*granule, s)
			r.free(a, s)
			r.ok(r.DestroyStream(r.ac, s))
			return a + driver.Addr(granule), 8
		}, `of a pool was freed on stream "gone" of device 0`},
		"freed at a place": {func(r *rig) (driver.Addr, uint64) {
			p, s := r.pool(8*mib), r.stream()
			r.NameStream(s, "copy", false)
			a := r.alloc(p, 2*granule, s)
			r.NoteFree(a, s, "main.go:12 main.run")
			r.free(a, s)
			r.sync(s)
			r.ok(r.MemPoolTrimTo(r.ac, p, 0))
			return a + driver.Addr(granule), 8
		}, `was freed on stream "copy" of device 0, at main.go:12 main.run, and a trim has returned its memory since`},
		"freed twice, by different streams": {func(r *rig) (driver.Addr, uint64) {
			p, first, second := r.pool(8*mib), r.stream(), r.stream()
			r.NameStream(second, "second", false)
			r.set(p, driver.PoolReleaseThreshold, 8*mib)
			a := r.alloc(p, granule, first)
			r.free(a, first)
			a = r.alloc(p, granule, first)
			r.free(a, second)
			return a, 8
		}, `was freed on stream "second" of device 0`},
		"freed later, on another stream than the program's": {func(r *rig) (driver.Addr, uint64) {
			p, s, engine := r.pool(8*mib), r.stream(), r.stream()
			r.NameStream(s, "theirs", false)
			r.set(p, driver.PoolReleaseThreshold, 8*mib)
			a := r.alloc(p, granule, s)
			r.NoteFree(a, s, "main.go:12 main.run")
			r.NoteFree(a, s, "")
			r.free(a, engine)
			return a, 8
		}, `was freed on stream "theirs" of device 0, at main.go:12 main.run`},
		"plain memory": {func(r *rig) (driver.Addr, uint64) {
			a := must[driver.Addr](r)(r.MallocAlign32(r.ac, 4096, 0))
			r.NoteFree(a, 0, "main.go:7 main.run")
			r.ok(r.Free(r.ac, a))
			return a + 64, 8
		}, "the block of 4096 bytes at 0x[0-9a-f]+ of plain device memory was freed, at main.go:7 main.run"},
		"not yet allocated": {func(r *rig) (driver.Addr, uint64) {
			p, s := r.pool(8*mib), r.stream()
			r.NamePool(p, "kv")
			r.NameStream(s, "loader", false)
			r.hold(s)
			for range 50 { // earlier allocations there
				r.free(r.alloc(p, granule, s), s)
			}
			return r.alloc(p, granule, s) + 64, 8
		}, `the allocation there has not executed yet: 2097152 bytes at 0x[0-9a-f]+ of pool "kv", allocated on stream "loader" of device 0: record an event there after the allocation, and wait for it before the access`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			at, n := tt.free(r)
			text := r.faultAt(at, n)
			assert.Regexp(t, tt.want, text)
		})
	}
}
