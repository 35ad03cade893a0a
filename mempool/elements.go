// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/element"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/stream"
)

// elements is what a Buffer and a view of one have in common.
type elements[T any] struct {
	block Block
	off   int // of the first element in the block
	n     int
}

// Len returns the number of elements.
func (e elements[T]) Len() int { return e.n }

// View returns the memory of the elements. It does not check whether the block is live.
func (e elements[T]) View() acl.View {
	if e.block.IsZero() {
		return acl.View{}
	}
	size := element.Size[T]()
	return viewOf(e.block.pool().dev, e.block.ptr+acl.DevicePtr(uint64(e.off)*size), uint64(e.n)*size)
}

// Ptr returns the address of the first element, for the fields of kernel.Struct. It does
// not check whether the block is live.
func (e elements[T]) Ptr() acl.DevicePtr { return e.View().Ptr() }

// Arg returns the address of the first element as an argument of a kernel.
func (e elements[T]) Arg() kernel.Arg { return kernel.View(e.View()) }

// Slice returns the elements from i up to, not including, j. Out of range is
// [acl.ErrInvalid].
func (e elements[T]) Slice(i, j int) (BufferView[T], error) {
	if i < 0 || j < i || j > e.n {
		return BufferView[T]{}, fmt.Errorf("mempool: slice %d:%d of %d elements: %w", i, j, e.n, acl.ErrInvalid)
	}
	return BufferView[T]{elements[T]{e.block, e.off + i, j - i}}, nil
}

// CopyFrom enqueues a copy of all of src to the first elements. Do not change src until the
// stream has executed it. More than fits is [acl.ErrInvalid]; after FreeAsync it is
// [acl.ErrClosed].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyFrom(s *stream.Stream, src *acl.HostBuffer[T]) error {
	v, err := e.hostBuffer(src)
	if err == nil {
		err = isStream(s)
	}
	if err == nil {
		err = s.CopyToDevice(v, src.View())
	}
	return e.failed("copy into", err)
}

// CopyTo enqueues a copy of the first elements to all of dst, which has them when the
// stream has executed the copy. More than there are is [acl.ErrInvalid]; after FreeAsync it
// is [acl.ErrClosed].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyTo(s *stream.Stream, dst *acl.HostBuffer[T]) error {
	v, err := e.hostBuffer(dst)
	if err == nil {
		err = isStream(s)
	}
	if err == nil {
		err = s.CopyToHost(dst.View(), v)
	}
	return e.failed("copy from", err)
}

// CopyFromSlice copies a Go slice to the first elements, in the order of s, as
// [stream.CopySliceToDevice] does. More than fits is [acl.ErrInvalid]; after FreeAsync it
// is [acl.ErrClosed].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyFromSlice(ctx context.Context, s *stream.Stream, src []T) error {
	v, err := e.first(len(src))
	if err == nil {
		err = stream.CopySliceToDevice(ctx, s, v, src)
	}
	return e.failed("copy into", err)
}

// CopyToSlice fills a Go slice with the first elements, in the order of s, and waits for
// them, as [stream.CopySliceToHost] does. More than there are is [acl.ErrInvalid]; after
// FreeAsync it is [acl.ErrClosed].
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyToSlice(ctx context.Context, s *stream.Stream, dst []T) error {
	v, err := e.first(len(dst))
	if err == nil {
		err = stream.CopySliceToHost(ctx, s, dst, v)
	}
	return e.failed("copy from", err)
}

// Fill enqueues setting every byte of the elements. After FreeAsync it is
// [acl.ErrClosed].
//
// Source: aclrtMemsetAsync, acl_rt.h.
func (e elements[T]) Fill(s *stream.Stream, value byte) error {
	v, err := e.first(e.n)
	if err == nil {
		err = isStream(s)
	}
	if err == nil {
		err = s.Fill(v, value)
	}
	return e.failed("fill", err)
}

// isStream fails for an argument that is a nil or zero Stream.
func isStream(s *stream.Stream) error {
	if coreStream(s) == nil {
		return fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	return nil
}

// first returns the memory of the first n elements of a live block.
func (e elements[T]) first(n int) (acl.View, error) {
	switch {
	case e.block.IsZero():
		return acl.View{}, fmt.Errorf("the zero Buffer has no memory: %w", acl.ErrInvalid)
	case !e.block.live():
		return acl.View{}, fmt.Errorf("it has been freed: %w", acl.ErrClosed)
	case n > e.n:
		return acl.View{}, fmt.Errorf("%d elements on the host: %w", n, acl.ErrInvalid)
	}
	return e.View().Slice(0, uint64(n)*element.Size[T]())
}

func (e elements[T]) hostBuffer(h *acl.HostBuffer[T]) (acl.View, error) {
	if h == nil || h.Len() == 0 {
		return acl.View{}, fmt.Errorf("no host buffer: %w", acl.ErrInvalid)
	}
	return e.first(h.Len())
}

func (e elements[T]) failed(what string, err error) error {
	if err == nil {
		return nil
	}
	if e.block.IsZero() {
		return fmt.Errorf("mempool: %s a Buffer: %w", what, err)
	}
	return fmt.Errorf("mempool: %s %d elements of the %s: %w", what, e.n, e.block, err)
}
