// SPDX-License-Identifier: Apache-2.0

package driver

import "unsafe"

// Mem names the place that a copy reads or writes: a device address, or host memory.
// Exactly one of the two is set; the zero Mem is the NULL pointer of C.
type Mem struct {
	Addr Addr
	Host unsafe.Pointer
}

// OnDevice names device memory.
func OnDevice(a Addr) Mem { return Mem{Addr: a} }

// OnHost names the memory of a Go slice. The slice must outlive the use that the device
// makes of it, which for Go memory means: synchronous calls only.
func OnHost[T any](s []T) Mem { return Mem{Host: unsafe.Pointer(unsafe.SliceData(s))} }

// HostAt names host memory that is not Go's, such as what C has passed.
func HostAt(p *byte) Mem { return Mem{Host: unsafe.Pointer(p)} }

// IsNull reports whether m names nothing.
func (m Mem) IsNull() bool { return m.Addr == 0 && m.Host == nil }

// Offset names the place n bytes further on.
func (m Mem) Offset(n uint64) Mem {
	if m.Host != nil {
		return Mem{Host: unsafe.Add(m.Host, n)}
	}
	return Mem{Addr: m.Addr + Addr(n)}
}

// Bytes views n bytes of host memory; it must not be called on device memory.
func (m Mem) Bytes(n uint64) []byte { return unsafe.Slice((*byte)(m.Host), n) }

// Slice views host memory as n elements of T. The memory must be aligned for T, which
// what MallocHost answers always is.
func Slice[T any](m Mem, n int) []T { return unsafe.Slice((*T)(m.Host), n) }

// BytesOf views the memory of one value, for reading its layout byte by byte.
func BytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// SliceBytes views the memory of a slice as bytes.
func SliceBytes[T any](s []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(t))
}
