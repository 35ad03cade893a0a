// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"reflect"

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
	args  []byte
	exact bool // args is what the launch passed and no more
	off   int
	read  int          // arguments
	first reflect.Type // of the first argument
	err   error
}

// ReadArg reads one argument of any element type, see Elements in the comment of package acl.
// A struct is one argument, with Go's layout, as kernel.Struct lays out a field that is a
// struct. [ReadStruct] reads the arguments that kernel.Struct makes of a whole struct.
func ReadArg[T any](a *ArgReader) T {
	var v T
	if a == nil || a.err != nil {
		return v
	}
	if err := element.Check[T](); err != nil {
		a.err = fmt.Errorf("sim: argument %d: %w", a.read, err)
		return v
	}
	if a.read == 0 {
		a.first = reflect.TypeFor[T]()
	}
	a.next(driver.BytesOf(&v))
	return v
}

// next reads an argument into v. It returns false if it is not there.
func (a *ArgReader) next(v []byte) bool {
	start := aligned(a.off)
	if start > len(a.args) || len(v) > len(a.args)-start {
		a.err = fmt.Errorf("sim: argument %d is %d bytes at offset %d, but the launch passed %d bytes: %w",
			a.read, len(v), start, len(a.args), acl.ErrInvalid)
		return false
	}
	copy(v, a.args[start:])
	a.off = start + len(v)
	a.read++
	return true
}

// aligned returns where the argument after one that ends at off begins.
func aligned(off int) int { return (off + argAlign - 1) / argAlign * argAlign }

// Err returns why an argument could not be read, [acl.ErrInvalid], or nil. It is also
// [acl.ErrInvalid] that ReadArg read the only argument as a struct and the launch passed as
// many bytes as kernel.Struct makes of this struct, which are more: [ReadStruct] reads them.
// Other bytes that are left unread are no error.
func (a *ArgReader) Err() error {
	if a == nil {
		return fmt.Errorf("sim: no arguments: %w", acl.ErrInvalid)
	}
	if a.err == nil && a.readsLayoutOfStruct() {
		return fmt.Errorf("sim: ReadArg read %d bytes as one argument %s, but the launch passed %d bytes, as kernel.Struct lays it out: use ReadStruct: %w",
			a.off, a.first, len(a.args), acl.ErrInvalid)
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
