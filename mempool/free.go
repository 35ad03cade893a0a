// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/stream"
)

// FreeAsync frees a block in the order of s and returns at once; the host does not wait.
// The stream need not be the one that allocated the block, but its work so far must be
// ordered behind every use of the block on other streams: the memory belongs to s now and
// serves its next allocation.
//
// The zero Block, a block of another pool, no stream and a stream of another device are
// [acl.ErrInvalid]. A block that was freed before is [acl.ErrClosed], also when its
// address is in use again, and nothing changes. When ACL refuses the free, nobody can
// tell what has become of the memory: the block is lost, which Stats counts and Close
// reports, and freeing it once more is [acl.ErrClosed]. Where the free has to wait, see
// [Pool.FreeAfter] and [Pool.Engine], and its place on s cannot be marked, the block lives.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsync(s *stream.Stream, b Block) error { return p.inner().free(s, b, nil) }

// FreePtr is FreeAsync for code that has nothing but the address, as C has. It frees the
// block that lives there now, and cannot see whether that is the one that the caller
// means: where an address has been freed and allocated again, a second free by a stale
// address hits the wrong block. It looks at all blocks of the pool, so prefer FreeAsync.
// An address where no block of this pool starts is [acl.ErrInvalid].
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreePtr(s *stream.Stream, ptr acl.DevicePtr) error {
	b, err := p.inner().at(ptr)
	if err != nil {
		return fmt.Errorf("mempool: free address %#x of %q: %w", uint64(ptr), p.Name(), err)
	}
	return p.free(s, b, nil)
}

// free frees a block in the order of s and behind others.
func (p *pool) free(s *stream.Stream, b Block, others []*core.Stream) error {
	if err := p.tryFree(s, b, others); err != nil {
		return freeError(b, err)
	}
	return nil
}

func freeError(b Block, err error) error { return fmt.Errorf("mempool: free %s: %w", b, err) }

func (p *pool) tryFree(s *stream.Stream, b Block, others []*core.Stream) error {
	if !p.has(b) {
		return p.disowns(b)
	}
	var w behind
	var err error
	if len(others) > 0 || b.slot.uses.version.Load() != 0 {
		if w, err = p.marksOf(s, b, others); err != nil {
			return err
		}
	}
	sh, err := p.enter(s)
	if err != nil {
		p.marks.giveAll(w.marks)
		return err
	}
	switch {
	case !b.end():
		p.marks.giveAll(w.marks)
		err = errFreed
	case w.outdated(b):
		b.revive()
		sh.stream.Unlock()
		p.marks.giveAll(w.marks)
		return p.tryFree(s, b, others)
	default:
		err = p.freed(sh, b, w.marks)
	}
	sh.stream.Unlock() // a defer shows in the time of a pair
	return err
}

// owns checks that a block is one of the pool.
func (p *pool) owns(b Block) error {
	if p.has(b) {
		return nil
	}
	return p.disowns(b)
}

// has reports whether a block is one of the pool.
func (p *pool) has(b Block) bool { return p != nil && !b.IsZero() && b.slot.pool == p }

// disowns answers why a block is not one of the pool.
func (p *pool) disowns(b Block) error {
	switch {
	case p == nil:
		return errNone
	case b.IsZero():
		return acl.ErrInvalid
	}
	return fmt.Errorf("the block is not of %q: %w", p.name(), acl.ErrInvalid)
}

var errFreed = fmt.Errorf("it has been freed before: %w", acl.ErrClosed)

// freed tells ACL of a free, or keeps it until it may be told. The stream of the shard is
// locked, and the life of the block is over, unless the place cannot be marked behind
// which the free would have to wait.
func (p *pool) freed(sh *shard, b Block, others []mark) error {
	if !p.mustWait(sh, b, others) {
		return p.outcome(sh, b, p.engine.free(sh.stream, driver.Addr(b.ptr)))
	}
	k, err := p.marks.set(sh.stream)
	if err != nil {
		p.marks.giveAll(others)
		b.revive()
		return err
	}
	p.freedLate(sh, b, k, others)
	return nil
}

// mustWait reports whether the free of a block on the stream of a shard is late.
func (p *pool) mustWait(sh *shard, b Block, others []mark) bool {
	return len(others) > 0 || p.guards.defers && b.slot.home != sh.stream
}

// outcome notes how the free of a block came out.
func (p *pool) outcome(sh *shard, b Block, err error) error {
	b.slot.uses.end()
	rounded := b.Rounded()
	if err != nil {
		sh.counts.lose(b.size, rounded)
		p.log.Warn("aclpool: block lost: its free failed", zap.Stringer("block", b), zap.Error(err))
		err = fmt.Errorf("the block is lost: %w", err)
	} else {
		sh.counts.freed(b.size)
		sh.frees.note(sh.stream, rounded)
	}
	sh.giveBack(b.slot, &p.depot)
	return err
}

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
