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

// FreeAsync frees a block in the order of s and returns at once; the host does not wait.
// The stream need not be the one that allocated the block, but its work so far must be
// ordered after every use of the block on other streams: the memory belongs to s now and
// is reused by its next allocation.
//
// The zero Block, a block of another pool, no stream and a stream of another device are
// [acl.ErrInvalid]. A block that was freed before is [acl.ErrClosed], also when its
// address is in use again, and nothing changes. When ACL refuses the free it is unknown
// what has become of the memory: the block is lost, which Stats counts and Close
// reports, and freeing it once more is [acl.ErrClosed]. If the free must be deferred, see
// [Pool.FreeAfter] and [Pool.Engine], and recording its event fails, the block stays live.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsync(s *stream.Stream, b Block) error { return p.inner.free(s, b) }

// FreePtr is FreeAsync for code that has nothing but the address, as C has. It frees the
// block that is live there now, and cannot see whether that is the one that the caller
// means: where an address has been freed and allocated again, a second free by a stale
// address hits the wrong block. It looks at all blocks of the pool, so prefer FreeAsync.
// An address where no block of this pool starts is [acl.ErrInvalid].
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreePtr(s *stream.Stream, ptr acl.DevicePtr) error {
	b, err := p.inner.at(ptr)
	if err != nil {
		return fmt.Errorf("mempool: free address %#x of %q: %w", uint64(ptr), p.Name(), err)
	}
	return p.inner.free(s, b)
}

// free frees a block in the order of s. It ends here unless other streams have to do with
// the block.
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
	lost, err := sh.lane.Free(slot.chunk, nil)
	if err != nil {
		err = sh.failedFree(b, lost, err)
	} else {
		sh.counts.freed(b.size)
		slot.end()
	}
	sh.stream.Unlock() // a defer shows in the time of a pair
	return err
}

// freeLocked frees a block on the stream of a shard and after places, with every stream
// locked that has to do with it.
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
	lost, err := sh.lane.Free(b.slot.chunk, after)
	if err != nil {
		return sh.failedFree(b, lost, err)
	}
	sh.counts.freed(b.size)
	b.slot.end()
	return nil
}

// failedFree counts a block as lost, or takes its end back.
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

// owns returns an error unless a block is one of the pool.
func (p *pool) owns(b Block) error {
	if !b.IsZero() && b.pool() == p {
		return nil
	}
	return p.notOwnedErr(b)
}

func (p *pool) notOwnedErr(b Block) error {
	if b.IsZero() {
		return acl.ErrInvalid
	}
	return fmt.Errorf("the block is not of %q: %w", p.name(), acl.ErrInvalid)
}

var errFreed = fmt.Errorf("it has been freed before: %w", acl.ErrClosed)

// at finds the block that starts at an address.
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
