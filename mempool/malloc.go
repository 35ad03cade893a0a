// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/bytesize"
	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsync allocates size bytes, rounded up to 2 MiB, in the order of s. It returns at once.
// The contents are undefined. Work that is enqueued on s afterwards may use the block; work on
// another stream must first be ordered after this call.
//
// If no memory is left, the pool queries which frees have executed, returns to the device as
// much of its cached memory as the request needs, and tries again. If the device has no memory
// left, its other pools return cached memory, too. MallocAsync does not wait for pending frees;
// [Pool.Malloc] does.
//
// It returns [acl.ErrInvalid] for 0 bytes, a nil stream and a stream of another device, and
// [acl.ErrClosed] after Close of the pool or the stream. If there is no memory, it returns an
// [*OutOfMemoryError]: no block has changed, and cached memory may have been returned to the
// device.
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) MallocAsync(s *stream.Stream, size uint64) (Block, error) {
	return p.inner.malloc(s, size)
}

// Malloc is [Pool.MallocAsync], but waits for pending frees if their memory could serve the
// request. It waits until the frees that are pending have executed, tries again, and repeats
// this until it has memory or nothing is pending. It holds no lock while it waits. If it does
// not need to wait, it ignores ctx.
//
// If ACL does not reuse freed memory, or only on the stream that freed it, a pool under load
// sometimes needs to wait: see [Pool.Engine].
//
// It fails as MallocAsync does. If ctx ends first, the error is an [*OutOfMemoryError] and also
// that of ctx, which is [acl.ErrTimeout] for a deadline. The frees of a stream that a failure
// has stopped never execute: if they hold the memory, the error is [acl.ErrDevice], too.
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolTrimTo, acl_rt_memory_soma.h;
// aclrtRecordEvent, aclrtQueryEventStatus, acl_rt.h.
func (p *Pool) Malloc(ctx context.Context, s *stream.Stream, size uint64) (Block, error) {
	return p.inner.mallocWait(ctx, s, size)
}

func (p *pool) malloc(s *stream.Stream, size uint64) (Block, error) {
	b, err := p.blocks.Alloc(coreStream(s), size)
	if err != nil {
		return p.mallocAgain(s, size, err)
	}
	return Block{b}, nil
}

// mallocAgain tries an allocation again that has failed for lack of memory.
func (p *pool) mallocAgain(s *stream.Stream, size uint64, cause error) (Block, error) {
	b, err := exhaustion.Alloc(p.blocks, coreStream(s), size, cause)
	return p.allocated(b, size, err)
}

func (p *pool) mallocWait(ctx context.Context, s *stream.Stream, size uint64) (Block, error) {
	b, err := exhaustion.AllocWaiting(ctx, p.blocks, coreStream(s), size)
	return p.allocated(b, size, err)
}

// allocated returns a block, or the error of its allocation as the program gets it.
func (p *pool) allocated(b blocks.Block, size uint64, err error) (Block, error) {
	if err != nil {
		return Block{}, p.failedAlloc(size, err)
	}
	return Block{b}, nil
}

// failedAlloc returns the error of an allocation, as the program gets it.
func (p *pool) failedAlloc(size uint64, err error) error {
	if oom := outOfMemory(err); oom != nil {
		return oom
	}
	return p.allocError(size, err)
}

func (p *pool) allocError(size uint64, err error) error {
	return fmt.Errorf("mempool: allocate %s from %q: %w", bytesize.Count(size), p.name(), err)
}
