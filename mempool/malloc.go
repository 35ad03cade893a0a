// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
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

var errSize = fmt.Errorf("want at least 1 byte: %w", acl.ErrInvalid)

func (p *pool) malloc(s *stream.Stream, size uint64) (Block, error) {
	if size == 0 {
		return Block{}, p.allocError(size, errSize)
	}
	sh, err := p.enter(s)
	if err != nil {
		return Block{}, p.allocError(size, err)
	}
	c, err := sh.lane.Alloc(size)
	if err != nil {
		sh.stream.Unlock()
		return p.mallocAgain(s, size, err)
	}
	sh.counts.allocated(size)
	b := sh.begin(c)
	sh.stream.Unlock() // not deferred: a defer is measurable here
	return b, nil
}

// mallocAgain finds memory for an allocation that has failed, if that is what was missing.
func (p *pool) mallocAgain(s *stream.Stream, size uint64, cause error) (Block, error) {
	if !engine.IsRefusal(cause) {
		return Block{}, p.allocError(size, cause)
	}
	var block [1]Block
	if _, err := p.allocReclaiming(s, block[:], []uint64{size}, cause); err != nil {
		return Block{}, p.failedAlloc(s, size, err)
	}
	return block[0], nil
}

// failedAlloc returns the error of an allocation, and counts one that found no memory.
func (p *pool) failedAlloc(s *stream.Stream, size uint64, err error) error {
	if oom := p.outOfMemory(s, size, err); oom != nil {
		return oom
	}
	return p.allocError(size, err)
}

func (p *pool) allocError(size uint64, err error) error {
	return fmt.Errorf("mempool: allocate %s from %q: %w", byteCount(size), p.name(), err)
}
