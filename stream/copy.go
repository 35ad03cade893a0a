// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// CopyToDevice enqueues a copy of all of src to the start of dst. Leave the elements of
// src alone until the stream has passed the copy; its buffer refuses to close until then.
// A src longer than dst, and memory of another device than the stream's, are
// [acl.ErrInvalid].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (s *Stream) CopyToDevice(dst acl.View, src acl.HostView) error {
	if err := s.copyHost(dst, src, src.Size(), dst.Size(), driver.CopyHostToDevice); err != nil {
		return fmt.Errorf("stream: copy to device on %q: %w", s.Name(), err)
	}
	return nil
}

// CopyToHost enqueues a copy of all of src to the start of dst. The elements of dst are
// there when the stream has passed the copy; its buffer refuses to close until then. A
// src longer than dst, and memory of another device than the stream's, are
// [acl.ErrInvalid].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (s *Stream) CopyToHost(dst acl.HostView, src acl.View) error {
	if err := s.copyHost(src, dst, src.Size(), dst.Size(), driver.CopyDeviceToHost); err != nil {
		return fmt.Errorf("stream: copy to host on %q: %w", s.Name(), err)
	}
	return nil
}

// copyHost copies count bytes between device and host memory to where room bytes are.
func (s *Stream) copyHost(v acl.View, hv acl.HostView, count, room uint64, kind driver.MemcpyKind) error {
	c, h := s.inner(), opaque.HostView(hv).Host()
	if h == nil {
		return fmt.Errorf("the zero HostView has no memory: %w", acl.ErrInvalid)
	}
	if err := owns(c, h.Device, "host memory"); err != nil {
		return err
	}
	if err := fits(c, v, count, room); err != nil {
		return err
	}
	if err := c.Lock(); err != nil {
		return err
	}
	defer c.Unlock()
	if count == 0 {
		return nil
	}
	d, dst, src := c.Device, onDevice(v), opaque.HostView(hv).Mem()
	op := beginHostCopy(c, dst, src, count, kind)
	if err := op.Check(); err != nil {
		return err
	}
	if kind == driver.CopyDeviceToHost {
		dst, src = src, dst
	}
	st, err := h.Enqueue(c, func() driver.Status {
		return d.Driver.MemcpyAsync(d.Context, dst, room, src, count, kind, c.Handle)
	})
	if err != nil {
		op.Cancel()
		return err
	}
	op.Done(st)
	return aclerr.Of("aclrtMemcpyAsync", st)
}

// beginHostCopy begins a copy between device and host memory.
func beginHostCopy(c *core.Stream, device, host driver.Mem, count uint64, kind driver.MemcpyKind) *core.Op {
	if kind == driver.CopyDeviceToHost {
		op := c.Begin("copy to host")
		op.Uses(hazard.Read, device.Addr, count, 0)
		op.UsesHost(hazard.Write, host, count)
		return op
	}
	op := c.Begin("copy to device")
	op.Watch()
	op.Uses(hazard.Write, device.Addr, count, 0)
	op.UsesHost(hazard.Read, host, count)
	return op
}

// Copy enqueues a copy of all of src to the start of dst, both in the memory of the
// stream's device. A src longer than dst, and memory of another device, are
// [acl.ErrInvalid]; between devices [acl.Copy] copies.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (s *Stream) Copy(dst, src acl.View) error {
	err := fits(s.inner(), src, src.Size(), src.Size())
	if err == nil {
		err = s.enqueue("aclrtMemcpyAsync", "copy on device", dst, src, src.Size(), func(d *core.Device, h driver.Stream) driver.Status {
			return d.Driver.MemcpyAsync(d.Context, onDevice(dst), dst.Size(), onDevice(src), src.Size(), driver.CopyDeviceToDevice, h)
		})
	}
	if err != nil {
		return fmt.Errorf("stream: copy on %q: %w", s.Name(), err)
	}
	return nil
}

// Fill enqueues setting every byte of dst. Memory of another device than the stream's is
// [acl.ErrInvalid].
//
// Source: aclrtMemsetAsync, acl_rt.h.
func (s *Stream) Fill(dst acl.View, value byte) error {
	err := s.enqueue("aclrtMemsetAsync", "fill", dst, acl.View{}, dst.Size(), func(d *core.Device, h driver.Stream) driver.Status {
		return d.Driver.MemsetAsync(d.Context, onDevice(dst), dst.Size(), int32(value), dst.Size(), h)
	})
	if err != nil {
		return fmt.Errorf("stream: fill on %q: %w", s.Name(), err)
	}
	return nil
}

// enqueue runs a call that writes count bytes to dst, and reads as many from src if that has
// memory, with the stream locked. name says what the call does.
func (s *Stream) enqueue(function, name string, dst, src acl.View, count uint64, call func(*core.Device, driver.Stream) driver.Status) error {
	c := s.inner()
	if err := fits(c, dst, count, dst.Size()); err != nil {
		return err
	}
	if err := c.Lock(); err != nil {
		return err
	}
	defer c.Unlock()
	if count == 0 {
		return nil
	}
	op := c.Begin(name)
	op.Uses(hazard.Write, opaque.View(dst).Addr(), count, 0)
	op.Uses(hazard.Read, opaque.View(src).Addr(), min(count, src.Size()), 0)
	if err := op.Check(); err != nil {
		return err
	}
	st := call(c.Device, c.Handle)
	if st.OK() {
		c.Note()
	}
	op.Done(st)
	return aclerr.Of(function, st)
}

func onDevice(v acl.View) driver.Mem { return opaque.View(v).Mem() }

// fits checks that v is memory of the stream's device, and that count bytes have room.
func fits(c *core.Stream, v acl.View, count, room uint64) error {
	d := opaque.View(v).Device()
	if d == nil {
		return fmt.Errorf("the zero View has no memory: %w", acl.ErrInvalid)
	}
	if err := owns(c, d, "device memory"); err != nil {
		return err
	}
	if count > room {
		return fmt.Errorf("%d bytes do not fit into %d bytes: %w", count, room, acl.ErrInvalid)
	}
	return nil
}

// owns checks that memory is of the stream's device, and that the device is open. As
// long as a stream lives its own device is.
func owns(c *core.Stream, d *core.Device, what string) error {
	switch {
	case c.Device == d:
		return nil
	case !c.Device.Same(d):
		return fmt.Errorf("the stream is of %s, the %s of %s: %w", c.Device, what, d, acl.ErrInvalid)
	case d.Node.Closed():
		return fmt.Errorf("%s of %s: %w", what, d.Node, acl.ErrClosed)
	}
	return nil
}
