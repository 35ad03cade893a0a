// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"fmt"
	"math/bits"
	"reflect"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// Call is one block of one launch, as its kernel sees it. It is valid until the kernel
// returns, and belongs to the goroutine that runs the kernel. The zero Call has no
// arguments and no device.
type Call struct {
	Name   string // of the kernel
	Block  int    // number of this block, from 0
	Blocks int    // number of blocks of the launch

	args   []byte
	exact  bool // args is what the launch passed and no more
	reader ArgReader
	device device
}

// device is what a running kernel asks of its device, which is one in Go or behind C.
type device interface {
	Memory(a driver.Addr, size uint64) ([]byte, error)
	Done() <-chan struct{}
}

// Args starts to read the arguments of the launch, from the first one on. A Call has one
// reader: asking for it again begins anew.
func (c *Call) Args() *ArgReader {
	if c == nil {
		return new(ArgReader)
	}
	c.reader = ArgReader{args: c.args, exact: c.exact}
	return &c.reader
}

// Done returns a channel that closes when the device gives up on the kernel: its stream
// is aborted or destroyed by force, or its machine closes. What the kernel returns then
// counts for nothing.
func (c *Call) Done() <-chan struct{} {
	if c.ended() {
		return closed
	}
	return c.device.Done()
}

// ended reports whether no kernel runs on the Call.
func (c *Call) ended() bool { return c == nil || c.device == nil }

// closed is what Done returns when there is nothing to wait for.
var closed = func() <-chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}()

// Bytes returns size bytes of device memory from ptr on, for reading and writing until
// the kernel returns. A range that is not all in one allocation is [acl.ErrInvalid].
func (c *Call) Bytes(ptr acl.DevicePtr, size uint64) ([]byte, error) {
	return c.bytes(ptr, size, false)
}

// bytes returns device memory, which the kernel may only read if reads is set.
func (c *Call) bytes(ptr acl.DevicePtr, size uint64, reads bool) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	if c.ended() {
		return nil, fmt.Errorf("sim: %d bytes at %#x: no kernel runs on this Call: %w", size, uint64(ptr), acl.ErrInvalid)
	}
	get := c.device.Memory
	if r, ok := c.device.(gokernel.Reader); ok && reads {
		get = r.ReadMemory
	}
	b, err := get(driver.Addr(ptr), size)
	if err != nil {
		return nil, fmt.Errorf("sim: %w: %w", err, acl.ErrInvalid) // it says how much of what
	}
	return b, nil
}

// Slice returns n elements of device memory from ptr on, for reading and writing until
// the kernel returns. T must be an element type, see Elements in the comment of package
// acl. A negative n, an address that is not aligned for T, and a range that is not all in
// one allocation are [acl.ErrInvalid].
func Slice[T any](c *Call, ptr acl.DevicePtr, n int) ([]T, error) {
	return slice[T](c, ptr, n, false)
}

// ReadSlice is [Slice] for elements that the kernel only reads, as it must if it gets them by
// kernel.ReadView or ReadArg. If hazards are reported, elements that are not the same at the
// end of the kernel are one, see package hazard.
func ReadSlice[T any](c *Call, ptr acl.DevicePtr, n int) ([]T, error) {
	return slice[T](c, ptr, n, true)
}

func slice[T any](c *Call, ptr acl.DevicePtr, n int, reads bool) ([]T, error) {
	if err := element.Check[T](); err != nil {
		return nil, fmt.Errorf("sim: elements at %#x: %w", uint64(ptr), err)
	}
	if n < 0 {
		return nil, fmt.Errorf("sim: %d elements at %#x: want 0 or more: %w", n, uint64(ptr), acl.ErrInvalid)
	}
	if n == 0 {
		return nil, nil
	}
	over, size := bits.Mul64(uint64(n), element.Size[T]())
	if over != 0 {
		return nil, fmt.Errorf("sim: %d elements of %d bytes: the size does not fit 64 bits: %w", n, element.Size[T](), acl.ErrInvalid)
	}
	if align := uint64(reflect.TypeFor[T]().Align()); uint64(ptr)%align != 0 {
		return nil, fmt.Errorf("sim: elements at %#x: want a multiple of %d: %w", uint64(ptr), align, acl.ErrInvalid)
	}
	b, err := c.bytes(ptr, size, reads)
	if err != nil {
		return nil, err
	}
	return driver.Slice[T](driver.OnHost(b), n), nil
}
