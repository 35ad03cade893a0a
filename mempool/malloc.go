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
// When no memory is left, the pool finds out which frees have executed, gives back to the
// device as much of its cached memory as the request needs, and tries again. Where the
// device has no memory, its other pools give back too. MallocAsync does not wait for frees
// that are pending: [Pool.Malloc] does.
//
// Zero bytes, no stream and a stream of another device are [acl.ErrInvalid]. When memory
// is what was missing the error is an [*OutOfMemoryError]. Then blocks and their contents
// are as before, while cached memory may have gone back to the device. After Close of the
// pool or the stream it is [acl.ErrClosed].
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) MallocAsync(s *stream.Stream, size uint64) (Block, error) {
	return p.inner.malloc(s, size)
}

// Malloc is [Pool.MallocAsync], and waits when memory is pending that could serve: until
// the frees that are pending at the time have executed, again and again, until it has the
// memory or nothing more is pending. It holds no lock meanwhile. When it does not have to
// wait it does not look at ctx.
//
// Where ACL reuses no freed memory, or only on the stream that freed it, a pool under load
// needs the wait now and then: see [Pool.Engine].
//
// The errors are those of MallocAsync. When ctx ends first the error is both an
// [*OutOfMemoryError] and that of ctx, [acl.ErrTimeout] for a deadline. Frees on a stream
// that a failure has stopped never execute: when they hold the memory the error is [acl.ErrDevice],
// too.
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

// mallocAgain finds memory for an allocation that has failed, if that is what was missing.
func (p *pool) mallocAgain(s *stream.Stream, size uint64, cause error) (Block, error) {
	b, err := exhaustion.Alloc(p.blocks, coreStream(s), size, cause)
	return p.allocated(b, size, err)
}

func (p *pool) mallocWait(ctx context.Context, s *stream.Stream, size uint64) (Block, error) {
	b, err := exhaustion.AllocWaiting(ctx, p.blocks, coreStream(s), size)
	return p.allocated(b, size, err)
}

// allocated returns a block, or what the program gets as the error of its allocation.
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
