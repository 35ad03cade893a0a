// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"errors"
	"fmt"
	"math"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// Function is one kernel of a binary. It needs no Close: it lives as long as the binary.
// Its methods are safe for concurrent use.
type Function struct {
	bin    *loaded
	name   string
	call   string // a launch, as a violation of stream order names it
	handle driver.Function
}

// Function finds a kernel by its name in the symbol table of the binary. No such name is
// [acl.ErrInvalid].
//
// Source: aclrtBinaryGetFunction, acl_rt.h.
func (b *Binary) Function(name string) (*Function, error) {
	f, err := b.inner.function(name)
	if err != nil {
		return nil, fmt.Errorf("kernel: function %q of %q: %w", name, b.inner.name, err)
	}
	return f, nil
}

func (b *loaded) function(name string) (*Function, error) {
	if name == "" {
		return nil, fmt.Errorf("no name: %w", acl.ErrInvalid)
	}
	if err := b.uses.Node.Enter(); err != nil {
		return nil, err
	}
	defer b.uses.Node.Leave()
	h, st := b.dev.Driver.BinaryGetFunction(b.dev.Context, b.handle, name)
	if err := aclerr.Of("aclrtBinaryGetFunction", st); err != nil {
		return nil, err
	}
	return &Function{b, name, fmt.Sprintf("kernel %q", name), h}, nil
}

// Name returns the name of the kernel.
func (f *Function) Name() string { return f.name }

// Launch enqueues a run of the kernel on the given number of blocks. The arguments are
// copied during the call. No stream, a stream of another device, fewer blocks than one
// and arguments that could not be laid out are [acl.ErrInvalid]. Releases before CANN 8.5
// return [acl.ErrNotSupported]: put the arguments into device memory there, and use
// [Function.LaunchWithDeviceArgs].
//
// Source: aclrtLaunchKernelWithHostArgs, acl_rt.h.
func (f *Function) Launch(s *stream.Stream, blocks int, args ArgList) error {
	err := args.check(f)
	if err == nil {
		err = f.enqueue(s, blocks, "aclrtLaunchKernelWithHostArgs", args.uses, func(d *core.Device, c *core.Stream) driver.Status {
			block := c.Scratch(args.size)
			copy(block, args.block[:])
			return d.Driver.LaunchKernelWithHostArgs(d.Context, f.handle, uint32(blocks), c.Handle, block)
		})
	}
	if errors.Is(err, acl.ErrNotSupported) {
		err = fmt.Errorf("%w; put the arguments into device memory and use LaunchWithDeviceArgs", err)
	}
	if err != nil {
		return fmt.Errorf("kernel: launch %q: %w", f.name, err)
	}
	return nil
}

// LaunchWithDeviceArgs enqueues a run of the kernel, which reads its arguments from device
// memory when it runs. They may have been written in the order of the stream. The memory
// must stay allocated until the kernel has run. No stream, a stream or memory of another device, empty memory
// and fewer blocks than one are [acl.ErrInvalid].
//
// Source: aclrtLaunchKernel, acl_rt.h.
func (f *Function) LaunchWithDeviceArgs(s *stream.Stream, blocks int, args acl.View) error {
	err := f.checkView(args)
	if err == nil {
		uses := func(op *core.Op) { op.Uses(hazard.Read, driver.Addr(args.Ptr()), args.Size(), 0) }
		err = f.enqueue(s, blocks, "aclrtLaunchKernel", uses, func(d *core.Device, c *core.Stream) driver.Status {
			d.UnseenWork() // the arguments may have addresses
			return d.Driver.LaunchKernel(d.Context, f.handle, uint32(blocks), driver.Addr(args.Ptr()), args.Size(), c.Handle)
		})
	}
	if err != nil {
		return fmt.Errorf("kernel: launch %q: %w", f.name, err)
	}
	return nil
}

func (f *Function) checkView(args acl.View) error {
	d := opaque.View(args).Device()
	switch {
	case d == nil || args.Size() == 0:
		return fmt.Errorf("no memory for the arguments: %w", acl.ErrInvalid)
	case !d.Same(f.bin.dev):
		return fmt.Errorf("the kernel is of %s, its arguments of %s: %w", f.bin.dev, d, acl.ErrInvalid)
	}
	return nil
}

// enqueue runs a call that launches, with the stream locked and the use of the binary
// noted. uses adds the memory that the kernel uses.
func (f *Function) enqueue(s *stream.Stream, blocks int, function string, uses func(*core.Op), call func(*core.Device, *core.Stream) driver.Status) error {
	c, d := (*opaque.Stream)(s).Inner(), f.bin.dev
	switch {
	case c == nil:
		return fmt.Errorf("no stream: %w", acl.ErrInvalid)
	case !c.Device.Same(d):
		return fmt.Errorf("the kernel is of %s, stream %q of %s: %w", d, c.Name, c.Device, acl.ErrInvalid)
	case blocks < 1 || uint64(blocks) > math.MaxUint32:
		return fmt.Errorf("%d blocks: want 1 to %d: %w", blocks, uint32(math.MaxUint32), acl.ErrInvalid)
	}
	if err := c.Lock(); err != nil {
		return err
	}
	defer c.Unlock()
	op := c.Begin(f.call)
	uses(op)
	op.Watch()
	if err := op.Check(); err != nil {
		return err
	}
	st, err := f.bin.uses.Enqueue(c, func() driver.Status { return call(d, c) })
	if err != nil {
		op.Cancel()
		return err
	}
	op.Done(st)
	if err := aclerr.Of(function, st); err != nil {
		return fmt.Errorf("on %q: %w", c.Name, err)
	}
	return nil
}
