// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"
	"math"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/halffloat"
)

// DataType is aclDataType, as far as reductions know it.
type DataType int32

const (
	Float32  DataType = 0  // ACL_FLOAT
	Float16  DataType = 1  // ACL_FLOAT16
	Int8     DataType = 2  // ACL_INT8
	Int32    DataType = 3  // ACL_INT32
	Int16    DataType = 6  // ACL_INT16
	BFloat16 DataType = 27 // ACL_BF16
)

// ReduceKind is aclrtReduceKind.
type ReduceKind int32

const (
	ReduceSum   ReduceKind = 10 // ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM
	ReduceMax   ReduceKind = 11 // ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX
	ReduceMin   ReduceKind = 12 // ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN
	ReduceEqual ReduceKind = 13 // ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL
)

// arithmetic is what elements are converted to. A float64 and an int64 hold every value and every
// sum of two.
type arithmetic interface{ ~int64 | ~float64 }

// combine returns the outcome for two elements. Equal elements give 1 and others 0.
func combine[T arithmetic](kind ReduceKind, x, y T) T {
	switch kind {
	case ReduceSum:
		return x + y
	case ReduceMax:
		return max(x, y)
	case ReduceMin:
		return min(x, y)
	default:
		if x == y {
			return 1
		}
		return 0
	}
}

// element is how an element of a type is read and written.
type element struct {
	size   int
	reduce func(kind ReduceKind, dst, src []byte)
}

// elements are the types of reductions. Sums of whole numbers wrap around; those of floats are
// rounded to the nearest number.
var elements = map[DataType]element{
	Float32: {4, func(k ReduceKind, dst, src []byte) {
		v := combine(k, float64(math.Float32frombits(endian.NativeEndian.Uint32(dst))), float64(math.Float32frombits(endian.NativeEndian.Uint32(src))))
		endian.NativeEndian.PutUint32(dst, math.Float32bits(float32(v)))
	}},
	Float16: {2, func(k ReduceKind, dst, src []byte) {
		v := combine(k, float64(halffloat.FromBits(endian.NativeEndian.Uint16(dst))), float64(halffloat.FromBits(endian.NativeEndian.Uint16(src))))
		endian.NativeEndian.PutUint16(dst, halffloat.Bits(float32(v)))
	}},
	BFloat16: {2, func(k ReduceKind, dst, src []byte) {
		v := combine(k, float64(halffloat.FromBrain(endian.NativeEndian.Uint16(dst))), float64(halffloat.FromBrain(endian.NativeEndian.Uint16(src))))
		endian.NativeEndian.PutUint16(dst, halffloat.Brain(float32(v)))
	}},
	Int8: {1, func(k ReduceKind, dst, src []byte) {
		dst[0] = byte(combine(k, int64(int8(dst[0])), int64(int8(src[0]))))
	}},
	Int16: {2, func(k ReduceKind, dst, src []byte) {
		v := combine(k, int64(int16(endian.NativeEndian.Uint16(dst))), int64(int16(endian.NativeEndian.Uint16(src))))
		endian.NativeEndian.PutUint16(dst, uint16(v))
	}},
	Int32: {4, func(k ReduceKind, dst, src []byte) {
		v := combine(k, int64(int32(endian.NativeEndian.Uint32(dst))), int64(int32(endian.NativeEndian.Uint32(src))))
		endian.NativeEndian.PutUint32(dst, uint32(v))
	}},
}

// ReduceAsync calls aclrtReduceAsync: dst[i] = dst[i] op src[i] for count bytes of device memory.
func (m *Machine) ReduceAsync(ac driver.Context, dst, src driver.Addr, count uint64, kind ReduceKind, typ DataType, h driver.Stream) driver.Status {
	const op = "aclrtReduceAsync"
	e, known := elements[typ]
	switch {
	case dst == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "dst is NULL")
	case src == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "src is NULL")
	case kind < ReduceSum || kind > ReduceEqual:
		return fail(driver.RTParamInvalid, badArgument, op, "kind %d is unknown: want %d to %d", kind, ReduceSum, ReduceEqual)
	case !known:
		return fail(driver.RTParamInvalid, badArgument, op, "no reduction has data type %d", typ)
	case typ == BFloat16 && !m.figures().bfloat16:
		return fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no bfloat16", m.cfg.Product)
	case count == 0 || count%uint64(e.size) != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "count is %d bytes: want a multiple of %d", count, e.size)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	to, st := m.target(op, "dst", c, driver.OnDevice(dst), count)
	if st.OK() {
		var from operand
		from, st = m.operand(op, "src", c, driver.OnDevice(src), count)
		m.pinned.unpin(from)
	}
	m.pinned.unpin(to) // the engine looks for both again
	c.device.mu.Unlock()
	if !st.OK() {
		return st
	}
	return m.enqueueEngineWork(op, ac, h, func(engine *engine) error {
		from, err := engine.read(src, count)
		if err != nil {
			return err
		}
		to, err := engine.bytes(dst, count)
		if err != nil {
			return err
		}
		for i := 0; i < len(to); i += e.size {
			e.reduce(kind, to[i:], from[i:])
		}
		return nil
	})
}
