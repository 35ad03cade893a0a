//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simMemcpyAsyncWithOffset
func simMemcpyAsyncWithOffset(ac uintptr, dst *byte, room, dstOffset uint64, src *byte, count, srcOffset uint64, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemcpyAsyncWithOffset(driver.Context(ac), fakeacl.Indirect{
			Dst: place(dst), DstMax: room, DstOffset: dstOffset,
			Src: place(src), Count: count, SrcOffset: srcOffset,
			Kind: driver.MemcpyKind(kind),
		}, driver.Stream(s))
	})
}

//export simSetMemcpyDesc
func simSetMemcpyDesc(ac uintptr, desc *byte, kind int32, src, dst, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DescribeCopy(driver.Context(ac), place(desc), driver.MemcpyKind(kind), driver.Addr(src), driver.Addr(dst), count)
	})
}

//export simMemcpyAsyncWithDesc
func simMemcpyAsyncWithDesc(ac uintptr, desc *byte, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemcpyAsyncWithDesc(driver.Context(ac), place(desc), driver.MemcpyKind(kind), driver.Stream(s))
	})
}

//export simDescriptorSize
func simDescriptorSize() uint64 { return fakeacl.DescriptorSize }

//export simReduceAsync
func simReduceAsync(ac uintptr, dst, src, count uint64, kind, typ int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ReduceAsync(driver.Context(ac), driver.Addr(dst), driver.Addr(src), count, fakeacl.ReduceKind(kind), fakeacl.DataType(typ), driver.Stream(s))
	})
}

//export simCacheOperation
func simCacheOperation(op *C.char, ac uintptr, src, size uint64, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CacheOperation(C.GoString(op), driver.Context(ac), driver.Addr(src), size, kind, driver.Stream(s))
	})
}

//export simCmoSetDesc
func simCmoSetDesc(ac uintptr, desc *byte, src, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DescribeCacheOperation(driver.Context(ac), place(desc), driver.Addr(src), size)
	})
}

//export simCmoAsyncWithDesc
func simCmoAsyncWithDesc(ac uintptr, desc *byte, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CacheOperationWithDesc(driver.Context(ac), place(desc), kind, driver.Stream(s))
	})
}

//export simMemsetWords
func simMemsetWords(ac uintptr, dst *byte, room uint64, v uint32, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemsetWords(driver.Context(ac), place(dst), room, v, count)
	})
}

//export simMemsetWordsAsync
func simMemsetWordsAsync(ac uintptr, dst *byte, room uint64, v uint32, count uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.MemsetWordsAsync(driver.Context(ac), place(dst), room, v, count, driver.Stream(s))
	})
}
