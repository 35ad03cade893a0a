// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"runtime"
	"slices"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/stream"
)

// MallocAsyncN is [Pool.MallocAsync] for each of sizes, with one call into C for all: for
// what is needed together, such as the buffers of a layer. blocks[i] becomes the block of
// sizes[i]; both must be of one length.
//
// It is all or nothing. When one allocation fails, those before it are freed again in the
// order of s and blocks is left alone: used is what it was, reserved and the peaks may be
// higher. The errors are those of MallocAsync; blocks of another length are
// [acl.ErrInvalid].
//
// Source: aclrtMemPoolMallocAsync, aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) MallocAsyncN(s *stream.Stream, blocks []Block, sizes []uint64) error {
	return p.inner().mallocN(s, blocks, sizes)
}

func (p *pool) mallocN(s *stream.Stream, blocks []Block, sizes []uint64) error {
	if p == nil {
		return p.allocError(0, errNone)
	}
	if len(blocks) != len(sizes) {
		return fmt.Errorf("mempool: allocate %d sizes from %q: there are %d blocks to put them in: want as many: %w", len(sizes), p.name(), len(blocks), acl.ErrInvalid)
	}
	var total uint64
	for _, size := range sizes {
		rounded, ok := roundUp(size)
		if size == 0 || !ok {
			return p.allocError(size, errSize)
		}
		if total += rounded; total < rounded {
			return p.allocError(size, fmt.Errorf("all %d together exceed 64 bits: %w", len(sizes), acl.ErrInvalid))
		}
	}
	if len(sizes) == 0 {
		return nil
	}
	sh, err := p.enter(s)
	if err != nil {
		return p.allocError(total, err)
	}
	got, err := p.takeN(sh, sizes, total)
	if err != nil && exhausted(err) && p.reclaims(total) {
		sh.stream.Unlock()
		p.reclaim()
		if sh, err = p.enter(s); err != nil {
			return p.allocError(total, err)
		}
		got, err = p.takeN(sh, sizes, total)
	}
	if err != nil {
		size := sizes[min(got, len(sizes)-1)]
		rounded, _ := roundUp(size)
		return fmt.Errorf("%w (allocation %d of %d, and none is left of those before)", p.noMemory(sh, size, rounded, err), got+1, len(sizes))
	}
	for i, op := range sh.ops[:len(sizes)] {
		blocks[i] = p.allocated(sh, op.Addr, sizes[i])
	}
	sh.stream.Unlock()
	return nil
}

// takeN allocates on the stream of a shard, which is locked, and leaves the addresses in
// its operations. When one fails it frees those before, and answers how many there were.
func (p *pool) takeN(sh *shard, sizes []uint64, total uint64) (got int, err error) {
	largest, _ := roundUp(slices.Max(sizes))
	if err := p.makeRoom(sh, total, largest); err != nil {
		return 0, err
	}
	ops := sh.batch(len(sizes))
	for i, size := range sizes {
		rounded, _ := roundUp(size)
		ops[i].SetMalloc(rounded, sh.stream.Handle)
	}
	err = p.engine.batch(ops)
	if err == nil {
		return len(sizes), nil
	}
	for got < len(ops) && ops[got].Code == driver.Success {
		got++
	}
	p.giveBackN(sh, ops[:got], sizes)
	return got, err
}

// giveBackN frees the allocations of a batch that has failed further on.
func (p *pool) giveBackN(sh *shard, ops []driver.BatchOp, sizes []uint64) {
	if len(ops) == 0 {
		return
	}
	for i := range ops {
		ops[i].SetFree(ops[i].Addr, sh.stream.Handle)
	}
	err := p.engine.batch(ops)
	for i := range ops {
		rounded, _ := roundUp(sizes[i])
		if ops[i].Code == driver.Success {
			sh.frees.note(sh.stream, rounded)
			continue
		}
		sh.counts.allocated(sizes[i])
		sh.counts.lose(sizes[i], rounded)
		p.log.Warn("aclpool: block lost: its free failed",
			zap.Stringer("object", p.node), zap.Uint64("bytes", sizes[i]), zap.Error(err))
	}
}

// FreeAsyncN is [Pool.FreeAsync] for each block, in this order, with one call into C for
// all. All are checked first: where one is not to be freed, or comes twice, nothing has
// changed, and the error tells which. When ACL refuses a free that block is lost, the
// others are freed, and the error is the first one's. When a free has to wait behind a
// place that cannot be marked, nothing has changed either.
//
// Source: aclrtMemPoolFreeAsync, acl_rt_memory_soma.h.
func (p *Pool) FreeAsyncN(s *stream.Stream, blocks []Block) error {
	return p.inner().freeN(s, blocks)
}

func (p *pool) freeN(s *stream.Stream, blocks []Block) error {
	if p == nil {
		return fmt.Errorf("mempool: free %d blocks: %w", len(blocks), errNone)
	}
	alone := false // some are used elsewhere, so each has marks of its own
	for _, b := range blocks {
		if err := p.owns(b); err != nil {
			return freeError(b, err)
		}
		alone = alone || b.slot.uses.version.Load() != 0
	}
	if len(blocks) == 0 {
		return nil
	}
	var waits []behind
	if alone {
		var err error
		if waits, err = p.marksOfAll(s, blocks); err != nil {
			return err
		}
	}
	sh, err := p.enter(s)
	if err != nil {
		p.giveAllOf(waits)
		return freeError(blocks[0], err)
	}
	outdated, err := p.endAll(sh, blocks, waits)
	if err == nil && !outdated {
		err = p.freedN(sh, blocks, waits)
		waits = nil
	}
	sh.stream.Unlock()
	p.giveAllOf(waits)
	if outdated {
		return p.freeN(s, blocks)
	}
	return err
}

// marksOfAll is marksOf for each block.
func (p *pool) marksOfAll(s *stream.Stream, blocks []Block) (all []behind, err error) {
	for _, b := range blocks {
		w, err := p.marksOf(s, b, nil)
		if err != nil {
			p.giveAllOf(all)
			return nil, freeError(b, err)
		}
		all = append(all, w)
	}
	return all, nil
}

func (p *pool) giveAllOf(waits []behind) {
	for _, w := range waits {
		p.marks.giveAll(w.marks)
	}
}

// endAll takes the life of all blocks, or of none: not where a use of one has been noted
// since its marks were made, which is no error, and not where a free has to wait behind a
// place that cannot be marked.
func (p *pool) endAll(sh *shard, blocks []Block, waits []behind) (outdated bool, err error) {
	n, contested := claimAll(blocks)
	if contested { // of lists that have blocks in common one gets through
		p.contest.Lock()
		defer p.contest.Unlock()
		for contested {
			runtime.Gosched()
			n, contested = claimAll(blocks)
		}
	}
	if n < len(blocks) {
		return false, freeError(blocks[n], errFreed)
	}
	outdated, err = p.markPlaces(sh, blocks, waits)
	for _, b := range blocks {
		if outdated || err != nil {
			b.unclaim()
		} else {
			b.endClaimed()
		}
	}
	return outdated, err
}

// markPlaces marks a place of the stream for each free that has to wait, and leaves them
// in the shard. The blocks are claimed.
func (p *pool) markPlaces(sh *shard, blocks []Block, waits []behind) (outdated bool, err error) {
	sh.places = sh.places[:0]
	for i, b := range blocks {
		w := waitsOf(waits, i)
		outdated = w.outdated(b)
		if !outdated && p.mustWait(sh, b, w.marks) {
			var k mark
			if k, err = p.marks.set(sh.stream); err == nil {
				sh.places = append(sh.places, k)
			} else {
				err = freeError(b, err)
			}
		}
		if outdated || err != nil {
			p.marks.giveAll(sh.places)
			return outdated, err
		}
	}
	return false, nil
}

// waitsOf answers what block i has to wait for: nothing where no block has.
func waitsOf(waits []behind, i int) (w behind) {
	if waits != nil {
		w = waits[i]
	}
	return w
}

// claimAll claims all blocks, or none when it answers fewer: the next one has been freed,
// or is claimed by another list.
func claimAll(blocks []Block) (n int, contested bool) {
	for i, b := range blocks {
		ok, contested := b.claim()
		if ok {
			continue
		}
		contested = contested && !slices.Contains(blocks[:i], b)
		for _, claimed := range blocks[:i] {
			claimed.unclaim()
		}
		return i, contested
	}
	return len(blocks), false
}

// freedN is freed for blocks that endAll has ended. They go one by one where some have to
// wait.
func (p *pool) freedN(sh *shard, blocks []Block, waits []behind) (first error) {
	if places := sh.places; len(places) > 0 {
		for i, b := range blocks {
			if others := waitsOf(waits, i).marks; p.mustWait(sh, b, others) {
				p.freedLate(sh, b, places[0], others)
				places = places[1:]
			} else if err := p.freed(sh, b, nil); err != nil && first == nil {
				first = freeError(b, err)
			}
		}
		return first
	}
	ops := sh.batch(len(blocks))
	for i, b := range blocks {
		ops[i].SetFree(driver.Addr(b.ptr), sh.stream.Handle)
	}
	err := p.engine.batch(ops)
	for i, b := range blocks {
		failed := err
		if ops[i].Code == driver.Success {
			failed = nil
		}
		if lost := p.outcome(sh, b, failed); lost != nil && first == nil {
			first = freeError(b, lost)
		}
	}
	return first
}

// batch answers n operations of the shard, for one batch.
func (sh *shard) batch(n int) []driver.BatchOp {
	if n > len(sh.ops) {
		sh.ops = make([]driver.BatchOp, n)
	}
	return sh.ops[:n]
}
