// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"encoding/binary"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
)

// MaxArgs is the most bytes that an [ArgList] holds. Larger blocks of arguments go
// through device memory with [Function.LaunchWithDeviceArgs].
const MaxArgs = 512

// align is the distance of arguments: ACL puts each at the next multiple of it.
const align = 8

// ArgList is a block of laid out arguments. It is a value: it can be copied and used for
// any number of launches. The zero ArgList has no arguments.
type ArgList struct {
	block [MaxArgs]byte
	size  int
	dev   *core.Device // of the memory among the arguments, nil if unknown
	err   error        // of laying out; Launch returns it

	addresses uint64 // bit i is set if argument i is an address whose memory has no size
	memory    views
}

// Args lays out single values, each at the next multiple of 8 bytes. More than [MaxArgs]
// bytes, and a zero Arg, are an error of the launch.
//
// Source: aclrtKernelArgsAppend, acl_rt.h.
func Args(args ...Arg) ArgList {
	var l ArgList
	for i := range args {
		l.append(i, &args[i])
	}
	return l
}

func (l *ArgList) append(i int, a *Arg) {
	switch {
	case l.err != nil:
	case a.size == 0:
		l.err = fmt.Errorf("argument %d is the zero Arg: %w", i, acl.ErrInvalid)
	case l.size+align > MaxArgs:
		l.err = tooMany(l.size + align)
	case a.dev != nil && l.dev != nil && !a.dev.Same(l.dev):
		l.err = fmt.Errorf("argument %d is memory of %s, one before of %s: %w", i, a.dev, l.dev, acl.ErrInvalid)
	default:
		v := a.bits
		if a.size < align {
			v &= 1<<(8*a.size) - 1
		}
		binary.LittleEndian.PutUint64(l.block[l.size:], v)
		if a.dev != nil {
			l.dev = a.dev
		}
		l.noteUse(a)
		l.size += align
	}
}

func tooMany(size int) error {
	return fmt.Errorf("%d bytes of arguments or more: an ArgList holds %d; put them into device memory and use LaunchWithDeviceArgs: %w", size, MaxArgs, acl.ErrInvalid)
}

// Size returns the size of the block in bytes, a multiple of 8.
func (l ArgList) Size() int { return l.size }

// Bytes returns a copy of the block.
func (l ArgList) Bytes() []byte { return append([]byte(nil), l.block[:l.size]...) }

// CopyTo copies the block to dst, as far as there is room, and returns the number of bytes
// copied.
func (l ArgList) CopyTo(dst []byte) int { return copy(dst, l.block[:l.size]) }

// check fails when the arguments cannot be launched with f.
func (l *ArgList) check(f *Function) error {
	switch {
	case l.err != nil:
		return l.err
	case l.dev != nil && !l.dev.Same(f.bin.dev):
		return fmt.Errorf("the kernel is of %s, memory among its arguments of %s: %w", f.bin.dev, l.dev, acl.ErrInvalid)
	}
	return nil
}
