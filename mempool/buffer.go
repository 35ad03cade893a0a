// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/element"
	"github.com/ascend-go/aclpool/stream"
)

// Buffer is a block of a pool as elements of type T. Like a [Block] it is a value: copies
// identify the same memory. Its methods are safe for concurrent use. Their work is ordered as
// the streams order it.
type Buffer[T any] struct{ elements[T] }

// NewBuffer allocates n elements of type T from p in the order of s. Order and errors are
// those of [Pool.MallocAsync]. T must be an element type, see Elements in the comment of
// package acl. It returns [acl.ErrInvalid] if n is less than 1.
//
// Source: aclrtMemPoolMallocAsync, acl_rt_memory_soma.h.
func NewBuffer[T any](p *Pool, s *stream.Stream, n int) (Buffer[T], error) {
	size, err := bufferSize[T](p, n)
	if err != nil {
		return Buffer[T]{}, err
	}
	b, err := p.inner.malloc(s, size)
	if err != nil {
		return Buffer[T]{}, err
	}
	return Buffer[T]{elements[T]{b, 0, n}}, nil
}

// MallocBuffer is [NewBuffer] by [Pool.Malloc]: it waits when memory is pending that could
// serve, until ctx ends.
//
// Source: aclrtMemPoolMallocAsync, acl_rt_memory_soma.h; aclrtRecordEvent,
// aclrtQueryEventStatus, acl_rt.h.
func MallocBuffer[T any](ctx context.Context, p *Pool, s *stream.Stream, n int) (Buffer[T], error) {
	size, err := bufferSize[T](p, n)
	if err != nil {
		return Buffer[T]{}, err
	}
	b, err := p.inner.mallocWait(ctx, s, size)
	if err != nil {
		return Buffer[T]{}, err
	}
	return Buffer[T]{elements[T]{b, 0, n}}, nil
}

// bufferSize returns the bytes of n elements.
func bufferSize[T any](p *Pool, n int) (uint64, error) {
	if p == nil || p.inner == nil {
		return 0, fmt.Errorf("mempool: allocate %d elements: no pool: %w", n, acl.ErrInvalid)
	}
	if err := element.Check[T](); err != nil {
		return 0, fmt.Errorf("mempool: allocate from %q: %w", p.Name(), err)
	}
	if n <= 0 {
		return 0, fmt.Errorf("mempool: allocate %d elements from %q: want at least 1: %w", n, p.Name(), acl.ErrInvalid)
	}
	hi, size := bits.Mul64(uint64(n), element.Size[T]())
	if hi != 0 {
		return 0, fmt.Errorf("mempool: allocate %d elements of %d bytes from %q: the size does not fit 64 bits: %w", n, element.Size[T](), p.Name(), acl.ErrInvalid)
	}
	return size, nil
}

// Block returns the block that the elements are in.
func (b Buffer[T]) Block() Block { return b.block }

// FreeAsync frees the memory in the order of s, as [Pool.FreeAsync] does.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (b Buffer[T]) FreeAsync(s *stream.Stream) error {
	if b.block.IsZero() {
		return fmt.Errorf("mempool: free the zero Buffer: %w", acl.ErrInvalid)
	}
	return b.block.pool().free(s, b.block)
}

// FreeAfter frees the memory in the order of s and after places, as [Pool.FreeAfter] does.
//
// Source: aclrtRecordEvent, acl_rt.h; aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (b Buffer[T]) FreeAfter(s *stream.Stream, places ...Place) error {
	if b.block.IsZero() {
		return fmt.Errorf("mempool: free the zero Buffer: %w", acl.ErrInvalid)
	}
	return b.block.pool().freeAfter(s, b.block, places)
}

// RecordUse records that s uses the memory, as [Pool.RecordUse] does.
func (b Buffer[T]) RecordUse(s *stream.Stream) error {
	if b.block.IsZero() {
		return fmt.Errorf("mempool: record a use of the zero Buffer: %w", acl.ErrInvalid)
	}
	if err := b.block.pool().recordUse(b.block, s); err != nil {
		return fmt.Errorf("mempool: record a use of %s: %w", b.block, err)
	}
	return nil
}

// BufferView is a range of elements of a [Buffer]. It is a value: it does not keep the memory
// allocated, and it cannot be freed.
type BufferView[T any] struct{ elements[T] }
