// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsync allocates size bytes in the order of s, rounded up to 2 MiB, and returns at
// once. The contents are undefined. What is enqueued on s afterwards may use the block;
// another stream must first be ordered after this call.
//
// Zero bytes, no stream and a stream of another device are [acl.ErrInvalid]. When the pool
// or the device has no memory for it the error is [acl.ErrOutOfMemory], with the numbers
// and what to do; memory may well be free for other streams then, or pending. A failure
// changes nothing, except where ACL does not reuse freed memory: there what is cached has
// gone back to the device. After Close of the pool or the stream it is [acl.ErrClosed].
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
	sh.stream.Unlock() // a defer shows in the time of a pair
	return b, nil
}

// mallocAgain lets the engine find memory for an allocation that has failed, and tries it
// once more.
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
