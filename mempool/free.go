// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// FreeAsync frees a block in the order of s. It returns at once; the host does not wait. The
// stream may be another one than the one that allocated the block. Its work so far must be
// ordered after every use of the block on other streams: the memory then belongs to s, and the
// next allocation on s may reuse it.
//
// It returns [acl.ErrInvalid] for the zero Block, a block of another pool, a nil stream and a
// stream of another device. It returns [acl.ErrClosed] and changes nothing if the block was
// freed before, even if another block has its address by then.
//
// If ACL refuses the free, the state of the memory is unknown. The block is then lost: it
// cannot be freed again, Stats counts it, and Close reports it. If the free must be deferred
// (see [Pool.FreeAfter] and [Pool.Engine]) and its event cannot be recorded, the block stays
// live.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsync(s *stream.Stream, b Block) error { return p.inner.free(s, b) }

// FreePtr is FreeAsync for code that has only the address of a block, such as C code. It frees
// the live block that starts at the address. It cannot tell whether that is the block that the
// caller means: if the address was freed and allocated again, a second free by the old address
// frees the wrong block. It searches all blocks of the pool, so FreeAsync is faster, too. It
// returns [acl.ErrInvalid] if no live block of this pool starts at the address.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreePtr(s *stream.Stream, ptr acl.DevicePtr) error {
	b, err := p.inner.at(ptr)
	if err != nil {
		return fmt.Errorf("mempool: free address %#x of %q: %w", uint64(ptr), p.Name(), err)
	}
	return p.inner.free(s, b)
}

// free frees a block in the order of s. If the block was allocated on another stream or has
// other users, it calls freeLocked.
func (p *pool) free(s *stream.Stream, b Block) error {
	if b.IsZero() || b.slot.home.pool != p {
		return freeError(b, p.notOwnedErr(b))
	}
	sh, err := p.enter(s)
	if err != nil {
		return freeError(b, err)
	}
	slot := b.slot
	if slot.home != sh || len(slot.uses) > 0 {
		sh.stream.Unlock()
		return p.freeLocked(sh, b, nil)
	}
	if slot.gen != b.gen {
		err := b.freedError()
		sh.stream.Unlock()
		return freeError(b, err)
	}
	slot.gen++
	if p.events.Listening() {
		sh.emitFreed(b, nil)
	}
	sh.noteFree(b)
	lost, err := sh.lane.Free(slot.chunk, nil)
	if err != nil {
		err = sh.failedFree(b, lost, err)
	} else {
		sh.counts.freed(b.size)
		slot.end()
	}
	sh.stream.Unlock() // not deferred: a defer is measurable here
	return err
}

// freeLocked frees a block on the stream of a shard, after places. It locks all streams that
// the free depends on.
func (p *pool) freeLocked(sh *shard, b Block, places []engine.Place) error {
	var buf [8]*core.Stream
	locked, err := p.lockFor(sh, buf[:0], places, b)
	if err != nil {
		return freeError(b, err)
	}
	defer locked.unlock()
	if !b.current() {
		return freeError(b, b.freedError())
	}
	b.slot.gen++
	after := placesOf(sh, b, places)
	if p.events.Listening() {
		sh.emitFreed(b, after)
	}
	sh.noteFree(b)
	lost, err := sh.lane.Free(b.slot.chunk, after)
	if err != nil {
		return sh.failedFree(b, lost, err)
	}
	sh.counts.freed(b.size)
	b.slot.end()
	return nil
}

// failedFree counts a block as lost, or restores it.
func (sh *shard) failedFree(b Block, lost bool, err error) error {
	if !lost {
		b.slot.gen--
		if sh.pool.events.Listening() {
			sh.emit(memevent.Restored, b, nil)
		}
		return freeError(b, err)
	}
	sh.counts.lose(b.size)
	b.slot.end()
	return freeError(b, lostError(err))
}

func lostError(err error) error { return fmt.Errorf("the block is lost: %w", err) }

func freeError(b Block, err error) error { return fmt.Errorf("mempool: free %s: %w", b, err) }

// owns returns an error if a block does not belong to the pool.
func (p *pool) owns(b Block) error {
	if !b.IsZero() && b.pool() == p {
		return nil
	}
	return p.notOwnedErr(b)
}

// notOwnedErr names the pool of the call. The text of a block names its own.
func (p *pool) notOwnedErr(b Block) error {
	if b.IsZero() {
		return fmt.Errorf("pool %q was given the zero Block, which is no memory: %w", p.name(), acl.ErrInvalid)
	}
	return fmt.Errorf("pool %q was given a block that is not its own: %w", p.name(), acl.ErrInvalid)
}

var errFreed = fmt.Errorf("it has been freed before: %w", acl.ErrClosed)

// at returns the live block that starts at an address.
func (p *pool) at(ptr acl.DevicePtr) (Block, error) {
	if err := p.freeze(); err != nil {
		return Block{}, err
	}
	defer p.thaw()
	for b := range p.blocks() {
		switch {
		case b.ptr == ptr:
			return b, nil
		case b.ptr < ptr && ptr < b.ptr+acl.DevicePtr(b.Rounded()):
			return Block{}, fmt.Errorf("it is inside the %s: %w", b, acl.ErrInvalid)
		}
	}
	return Block{}, fmt.Errorf("no block of the pool is there: %w", acl.ErrInvalid)
}
