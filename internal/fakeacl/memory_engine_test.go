// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	endian "encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Words of 32 bits in device memory.
func (r *rig) words(v ...uint32) driver.Addr {
	r.t.Helper()
	var b []byte
	for _, w := range v {
		b = endian.NativeEndian.AppendUint32(b, w)
	}
	a := r.malloc(uint64(len(b)))
	r.ok(r.Memcpy(r.ac, driver.OnDevice(a), uint64(len(b)), driver.OnHost(b), uint64(len(b)), anyWay))
	return a
}

func (r *rig) word(a driver.Addr) uint32 {
	r.t.Helper()
	b := make([]byte, 4)
	r.ok(r.Memcpy(r.ac, driver.OnHost(b), 4, driver.OnDevice(a), 4, anyWay))
	return endian.NativeEndian.Uint32(b)
}

func TestReduceIntegers(t *testing.T) {
	const all = 0xffff_ffff
	tests := map[string]struct {
		kind      fakeacl.ReduceKind
		typ       fakeacl.DataType
		x, y, sum uint32
	}{
		"int32, sum":     {fakeacl.ReduceSum, fakeacl.Int32, 5, all, 4},
		"int32, wraps":   {fakeacl.ReduceSum, fakeacl.Int32, 1<<31 - 1, 1, 1 << 31},
		"int32, maximum": {fakeacl.ReduceMax, fakeacl.Int32, 5, all, 5},
		"int32, minimum": {fakeacl.ReduceMin, fakeacl.Int32, 5, all, all},
		"int32, equal":   {fakeacl.ReduceEqual, fakeacl.Int32, 5, 5, 1},
		"int32, differ":  {fakeacl.ReduceEqual, fakeacl.Int32, 5, 6, 0},
		"int16, sum":     {fakeacl.ReduceSum, fakeacl.Int16, 0x7fff_0001, 0x0001_ffff, 0x8000_0000},
		"int8, maximum":  {fakeacl.ReduceMax, fakeacl.Int8, 0x7f80_01ff, 0x0001_0000, 0x7f01_0100},
	}
	for name, tt := range tests {
		r := newRig(t, nil)
		dst, src := r.words(tt.x), r.words(tt.y)
		r.ok(r.ReduceAsync(r.ac, dst, src, 4, tt.kind, tt.typ, 0))
		r.sync(0)
		assert.Equal(t, tt.sum, r.word(dst), name)
		assert.Equal(t, tt.y, r.word(src), name)
	}
}

func TestReduceRefusals(t *testing.T) {
	r := newRig(t, func(cfg *fakeacl.Config) { cfg.Product = "Ascend310P3" })
	a := r.words(1)
	assert.Equal(t, driver.RTFeatureNotSupport, r.ReduceAsync(r.ac, a, a, 4, fakeacl.ReduceSum, fakeacl.BFloat16, 0).Code)
	assert.Equal(t, driver.RTParamInvalid, r.ReduceAsync(r.ac, a, a, 0, fakeacl.ReduceSum, fakeacl.Int32, 0).Code)
	assert.Equal(t, driver.RTParamInvalid, r.ReduceAsync(r.ac, a, a, 1<<20, fakeacl.ReduceSum, fakeacl.Int32, 0).Code)
	assert.Equal(t, driver.RTContextNull, r.ReduceAsync(0, a, a, 4, fakeacl.ReduceSum, fakeacl.Int32, 0).Code)
}

// What a reduction writes has to be writable, in virtual memory too.
func TestReduceNeedsAccess(t *testing.T) {
	r := newRig(t, nil)
	a, b := r.mapped(granule), r.words(1)
	reduce := func(dst, src driver.Addr) driver.Code {
		return r.ReduceAsync(r.ac, dst, src, 4, fakeacl.ReduceSum, fakeacl.Int32, 0).Code
	}
	assert.Equal(t, driver.Success, reduce(a, b))
	r.sync(0)
	r.ok(r.MemSetAccess(r.ac, a, granule, []driver.MemAccess{{
		Flags: driver.AccessRead, Location: driver.MemLocation{Type: driver.LocationTypeDevice},
	}}))
	assert.Equal(t, driver.Success, reduce(b, a))
	assert.Equal(t, driver.RTParamInvalid, reduce(a, b))
	r.sync(0)
}

func TestCacheOperations(t *testing.T) {
	r := newRig(t, nil)
	s, a := r.stream(), r.malloc(64)
	v := r.mapped(granule)
	for name, tt := range map[string]struct {
		src  driver.Addr
		size uint64
		want driver.Code
	}{
		"memory":                {a, 64, driver.Success},
		"past its end":          {a, granule + 1, driver.RTParamInvalid},
		"virtual memory":        {v, granule, driver.Success},
		"past a mapping":        {v + 1, granule, driver.RTParamInvalid},
		"nothing mapped":        {r.reserve(granule), 1, driver.RTParamInvalid},
		"no device memory":      {4096, 1, driver.RTParamInvalid},
		"memory of another one": {must[driver.Addr](r)(r.Malloc(r.context(1), 64, 0)), 64, driver.RTParamInvalid},
	} {
		assert.Equal(t, tt.want, r.CacheOperation("aclrtCmoAsync", r.ac, tt.src, tt.size, 0, s).Code, name)
	}
}

// The memory of a task is looked for when it executes, on every executor.
func TestEngineFindsMemoryAtExecution(t *testing.T) {
	for name, held := range map[string]bool{"inline": false, "held": true} {
		r := newRig(t, func(cfg *fakeacl.Config) { cfg.Held = held })
		s, other := r.stream(), r.stream()
		dst, src, addresses := r.words(1), r.words(2), r.malloc(16)
		desc := r.malloc(fakeacl.DescriptorSize)
		r.ok(r.ValueWrite(r.ac, addresses, uint64(dst), 0, s))
		r.ok(r.ValueWrite(r.ac, addresses+8, uint64(src), 0, s))
		r.ok(r.MemcpyAsyncWithOffset(r.ac, fakeacl.Indirect{
			Dst: driver.OnDevice(addresses), Src: driver.OnDevice(addresses + 8), DstMax: 4, Count: 4, Kind: anyWay,
		}, s))
		r.sync(s)
		assert.Equal(t, uint32(2), r.word(dst), name)

		r.ok(r.DescribeCopy(r.ac, driver.OnDevice(desc), driver.CopyDeviceToDevice, src, dst, 4))
		gate := r.malloc(8)
		r.ok(r.Memset(r.ac, driver.OnDevice(gate), 8, 0, 8))
		r.ok(r.ValueWait(r.ac, gate, 1, fakeacl.ValueEqual, other))
		r.ok(r.MemcpyAsyncWithDesc(r.ac, driver.OnDevice(desc), driver.CopyDeviceToDevice, other))
		r.ok(r.Free(r.ac, src))
		r.ok(r.ValueWrite(r.ac, gate, 1, 0, s))
		assert.Equal(t, driver.RTSysDMA, r.SynchronizeStream(r.ac, other).Code, name)
	}
}

func TestLabelsEndWithTheContext(t *testing.T) {
	r := newRig(t, nil)
	c := must[driver.Context](r)(r.CreateContext(0))
	l := must[fakeacl.Label](r)(r.CreateLabel(c))
	list := must[fakeacl.LabelList](r)(r.CreateLabelList(c, []fakeacl.Label{l}))
	assert.Equal(t, driver.RTLabelContext, r.DestroyLabel(r.ac, l).Code)
	r.ok(r.DestroyContext(c))
	assert.Equal(t, driver.RTInvalidHandle, r.DestroyLabel(r.ac, l).Code)
	assert.Equal(t, driver.RTInvalidHandle, r.DestroyLabelList(list).Code)
}

func TestMemsetWords(t *testing.T) {
	r := newRig(t, nil)
	a := r.words(1, 2, 3, 4)
	r.ok(r.MemsetWords(r.ac, driver.OnDevice(a), 16, 0xdeadbeef, 1))
	r.ok(r.MemsetWordsAsync(r.ac, driver.OnDevice(a+8), 8, 7, 2, 0))
	r.ok(r.MemsetWordsAsync(r.ac, driver.OnDevice(a), 16, 7, 0, 0))
	r.sync(0)
	for i, want := range []uint32{0xdeadbeef, 2, 7, 7} {
		assert.Equal(t, want, r.word(a+driver.Addr(4*i)))
	}
	assert.Equal(t, driver.RTParamInvalid, r.MemsetWords(r.ac, driver.OnDevice(a), 15, 1, 4).Code)
	assert.Equal(t, driver.RTParamInvalid, r.MemsetWordsAsync(r.ac, driver.OnDevice(a+1), 15, 1, 1, 0).Code)
	assert.Equal(t, driver.InvalidParam, r.MemsetWords(r.ac, driver.Mem{}, 16, 1, 4).Code)
	assert.Equal(t, driver.RTParamInvalid, r.MemsetWords(r.ac, driver.OnDevice(a), 1<<20, 1, 1<<10).Code, "outside of the allocation")
}
