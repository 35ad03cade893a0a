// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsync allocates size bytes, rounded up to 2 MiB, in the order of s. It returns at once.
// The contents are undefined. Work that is enqueued on s afterwards may use the block; work on
// another stream must first be ordered after this call.
//
// It returns [acl.ErrInvalid] if size is 0, for a nil stream and for a stream of another
// device, and [acl.ErrClosed] if the pool or the stream is closed. It returns
// [acl.ErrOutOfMemory] if the pool or the device does not have the memory for this stream,
// even if memory is cached for other streams or pending; the error contains the figures and
// what to do. A failed call changes nothing, except that it may return cached memory to the
// device on releases that do not reuse it.
//
// Source: aclrtMemPoolMallocAsync, acl_rt_memory_soma.h.
func (p *Pool) MallocAsync(s *stream.Stream, size uint64) (Block, error) {
	return p.inner.malloc(s, size)
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

// mallocAgain lets the engine reclaim memory for an allocation that has failed, and tries the
// allocation once more.
func (p *pool) mallocAgain(s *stream.Stream, size uint64, cause error) (Block, error) {
	var c engine.Chunk
	if p.engine.Reclaim(cause, size) {
		sh, err := p.enter(s)
		if err != nil {
			return Block{}, p.allocError(size, err)
		}
		if c, cause = sh.lane.Alloc(size); cause == nil {
			sh.counts.allocated(size)
			b := sh.begin(c)
			sh.stream.Unlock()
			return b, nil
		}
		sh.stream.Unlock()
	}
	return Block{}, p.noMemory(s, size, cause)
}

func (p *pool) allocError(size uint64, err error) error {
	return fmt.Errorf("mempool: allocate %d bytes from %q: %w", size, p.name(), err)
}
