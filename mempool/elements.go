// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/element"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/stream"
)

// elements is the common part of Buffer and BufferView.
type elements[T any] struct {
	block Block
	off   int // index of the first element in the block
	n     int
}

// Len returns the number of elements.
func (e elements[T]) Len() int { return e.n }

// View returns the memory of the elements. It does not check whether the block is live.
func (e elements[T]) View() acl.View {
	size := element.Size[T]()
	return e.block.view(uint64(e.off)*size, uint64(e.n)*size)
}

// Ptr returns the address of the first element, for the fields of kernel.Struct. It does
// not check whether the block is live.
func (e elements[T]) Ptr() acl.DevicePtr { return e.View().Ptr() }

// Arg returns the address of the first element as an argument of a kernel, which may read and
// write the elements.
func (e elements[T]) Arg() kernel.Arg { return kernel.View(e.View()) }

// ReadArg is Arg for a kernel that only reads the elements, see [kernel.ReadView].
func (e elements[T]) ReadArg() kernel.Arg { return kernel.ReadView(e.View()) }

// Slice returns the elements from i up to, but not including, j. It returns [acl.ErrInvalid]
// if they are out of range.
func (e elements[T]) Slice(i, j int) (BufferView[T], error) {
	if i < 0 || j < i || j > e.n {
		return BufferView[T]{}, fmt.Errorf("mempool: slice %d:%d of %d elements: %w", i, j, e.n, acl.ErrInvalid)
	}
	return BufferView[T]{elements[T]{e.block, e.off + i, j - i}}, nil
}

// CopyFrom enqueues a copy of src to the first elements. The program must not change src until
// the stream has executed the copy. It returns [acl.ErrInvalid] if src has more elements, and
// [acl.ErrClosed] if the memory has been freed.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyFrom(s *stream.Stream, src *acl.HostBuffer[T]) error {
	return e.enqueue("copy into", hostLen(src), s, func(v acl.View) error { return s.CopyToDevice(v, src.View()) })
}

// CopyTo enqueues a copy of the first elements to dst, until dst is full. dst has the contents
// when the stream has executed the copy. It returns [acl.ErrInvalid] if dst has more elements,
// and [acl.ErrClosed] if the memory has been freed.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyTo(s *stream.Stream, dst *acl.HostBuffer[T]) error {
	return e.enqueue("copy from", hostLen(dst), s, func(v acl.View) error { return s.CopyToHost(dst.View(), v) })
}

// CopyFromSlice copies a Go slice to the first elements, in the order of s, as
// [stream.CopySliceToDevice] does. It returns [acl.ErrInvalid] if src has more elements, and
// [acl.ErrClosed] if the memory has been freed.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyFromSlice(ctx context.Context, s *stream.Stream, src []T) error {
	return e.enqueue("copy into", len(src), s, func(v acl.View) error { return stream.CopySliceToDevice(ctx, s, v, src) })
}

// CopyToSlice fills a Go slice with the first elements, in the order of s, and waits for the
// copy, as [stream.CopySliceToHost] does. It returns [acl.ErrInvalid] if dst has more
// elements, and [acl.ErrClosed] if the memory has been freed.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func (e elements[T]) CopyToSlice(ctx context.Context, s *stream.Stream, dst []T) error {
	return e.enqueue("copy from", len(dst), s, func(v acl.View) error { return stream.CopySliceToHost(ctx, s, dst, v) })
}

// Fill enqueues work that sets every byte of the elements to value. It returns
// [acl.ErrClosed] if the memory has been freed.
//
// Source: aclrtMemsetAsync, acl_rt.h.
func (e elements[T]) Fill(s *stream.Stream, value byte) error {
	return e.enqueue("fill", e.n, s, func(v acl.View) error { return s.Fill(v, value) })
}

// noHostBuffer is the length of no host buffer.
const noHostBuffer = -1

func hostLen[T any](h *acl.HostBuffer[T]) int {
	if h == nil || h.Len() == 0 {
		return noHostBuffer
	}
	return h.Len()
}

// enqueue calls work with the memory of the first n elements, if they can be used on s. Its
// error says what the work does.
func (e elements[T]) enqueue(what string, n int, s *stream.Stream, work func(acl.View) error) error {
	v, err := e.first(n, s)
	if err == nil {
		err = work(v)
	}
	switch {
	case err == nil:
		return nil
	case e.block.IsZero():
		return fmt.Errorf("mempool: %s a Buffer: %w", what, err)
	}
	return fmt.Errorf("mempool: %s %d elements of the %s: %w", what, e.n, e.block, err)
}

// first returns the memory of the first n elements of a live block, for work on s.
func (e elements[T]) first(n int, s *stream.Stream) (acl.View, error) {
	switch {
	case n == noHostBuffer:
		return acl.View{}, fmt.Errorf("no host buffer: %w", acl.ErrInvalid)
	case e.block.IsZero():
		return acl.View{}, fmt.Errorf("the zero Buffer has no memory: %w", acl.ErrInvalid)
	case !e.block.inner.Live():
		return acl.View{}, fmt.Errorf("it has been freed: %w", acl.ErrClosed)
	case n > e.n:
		return acl.View{}, fmt.Errorf("%d elements on the host: %w", n, acl.ErrInvalid)
	case coreStream(s) == nil:
		return acl.View{}, fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	return e.View().Slice(0, uint64(n)*element.Size[T]())
}

// blocksFor returns the table of the block, for what is done with the elements. It returns an
// error if there is no block.
func (e elements[T]) blocksFor(what string) (*blocks.Table, error) {
	if e.block.IsZero() {
		return nil, fmt.Errorf("mempool: %s the zero Buffer: %w", what, acl.ErrInvalid)
	}
	return e.block.inner.Table(), nil
}
