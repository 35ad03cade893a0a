// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"math"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Arg is one argument of a kernel. It is a value of at most 8 bytes.
type Arg struct {
	bits uint64 // little-endian, the first size bytes
	size uint8
	use  use
	dev  *core.Device // of memory, nil if unknown
	room uint64       // bytes of memory, if the device is known
}

// use is what the checks of stream order know of an argument.
type use uint8

const (
	number    use = iota // not memory
	address              // the kernel's use of the memory there is not known
	readWrite            // memory that the kernel may read and write
	readOnly             // memory that the kernel only reads
)

// Ptr passes an address in device memory. What the kernel does with the memory is not known,
// so the checks of package hazard see only whether it is allocated.
func Ptr(p acl.DevicePtr) Arg { return Arg{bits: uint64(p), size: 8, use: address} }

// View passes the address of device memory that the kernel may read and write. A launch fails
// with [acl.ErrInvalid] if the memory is of another device than the kernel.
func View(v acl.View) Arg { return view(v, readWrite) }

// ReadView is [View] of memory that the kernel only reads. It passes the same address. The
// checks of package hazard let kernels on several streams read memory without an order between
// them.
func ReadView(v acl.View) Arg { return view(v, readOnly) }

func view(v acl.View, how use) Arg {
	d := opaque.View(v).Device()
	if d == nil {
		return Arg{}
	}
	return Arg{bits: uint64(opaque.View(v).Addr()), size: 8, use: how, dev: d, room: v.Size()}
}

// Int8 passes an int8_t.
func Int8(v int8) Arg { return Arg{bits: uint64(v), size: 1} }

// Uint8 passes a uint8_t.
func Uint8(v uint8) Arg { return Arg{bits: uint64(v), size: 1} }

// Int16 passes an int16_t.
func Int16(v int16) Arg { return Arg{bits: uint64(v), size: 2} }

// Uint16 passes a uint16_t.
func Uint16(v uint16) Arg { return Arg{bits: uint64(v), size: 2} }

// Int32 passes an int32_t.
func Int32(v int32) Arg { return Arg{bits: uint64(v), size: 4} }

// Uint32 passes a uint32_t.
func Uint32(v uint32) Arg { return Arg{bits: uint64(v), size: 4} }

// Int64 passes an int64_t.
func Int64(v int64) Arg { return Arg{bits: uint64(v), size: 8} }

// Uint64 passes a uint64_t.
func Uint64(v uint64) Arg { return Arg{bits: v, size: 8} }

// Float32 passes a float.
func Float32(v float32) Arg { return Arg{bits: uint64(math.Float32bits(v)), size: 4} }

// Float64 passes a double.
func Float64(v float64) Arg { return Arg{bits: math.Float64bits(v), size: 8} }

// Float16 passes a half.
func Float16(v acl.Float16) Arg { return Arg{bits: uint64(v), size: 2} }

// BFloat16 passes a bfloat16_t.
func BFloat16(v acl.BFloat16) Arg { return Arg{bits: uint64(v), size: 2} }
