// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// HostBuffer is pinned host memory for n elements of T, the only host memory that an
// asynchronous copy may touch. Its methods are safe for concurrent use. The elements have
// no lock: do not touch them from the call that enqueues a copy until the stream has been
// synchronized.
type HostBuffer[T any] struct {
	host  *core.HostMemory
	elems []T
}

// NewHostBuffer allocates pinned memory for n elements, not zeroed. T must be an
// element type, see Elements in the package comment. A negative n and n of zero are [ErrInvalid]; too
// little memory is [ErrOutOfMemory]. The operating system cannot use pinned memory for
// anything else until Close: keep it small and reuse it.
//
// Source: aclrtMallocHost, acl_rt.h.
func NewHostBuffer[T any](d *Device, n int) (*HostBuffer[T], error) {
	if err := element.Check[T](); err != nil {
		return nil, fmt.Errorf("acl: allocate a host buffer: %w", err)
	}
	if n <= 0 {
		return nil, fmt.Errorf("acl: allocate a host buffer of %d elements: want at least 1: %w", n, ErrInvalid)
	}
	hi, size := bits.Mul64(uint64(n), element.Size[T]())
	if hi != 0 {
		return nil, fmt.Errorf("acl: allocate a host buffer of %d elements of %d bytes: the size does not fit 64 bits: %w", n, element.Size[T](), ErrInvalid)
	}
	h, err := newHostMemory(d.inner(), size)
	if err != nil {
		return nil, err
	}
	b := &HostBuffer[T]{host: h, elems: driver.Slice[T](h.Mem, n)}
	core.Watch(h.Device.Runtime, b, h.Node)
	return b, nil
}

func newHostMemory(d *core.Device, size uint64) (*core.HostMemory, error) {
	if d == nil {
		return nil, fmt.Errorf("acl: allocate %d bytes of host memory: %w", size, errNoDevice)
	}
	h := &core.HostMemory{Device: d, Size: size}
	err := core.Create(d, func() (driver.Mem, error) {
		m, st := d.Driver.MallocHost(d.Context, size)
		return m, errorOf("aclrtMallocHost", st)
	}, func(m driver.Mem) error {
		h.Mem = m
		d.HostAllocated(checker.Block{Range: core.HostRange(m, size), Rounded: size})
		return d.Node.Add(&h.Node, lifetime.HostMemory, fmt.Sprintf("%d bytes", size), func(_ context.Context, reset bool) error {
			return closeHostMemory(h, reset)
		})
	}, func(driver.Mem) error { return freeHost(h) })
	if err != nil {
		return nil, fmt.Errorf("acl: allocate %d bytes of host memory: %w", size, err)
	}
	return h, nil
}

func freeHost(h *core.HostMemory) error {
	return errorOf("aclrtFreeHost", h.Device.Driver.FreeHost(h.Device.Context, h.Mem))
}

// closeHostMemory frees pinned memory unless a copy may still touch it.
func closeHostMemory(h *core.HostMemory, reset bool) error {
	if reset {
		h.Node.Abandon()
		return h.MarkClosed(true)
	}
	err := h.Node.Close(func() error {
		h.Learn()
		if err := h.MarkClosed(false); err != nil {
			return err
		}
		h.Device.HostFreed(core.HostRange(h.Mem, h.Size)) // no copy is pending
		return freeHost(h)
	})
	if err != nil {
		return fmt.Errorf("acl: close a host buffer of %d bytes: %w", h.Size, err)
	}
	return nil
}

// Slice returns the elements themselves, nil after Close. A slice from before must not be
// used after Close: its memory is unmapped, and touching it ends the process.
func (b *HostBuffer[T]) Slice() []T {
	if b.host.Closed() {
		return nil
	}
	return b.elems
}

// Len returns the number of elements.
func (b *HostBuffer[T]) Len() int { return len(b.elems) }

// View returns the whole buffer for copies.
func (b *HostBuffer[T]) View() HostView {
	return HostView(opaque.NewHostView(b.host))
}

// Close frees the memory. While a copy that was enqueued with it has not been seen
// complete it fails with [ErrBusy]: synchronize the stream first, or close it if it has
// failed. Closing twice does nothing.
//
// Source: aclrtFreeHost, acl_rt.h.
func (b *HostBuffer[T]) Close() error {
	return closeHostMemory(b.host, false)
}
