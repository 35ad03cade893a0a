// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/pool/engine"
)

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

	// Reuse counts what allocations were made of. Only a device that counts it has it: on
	// others ReuseKnown is false.
	Reuse      ReuseCounts
	ReuseKnown bool // whether Reuse is counted
}

// ReuseCounts are counters of allocations, by what they were made of.
type ReuseCounts struct {
	SameStream    uint64 // cached memory of the same stream, or of no stream
	Event         uint64 // memory of another stream whose free happens before the allocation
	Opportunistic uint64 // memory of another stream that nothing orders before
	Internal      uint64 // memory of another stream, with a wait for its free
	Fresh         uint64 // memory that the pool had not reserved
}

// Cached returns the bytes that are reserved and not used.
func (s Stats) Cached() uint64 { return s.Reserved - s.Used }

// Sub returns s with the counters since old, an earlier state of the same pool. Everything
// that is no counter is that of s.
func (s Stats) Sub(old Stats) Stats {
	s.Lost -= old.Lost
	s.LostBytes -= old.LostBytes
	s.Mallocs -= old.Mallocs
	s.Frees -= old.Frees
	s.OutOfMemory -= old.OutOfMemory
	s.Reuse.SameStream -= old.Reuse.SameStream
	s.Reuse.Event -= old.Reuse.Event
	s.Reuse.Opportunistic -= old.Reuse.Opportunistic
	s.Reuse.Internal -= old.Reuse.Internal
	s.Reuse.Fresh -= old.Reuse.Fresh
	return s
}

// Stats returns the figures of the pool, all at one moment. It asks the streams with
// pending frees whether they have completed, and waits for nothing but calls of other
// goroutines that are under way. After Close it fails with [acl.ErrClosed].
//
// Source: aclrtMemPoolGetAttr, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT,
// ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT,
// ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH (uint64_t), acl_rt_memory_soma.h.
func (p *Pool) Stats() (Stats, error) {
	st, err := p.inner.stats()
	if err != nil {
		return Stats{}, fmt.Errorf("mempool: statistics of %q: %w", p.Name(), err)
	}
	return st, nil
}

func (p *pool) stats() (Stats, error) {
	p.engine.Poll()
	if err := p.freeze(); err != nil {
		return Stats{}, err
	}
	defer p.thaw()
	f, err := p.engine.Figures()
	if err != nil {
		return Stats{}, err
	}
	return p.statsOf(f, p.sums()), nil
}

// statsOf puts together what the engine and the pool count. The pool is frozen.
func (p *pool) statsOf(f engine.Figures, c counts) Stats {
	return Stats{
		MaxSize: p.maxSize,
		Used:    f.Used, Reserved: f.Reserved,
		UsedHigh: f.UsedHigh, ReservedHigh: f.ReservedHigh,
		Pending:     f.Pending,
		LiveBlocks:  c.live(),
		Requested:   c.requested,
		Lost:        f.Lost,
		LostBytes:   f.LostBytes,
		Mallocs:     c.mallocs,
		Frees:       c.frees,
		OutOfMemory: p.refused,
		Reuse:       ReuseCounts(f.Reuse),
		ReuseKnown:  f.ReuseKnown,
	}
}

// sums adds up what was counted on all streams. The pool is frozen.
func (p *pool) sums() counts {
	c := p.retired
	for _, sh := range p.shards.Load().byID {
		c.add(sh.counts)
	}
	return c
}

// ResetPeaks begins UsedHigh and ReservedHigh anew, from what is used and reserved now.
//
// Source: aclrtMemPoolSetAttr, ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH,
// ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, acl_rt_memory_soma.h.
func (p *Pool) ResetPeaks() error {
	if err := p.inner.resetPeaks(); err != nil {
		return fmt.Errorf("mempool: reset peaks of %q: %w", p.Name(), err)
	}
	return nil
}

func (p *pool) resetPeaks() error {
	if err := p.freeze(); err != nil {
		return err
	}
	defer p.thaw()
	return p.engine.ResetPeaks()
}
