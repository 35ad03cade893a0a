// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsyncN calls [Pool.MallocAsync] for each of sizes, with one call into C. It is for
// memory that is needed together, such as the buffers of a layer. It sets blocks[i] to the
// block of sizes[i]; both slices must have the same length.
//
// It is all or nothing. When one allocation fails, those before it are freed again in the
// order of s and blocks is not changed: used is what it was, reserved and the peaks may be
// higher. The errors are those of MallocAsync and say which size was refused; blocks of
// another length are [acl.ErrInvalid].
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) MallocAsyncN(s *stream.Stream, blocks []Block, sizes []uint64) error {
	return p.inner.mallocN(s, blocks, sizes)
}

func (p *pool) mallocN(s *stream.Stream, blocks []Block, sizes []uint64) error {
	if len(blocks) != len(sizes) {
		return fmt.Errorf("mempool: allocate %d sizes from %q: there are %d blocks to put them in: want as many: %w", len(sizes), p.name(), len(blocks), acl.ErrInvalid)
	}
	for i, size := range sizes {
		if size == 0 {
			return fmt.Errorf("%w (size %d of %d)", p.allocError(size, errSize), i+1, len(sizes))
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	failed, tried, err := p.tryMallocN(s, blocks, sizes)
	if engine.IsRefusal(err) {
		failed, err = p.allocReclaiming(s, blocks, sizes, err)
	}
	switch {
	case err == nil:
		return nil
	case !tried:
		return p.allocError(sizes[0], err)
	}
	if oom := p.outOfMemory(s, sizes[failed], err); oom != nil {
		oom.Index, oom.Together = failed, len(sizes)
		return oom
	}
	return fmt.Errorf("%w (size %d of %d, and none is allocated)", p.allocError(sizes[failed], err), failed+1, len(sizes))
}

// tryMallocN allocates blocks. If it fails, tried reports whether the engine was called, and
// failed is the index of the allocation that failed.
func (p *pool) tryMallocN(s *stream.Stream, blocks []Block, sizes []uint64) (failed int, tried bool, err error) {
	sh, err := p.enter(s)
	if err != nil {
		return 0, false, err
	}
	defer sh.stream.Unlock()
	ops := sh.list(len(sizes))
	for i, size := range sizes {
		ops[i].Chunk.Size = size
	}
	if failed, err := sh.lane.AllocN(ops); err != nil {
		return failed, true, err
	}
	for i := range ops {
		sh.counts.allocated(sizes[i])
		blocks[i] = sh.begin(ops[i].Chunk)
	}
	return 0, true, nil
}

// list returns n operations for the caller to fill in.
func (sh *shard) list(n int) []engine.Op {
	if n > len(sh.ops) {
		sh.ops = make([]engine.Op, n)
	}
	return sh.ops[:n]
}

// FreeAsyncN is [Pool.FreeAsync] for each block, in this order, with one call into C for
// all. All are checked first: where one cannot be freed, or comes twice, nothing has
// changed, and the error says which. When ACL refuses a free that block is lost, the
// others are freed, and the error is the first one's. If a free must be deferred and
// recording its event fails, nothing has changed either.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsyncN(s *stream.Stream, blocks []Block) error {
	return p.inner.freeN(s, blocks)
}

func (p *pool) freeN(s *stream.Stream, blocks []Block) error {
	for i, b := range blocks {
		if err := p.owns(b); err != nil {
			return freeErrorOf(blocks, i, err)
		}
	}
	if len(blocks) == 0 {
		return nil
	}
	sh, err := p.enter(s)
	if err != nil {
		return freeError(blocks[0], err)
	}
	if sh.hasAll(blocks) {
		err := sh.freeN(blocks)
		sh.stream.Unlock()
		return err
	}
	sh.stream.Unlock()
	locked, err := p.lockFor(sh, make(lockSet, 0, 8), nil, blocks...)
	if err != nil {
		return freeError(blocks[0], err)
	}
	defer locked.unlock()
	return sh.freeN(blocks)
}

// freeErrorOf returns the error of block i, and says which of several it is.
func freeErrorOf(blocks []Block, i int, err error) error {
	if len(blocks) > 1 {
		err = fmt.Errorf("number %d of %d: %w", i+1, len(blocks), err)
	}
	return freeError(blocks[i], err)
}

// hasAll reports whether no other stream has to do with blocks. The stream is locked.
func (sh *shard) hasAll(blocks []Block) bool {
	for _, b := range blocks {
		if b.slot.home != sh || len(b.slot.uses) > 0 {
			return false
		}
	}
	return true
}

// freeN frees blocks. All streams that allocated or use them are locked.
func (sh *shard) freeN(blocks []Block) (first error) {
	if n := endAll(blocks); n < len(blocks) {
		return freeErrorOf(blocks, n, blocks[n].freedError())
	}
	ops, listening := sh.list(len(blocks)), sh.pool.events.Listening()
	for i, b := range blocks {
		ops[i] = engine.Op{Chunk: b.slot.chunk, After: placesOf(sh, b, nil)}
		if listening {
			sh.emitFreed(b, ops[i].After)
		}
		sh.noteFree(b)
	}
	if failed, err := sh.lane.FreeN(ops); err != nil {
		reviveAll(blocks)
		if listening {
			for _, b := range blocks {
				sh.emit(memevent.Restored, b, nil)
			}
		}
		return freeErrorOf(blocks, failed, err)
	}
	for i, b := range blocks {
		if err := ops[i].Err; err != nil {
			sh.counts.lose(b.size)
			if first == nil {
				first = freeErrorOf(blocks, i, lostError(err))
			}
		} else {
			sh.counts.freed(b.size)
		}
		b.slot.end()
		ops[i] = engine.Op{}
	}
	return first
}

// endAll ends all blocks and returns their number. If one is not live, or is in the list
// twice, it ends none and returns the index of that one.
func endAll(blocks []Block) int {
	for i, b := range blocks {
		if !b.current() {
			reviveAll(blocks[:i])
			return i
		}
		b.slot.gen++
	}
	return len(blocks)
}

func reviveAll(blocks []Block) {
	for _, b := range blocks {
		b.slot.gen--
	}
}
