// SPDX-License-Identifier: Apache-2.0

package driver

import "unsafe"

// Mem is a source or destination of a copy: a device address or host memory. At most one
// of the fields is set. The zero Mem is NULL in C.
type Mem struct {
	Addr Addr
	Host unsafe.Pointer
}

// OnDevice returns the Mem of a device address.
func OnDevice(a Addr) Mem { return Mem{Addr: a} }

// OnHost returns the Mem of a slice. The slice must stay reachable while the device uses
// it, so memory allocated by Go may be passed to synchronous calls only.
func OnHost[T any](s []T) Mem { return Mem{Host: unsafe.Pointer(unsafe.SliceData(s))} }

// HostAt returns the Mem of host memory that Go did not allocate, such as memory passed
// in from C.
func HostAt(p *byte) Mem { return Mem{Host: unsafe.Pointer(p)} }

// IsNull reports whether m is the zero Mem.
func (m Mem) IsNull() bool { return m.Addr == 0 && m.Host == nil }

// Offset returns m advanced by n bytes.
func (m Mem) Offset(n uint64) Mem {
	if m.Host != nil {
		return Mem{Host: unsafe.Add(m.Host, n)}
	}
	return Mem{Addr: m.Addr + Addr(n)}
}

// HostAddr returns the address of host memory as a number, which keeps nothing alive. It is 0
// for device memory.
func (m Mem) HostAddr() uint64 { return uint64(uintptr(m.Host)) }

// Bytes returns n bytes of host memory starting at m. It must not be called on device
// memory.
func (m Mem) Bytes(n uint64) []byte { return unsafe.Slice((*byte)(m.Host), n) }

// Slice returns the host memory at m as n elements of T. The memory must be aligned for T;
// memory from MallocHost is aligned for every type.
func Slice[T any](m Mem, n int) []T { return unsafe.Slice((*T)(m.Host), n) }

// BytesOf returns the memory of *v as bytes.
func BytesOf[T any](v *T) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)) }

// SliceBytes returns the memory of s as bytes.
func SliceBytes[T any](s []T) []byte {
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(t))
}
