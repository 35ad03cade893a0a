// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsyncN calls [Pool.MallocAsync] for each of sizes, with one call into C. It is for
// memory that is needed together, such as the buffers of a layer. It sets blocks[i] to the
// block of sizes[i]; both slices must have the same length.
//
// Either all allocations succeed or none. If one fails, those before it are freed in the order
// of s, and blocks does not change. Then Used is as before; Reserved and the peaks may be
// higher. It fails as MallocAsync does, and the error says which size was refused. It also
// returns [acl.ErrInvalid] if the slices differ in length.
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) MallocAsyncN(s *stream.Stream, blocks []Block, sizes []uint64) error {
	return p.inner.mallocN(s, blocks, sizes)
}

func (p *pool) mallocN(s *stream.Stream, to []Block, sizes []uint64) error {
	if len(to) != len(sizes) {
		return fmt.Errorf("mempool: allocate %d sizes from %q: there are %d blocks to put them in: want as many: %w", len(sizes), p.name(), len(to), acl.ErrInvalid)
	}
	for i, size := range sizes {
		if size == 0 {
			return fmt.Errorf("%w (size %d of %d)", p.allocError(size, blocks.ErrSize), i+1, len(sizes))
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	take := func(got []blocks.Block) {
		for i, b := range got {
			to[i] = Block{b}
		}
	}
	failed, err := p.blocks.AllocN(coreStream(s), sizes, take)
	if err != nil {
		failed, err = exhaustion.AllocN(p.blocks, coreStream(s), sizes, take, failed, err)
	}
	if err == nil {
		return nil
	}
	if failed == blocks.None {
		return p.allocError(sizes[0], err)
	}
	if oom := outOfMemory(err); oom != nil {
		return oom
	}
	return fmt.Errorf("%w (size %d of %d, and none is allocated)", p.allocError(sizes[failed], err), failed+1, len(sizes))
}

// FreeAsyncN calls [Pool.FreeAsync] for each block, in this order, with one call into C. It
// checks all blocks first: if one cannot be freed, or is in the list twice, nothing changes, and
// the error says which one. If ACL refuses a free, that block is lost and the others are freed;
// the error is that of the first lost block. If a free must be deferred and its event cannot be
// recorded, nothing changes.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsyncN(s *stream.Stream, blocks []Block) error {
	return p.inner.freeN(s, blocks)
}

func (p *pool) freeN(s *stream.Stream, list []Block) error {
	for i, b := range list {
		if !p.blocks.Has(b.inner) {
			return freeErrorOf(list, i, p.blocks.CheckOwned(b.inner))
		}
	}
	if len(list) == 0 {
		return nil
	}
	failed, err := p.blocks.FreeN(coreStream(s), len(list), func(to []blocks.Block) {
		for i, b := range list {
			to[i] = b.inner
		}
	})
	switch {
	case err == nil:
		return nil
	case failed == blocks.None:
		return freeError(list[0], err)
	}
	return freeErrorOf(list, failed, err)
}

// freeErrorOf returns the error of block i, and says which of several it is.
func freeErrorOf(list []Block, i int, err error) error {
	if len(list) > 1 {
		err = fmt.Errorf("number %d of %d: %w", i+1, len(list), err)
	}
	return freeError(list[i], err)
}
