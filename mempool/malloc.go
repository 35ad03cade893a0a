// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsync allocates size bytes in the order of s, rounded up to 2 MiB, and returns at
// once. The contents are undefined. What is enqueued on s afterwards may use the block;
// another stream must first be ordered behind this call.
//
// Zero bytes, no stream and a stream of another device are [acl.ErrInvalid]. When the pool
// or the device has no memory for it the error is [acl.ErrOutOfMemory], with the numbers
// and the way out; memory may well be free for other streams then, or pending. A failure
// changes nothing, but where ACL does not hand freed memory out again, what is cached has
// gone back to the device. After Close of the pool or the stream it is [acl.ErrClosed].
//
// Source: aclrtMemPoolMallocAsync, acl_rt_memory_soma.h.
func (p *Pool) MallocAsync(s *stream.Stream, size uint64) (Block, error) {
	return p.inner().malloc(s, size)
}

var errSize = fmt.Errorf("want at least 1, and no more than fits 64 bits rounded up to 2 MiB: %w", acl.ErrInvalid)

func (p *pool) malloc(s *stream.Stream, size uint64) (Block, error) {
	rounded, ok := roundUp(size)
	if size == 0 || !ok {
		return Block{}, p.allocError(size, errSize)
	}
	sh, err := p.enter(s)
	if err != nil {
		return Block{}, p.allocError(size, err)
	}
	a, err := p.take(sh, rounded)
	if err != nil && exhausted(err) && p.reclaims(rounded) {
		sh.stream.Unlock()
		p.reclaim()
		if sh, err = p.enter(s); err != nil {
			return Block{}, p.allocError(size, err)
		}
		a, err = p.take(sh, rounded)
	}
	if err != nil {
		return Block{}, p.noMemory(sh, size, rounded, err)
	}
	b := p.allocated(sh, a, size)
	sh.stream.Unlock()
	return b, nil
}

// allocated makes the block of an allocation that has succeeded.
func (p *pool) allocated(sh *shard, a driver.Addr, size uint64) Block {
	sh.stream.Note()
	sh.counts.allocated(size)
	return sh.slot(&p.depot).begin(acl.DevicePtr(a), size, sh.stream)
}

func (p *pool) allocError(size uint64, err error) error {
	return fmt.Errorf("mempool: allocate %d bytes from %q: %w", size, p.name(), err)
}
