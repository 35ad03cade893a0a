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
	return newBuffer[T](p, n, func(size uint64) (Block, error) { return p.inner.malloc(s, size) })
}

// MallocBuffer is [NewBuffer] with [Pool.Malloc]: it waits for pending frees if their memory
// could serve the request, until ctx ends.
//
// Source: aclrtMemPoolMallocAsync, acl_rt_memory_soma.h; aclrtRecordEvent,
// aclrtQueryEventStatus, acl_rt.h.
func MallocBuffer[T any](ctx context.Context, p *Pool, s *stream.Stream, n int) (Buffer[T], error) {
	return newBuffer[T](p, n, func(size uint64) (Block, error) { return p.inner.mallocWait(ctx, s, size) })
}

// newBuffer returns n elements in a block that malloc allocates.
func newBuffer[T any](p *Pool, n int, malloc func(size uint64) (Block, error)) (Buffer[T], error) {
	size, err := bufferSize[T](p, n)
	if err != nil {
		return Buffer[T]{}, err
	}
	b, err := malloc(size)
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
	t, err := b.blocksFor("free")
	if err != nil {
		return err
	}
	return free(t, s, b.block)
}

// FreeAfter frees the memory in the order of s and after places, as [Pool.FreeAfter] does.
//
// Source: aclrtRecordEvent, acl_rt.h; aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (b Buffer[T]) FreeAfter(s *stream.Stream, places ...Place) error {
	t, err := b.blocksFor("free")
	if err != nil {
		return err
	}
	return freeAfter(t, s, b.block, places)
}

// RecordUse records that s uses the memory, as [Pool.RecordUse] does.
func (b Buffer[T]) RecordUse(s *stream.Stream) error {
	t, err := b.blocksFor("record a use of")
	if err != nil {
		return err
	}
	return recordUse(t, s, b.block)
}

// BufferView is a range of elements of a [Buffer]. It is a value: it does not keep the memory
// allocated, and it cannot be freed.
type BufferView[T any] struct{ elements[T] }
