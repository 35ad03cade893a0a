// SPDX-License-Identifier: Apache-2.0

package mempool

import "fmt"

// Stats are the statistics of a pool at one moment. Used is at most Reserved, which is at most
// MaxSize, also while other goroutines allocate. Sizes are in bytes, rounded up to 2 MiB
// unless said otherwise. Counters never decrease.
type Stats struct {
	MaxSize uint64 // largest size of the pool

	// Used is the memory in live blocks, as ACL counts it. It may include lost memory.
	// Reserved is Used and what is cached for the next allocations.
	Used, Reserved uint64
	// UsedHigh and ReservedHigh are the peaks since the pool was created or since ResetPeaks.
	UsedHigh, ReservedHigh uint64
	// Pending is an upper bound of the cached memory whose free may not have executed. Such
	// memory cannot be returned to the device yet.
	Pending uint64

	LiveBlocks uint64 // blocks that have not been freed
	Requested  uint64 // requested bytes of live blocks, not rounded

	// Lost counts blocks whose free failed. Another sense of the word has acl.Object.Lost:
	// an object that the program has let go of.
	Lost      uint64
	LostBytes uint64 // counter: bytes of lost blocks

	Mallocs     uint64 // counter: allocations that succeeded
	Frees       uint64 // counter: frees that succeeded
	OutOfMemory uint64 // counter: allocations that failed for lack of memory

	// Reuse counts allocations by the memory they took, as the device does, and so includes
	// the granule that a pool keeps allocated where it needs that (docs/releases.md), which
	// Mallocs does not. Only some devices count them: on others, ReuseKnown is false.
	Reuse      ReuseCounts
	ReuseKnown bool // whether Reuse is counted
}

// ReuseCounts are counters of allocations by the memory they took.
type ReuseCounts struct {
	SameStream    uint64 // cached memory of the same stream, or without an owner
	Event         uint64 // memory of another stream whose free happens before the allocation
	Opportunistic uint64 // memory of another stream whose free is not ordered before it
	Internal      uint64 // memory of another stream, after a wait for its free
	Fresh         uint64 // memory that was not reserved before
}

// Cached returns how many bytes are reserved and not used.
func (s Stats) Cached() uint64 { return s.Reserved - s.Used }

// Sub returns s with the counters of old, earlier statistics of the same pool, subtracted from
// its counters. All other fields are those of s.
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

// Stats returns the statistics of the pool at one moment. It queries the streams with pending
// frees, and does not wait for them. It returns [acl.ErrClosed] after Close.
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
	f, c, err := p.blocks.Figures()
	if err != nil {
		return Stats{}, err
	}
	return Stats{
		MaxSize: p.maxSize(),
		Used:    f.Used, Reserved: f.Reserved,
		UsedHigh: f.UsedHigh, ReservedHigh: f.ReservedHigh,
		Pending:     f.Pending,
		LiveBlocks:  c.Live(),
		Requested:   c.Requested,
		Lost:        f.Lost,
		LostBytes:   f.LostBytes,
		Mallocs:     c.Mallocs,
		Frees:       c.Frees,
		OutOfMemory: c.Refused,
		Reuse:       ReuseCounts(f.Reuse),
		ReuseKnown:  f.ReuseKnown,
	}, nil
}

// ResetPeaks sets UsedHigh and ReservedHigh to what is used and reserved now.
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
	if err := p.blocks.Freeze(); err != nil {
		return err
	}
	defer p.blocks.Thaw()
	return p.engine.ResetPeaks()
}
