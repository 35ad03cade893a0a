// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
)

// argAlign is the distance of arguments: each begins at the next multiple of it.
const argAlign = 8

// ArgReader reads the arguments of a launch one by one, in the order and of the types that the
// kernel declares, as package kernel lays them out: each at the next multiple of eight
// bytes. The first argument that is not there makes this and all later ones zero; ask for
// [ArgReader.Err] once, after the last.
type ArgReader struct {
	args []byte
	off  int
	read int
	err  error
}

// ReadArg reads an argument of any element type, such as a struct that was passed by value.
// See Elements in the comment of package acl.
func ReadArg[T any](a *ArgReader) T {
	var v T
	if a == nil || a.err != nil {
		return v
	}
	if err := element.Check[T](); err != nil {
		a.err = fmt.Errorf("sim: argument %d: %w", a.read, err)
		return v
	}
	start := (a.off + argAlign - 1) / argAlign * argAlign
	size := int(element.Size[T]())
	if start > len(a.args) || size > len(a.args)-start {
		a.err = fmt.Errorf("sim: argument %d is %d bytes at offset %d, but the launch passed %d bytes: %w",
			a.read, size, start, len(a.args), acl.ErrInvalid)
		return v
	}
	copy(driver.BytesOf(&v), a.args[start:])
	a.off = start + size
	a.read++
	return v
}

// Err returns why an argument could not be read, [acl.ErrInvalid], or nil.
func (a *ArgReader) Err() error {
	if a == nil {
		return fmt.Errorf("sim: no arguments: %w", acl.ErrInvalid)
	}
	return a.err
}

// Ptr reads an address in device memory.
func (a *ArgReader) Ptr() acl.DevicePtr { return ReadArg[acl.DevicePtr](a) }

// Int32 reads a number of 32 bits.
func (a *ArgReader) Int32() int32 { return ReadArg[int32](a) }

// Int64 reads a number of 64 bits.
func (a *ArgReader) Int64() int64 { return ReadArg[int64](a) }

// Uint32 reads a number of 32 bits without sign.
func (a *ArgReader) Uint32() uint32 { return ReadArg[uint32](a) }

// Uint64 reads a number of 64 bits without sign.
func (a *ArgReader) Uint64() uint64 { return ReadArg[uint64](a) }

// Float32 reads a number of 32 bits.
func (a *ArgReader) Float32() float32 { return ReadArg[float32](a) }

// Float64 reads a number of 64 bits.
func (a *ArgReader) Float64() float64 { return ReadArg[float64](a) }
