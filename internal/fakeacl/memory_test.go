// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// B23: a plain free of pool memory is refused, and the pool goes on.
func TestPlainFreeOfPoolMemory(t *testing.T) {
	r := newRig(t, func(c *fakeacl.Config) { c.Memory = 64 << 30 })
	s, p := r.stream(), r.pool(32<<30)
	a := r.alloc(p, 8<<30, s)
	st := r.Free(r.ac, a)
	assert.Equal(t, driver.RTParamInvalid, st.Code)
	assert.Contains(t, st.Msg, "memory of a pool: free it with aclrtMemPoolFreeAsync")
	b := r.alloc(p, 8<<30, s)
	assert.NotEqual(t, a, b)
	assert.Equal(t, uint64(16<<30), r.attr(p, driver.PoolUsed))
	assert.Equal(t, uint64(16<<30), r.attr(p, driver.PoolReserved))
	r.free(a, s)
	r.free(b, s)
	r.sync(s)
	r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	assert.Zero(t, r.attr(p, driver.PoolReserved))
}

func TestMemoryRefusals(t *testing.T) {
	const policy = driver.MallocHugeFirst
	refuse(t, map[string]refusal{
		"0 bytes":                 {func(r *rig) driver.Status { return status(r.Malloc(r.ac, 0, policy)) }, driver.InvalidParam, "size is 0"},
		"0 bytes, unpadded":       {func(r *rig) driver.Status { return status(r.MallocAlign32(r.ac, 0, policy)) }, driver.InvalidParam, "size is 0"},
		"more than there is":      {func(r *rig) driver.Status { return status(r.Malloc(r.ac, 64*mib, policy)) }, driver.RTMemoryAllocation, "67108864 bytes do not fit: device 0 has 67108864 of 67108864"},
		"near 2^64":               {func(r *rig) driver.Status { return status(r.Malloc(r.ac, math.MaxUint64, policy)) }, driver.InvalidParam, "exceeds 64 bits"},
		"no context":              {func(r *rig) driver.Status { return status(r.Malloc(0, 1, policy)) }, driver.RTContextNull, "no context"},
		"free NULL":               {func(r *rig) driver.Status { return r.Free(r.ac, 0) }, driver.InvalidParam, "NULL"},
		"free garbage":            {func(r *rig) driver.Status { return r.Free(r.ac, 1<<63) }, driver.RTParamInvalid, "no device memory"},
		"free a host address":     {func(r *rig) driver.Status { return r.Free(r.ac, 0xc000010000) }, driver.RTParamInvalid, "is no device memory"},
		"free inside":             {func(r *rig) driver.Status { return r.Free(r.ac, r.malloc(100)+64) }, driver.RTParamInvalid, "no allocation"},
		"free in a stale context": {func(r *rig) driver.Status { return r.Free(r.ac+1<<20, r.malloc(1)) }, driver.RTContextNull, "no context"},
		"free twice": {func(r *rig) driver.Status {
			a := r.malloc(1)
			r.ok(r.Free(r.ac, a))
			return r.Free(r.ac, a)
		}, driver.RTParamInvalid, "no allocation"},
		"free memory of a pool": {func(r *rig) driver.Status {
			return r.Free(r.ac, r.alloc(r.pool(2*mib), 1, r.stream()))
		}, driver.RTParamInvalid, "memory of a pool"},
	})
}

func TestMallocSizes(t *testing.T) {
	r := newRig(t, nil)
	tests := map[string]struct {
		malloc func(driver.Context, uint64, driver.MallocPolicy) (driver.Addr, driver.Status)
		size   uint64
		takes  uint64
	}{
		"1 byte":              {r.Malloc, 1, 64},
		"32 bytes":            {r.Malloc, 32, 64},
		"33 bytes":            {r.Malloc, 33, 96},
		"1 byte, unpadded":    {r.MallocAlign32, 1, 32},
		"33 bytes, unpadded":  {r.MallocAlign32, 33, 64},
		"all of it, unpadded": {r.MallocAlign32, 64 * mib, 64 * mib},
		"nearly all of it":    {r.Malloc, 64*mib - 32, 64 * mib},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a, st := tt.malloc(r.ac, tt.size, 99) // unknown policies are no error
			require.True(t, st.OK(), st.Msg)
			assert.Zero(t, a%64)
			free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
			assert.Equal(t, tt.takes, total-free)
			r.ok(r.Free(0, a)) // needs no context
			free, total, _ = r.MemInfo(r.ac, driver.MemHBM)
			assert.Equal(t, total, free)
		})
	}
}

func TestPoolsAndPlainMemoryShareTheDevice(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(64*mib)
	plain := r.malloc(mib)
	a := r.alloc(p, 60*mib, s)
	assert.Equal(t, driver.RTMemoryAllocation, status(r.MallocAsync(r.ac, p, 4*mib, s)).Code, "the pool has room, the device has not")
	assert.Equal(t, driver.RTMemoryAllocation, status(r.Malloc(r.ac, 4*mib, 0)).Code)
	r.ok(r.Free(r.ac, plain))
	b := r.alloc(p, 4*mib, s)
	free, _, _ := r.MemInfo(r.ac, driver.MemHBM)
	assert.Zero(t, free)
	r.free(a, s)
	r.free(b, s)
	free, _, _ = r.MemInfo(r.ac, driver.MemHBM)
	assert.Zero(t, free, "cached memory is not free")
	r.sync(s)
	free, _, _ = r.MemInfo(r.ac, driver.MemHBM)
	assert.EqualValues(t, 64*mib, free)
}

func TestDestroyedPoolGivesItsMemoryBack(t *testing.T) {
	r := newRig(t, nil)
	p := r.pool(64 * mib)
	r.alloc(p, 64*mib, r.stream())
	r.ok(r.MemPoolDestroy(r.ac, p))
	free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
	assert.Equal(t, total, free)
}

// Blocks never overlap, keep their contents, and the memory is whole again at the end.
func TestHeapProperties(t *testing.T) {
	r := newRig(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		type block struct {
			size uint64
			fill byte
		}
		live := map[driver.Addr]block{}
		var order []driver.Addr
		check := func(a driver.Addr) {
			b := live[a]
			got := make([]byte, b.size)
			r.ok(r.Memcpy(r.ac, driver.OnHost(got), b.size, driver.OnDevice(a), b.size, driver.CopyDeviceToHost))
			for _, v := range got {
				if v != b.fill {
					t.Fatalf("block %#x of %d bytes holds %d, want %d", a, b.size, v, b.fill)
				}
			}
		}
		remove := func(i int) {
			a := order[i]
			check(a)
			r.ok(r.Free(r.ac, a))
			delete(live, a)
			order = append(order[:i], order[i+1:]...)
		}
		t.Repeat(map[string]func(*rapid.T){
			"malloc": func(t *rapid.T) {
				b := block{rapid.Uint64Range(1, 20000).Draw(t, "size"), rapid.Byte().Draw(t, "fill")}
				a, st := r.Malloc(r.ac, b.size, 0)
				r.ok(st)
				r.ok(r.Memset(r.ac, driver.OnDevice(a), b.size, int32(b.fill), b.size))
				live[a] = b
				order = append(order, a)
			},
			"free": func(t *rapid.T) {
				if len(order) > 0 {
					remove(rapid.IntRange(0, len(order)-1).Draw(t, "which"))
				}
			},
		})
		for len(order) > 0 {
			remove(0)
		}
		free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
		if free != total {
			t.Fatalf("%d of %d bytes free at the end", free, total)
		}
		all, st := r.MallocAlign32(r.ac, total, 0)
		if !st.OK() {
			t.Fatalf("gaps have not joined: %s", st.Msg)
		}
		r.ok(r.Free(r.ac, all))
	})
}

// The acl layer refuses sizes that exceed 64 bits when they are rounded up.
func TestMallocOfAllBits(t *testing.T) {
	r := newRig(t, nil)
	for size, want := range map[uint64]driver.Code{
		1<<64 - 1: driver.InvalidParam, 1<<64 - 64: driver.InvalidParam,
		1<<64 - 65: driver.RTMemoryAllocation, 1 << 62: driver.RTMemoryAllocation,
	} {
		_, st := r.Malloc(r.ac, size, driver.MallocHugeFirst)
		assert.Equal(t, want, st.Code, "%d", size)
	}
}
