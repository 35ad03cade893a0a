// SPDX-License-Identifier: Apache-2.0

package mempool

import "fmt"

// Stats is the state of a pool at one moment: Used is at most Reserved, which is at most
// MaxSize, also while others allocate. Sizes are bytes, rounded up to 2 MiB unless said
// otherwise. Counters never go back.
type Stats struct {
	MaxSize uint64 // the most that the pool can hold

	// Used is in live blocks, as ACL counts it; memory that was lost may be part of it.
	// Reserved is Used and what is cached for the next allocation.
	Used, Reserved uint64
	// UsedHigh and ReservedHigh are the most there has been since the pool was made, or
	// since ResetPeaks.
	UsedHigh, ReservedHigh uint64
	// Pending is the cached memory whose free is not known to have executed, at most: it
	// cannot be released before.
	Pending uint64

	LiveBlocks uint64 // blocks that have not been freed
	Requested  uint64 // bytes that were asked for in those, not rounded

	Lost      uint64 // counter: blocks whose free has failed
	LostBytes uint64 // counter: bytes in those

	Mallocs     uint64 // counter: allocations that succeeded
	Frees       uint64 // counter: frees that succeeded
	OutOfMemory uint64 // counter: allocations that found no memory
}

// Cached answers the bytes that are reserved and not used.
func (s Stats) Cached() uint64 { return s.Reserved - s.Used }

// Stats takes the figures of the pool, all at one moment. It asks the streams with
// pending frees whether they have finished, and waits for nothing but calls of other
// goroutines that are under way. After Close it fails with [acl.ErrClosed].
//
// Source: aclrtMemPoolGetAttr, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT,
// ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT,
// ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH (uint64_t), acl_rt_memory_soma.h.
func (p *Pool) Stats() (Stats, error) {
	st, err := p.inner().stats()
	if err != nil {
		return Stats{}, fmt.Errorf("mempool: statistics of %q: %w", p.Name(), err)
	}
	return st, nil
}

func (p *pool) stats() (Stats, error) {
	if p == nil {
		return Stats{}, errNone
	}
	p.learn()
	if err := p.freeze(); err != nil {
		return Stats{}, err
	}
	defer p.thaw()
	return p.frozenStats()
}

func (p *pool) frozenStats() (Stats, error) {
	f, err := p.engine.figures()
	if err != nil {
		return Stats{}, err
	}
	c, pending := p.sums()
	late := p.late()
	f.used -= late // ACL has not been told of these frees
	return Stats{
		MaxSize: p.maxSize,
		Used:    f.used, Reserved: f.reserved,
		UsedHigh:     max(f.usedHigh, p.peaks.used, f.used),
		ReservedHigh: max(f.reservedHigh, p.peaks.reserved, f.reserved),
		Pending:      min(pending+late, f.reserved-f.used),
		LiveBlocks:   c.live(),
		Requested:    c.requested,
		Lost:         c.lost,
		LostBytes:    c.lostBytes,
		Mallocs:      c.mallocs,
		Frees:        c.frees,
		OutOfMemory:  p.refused,
	}, nil
}

// sums adds up what was counted on all streams. The pool is frozen.
func (p *pool) sums() (c counts, pending uint64) {
	c = p.retired
	for _, sh := range p.shards.Load().byID {
		c.add(sh.counts)
		pending += sh.frees.of(sh.stream)
	}
	return c, pending
}

// ResetPeaks begins UsedHigh and ReservedHigh anew, from what is used and reserved now.
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH,
// ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, acl_rt_memory_soma.h.
func (p *Pool) ResetPeaks() error {
	if err := p.inner().resetPeaks(); err != nil {
		return fmt.Errorf("mempool: reset peaks of %q: %w", p.Name(), err)
	}
	return nil
}

// resetPeaks keeps the figures of the moment, since ACL sets its peaks to 0 and not to
// them.
func (p *pool) resetPeaks() error {
	if err := p.freeze(); err != nil {
		return err
	}
	defer p.thaw()
	f, err := p.engine.figures()
	if err == nil {
		err = p.engine.resetPeaks()
	}
	if err == nil {
		f.used -= p.late()
		p.peaks = f
	}
	return err
}
