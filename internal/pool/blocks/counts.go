// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Counts are the counters of one stream, or their sums. A block may be freed on another stream than it was
// allocated on, so the counters of one stream may wrap around; only sums over all streams have
// a meaning.
type Counts struct {
	Mallocs, Frees uint64 // calls that succeeded
	Lost           uint64 // blocks whose free failed at the call
	Requested      uint64 // bytes requested in live blocks
	Refused        uint64 // allocations that found no memory; only in sums
}

func (c *Counts) allocated(size uint64) {
	c.Mallocs++
	c.Requested += size
}

func (c *Counts) freed(size uint64) {
	c.Frees++
	c.Requested -= size
}

func (c *Counts) lose(size uint64) {
	c.Lost++
	c.Requested -= size
}

func (c *Counts) add(o Counts) {
	c.Mallocs += o.Mallocs
	c.Frees += o.Frees
	c.Lost += o.Lost
	c.Requested += o.Requested
	c.Refused += o.Refused
}

// Live returns the number of live blocks.
func (c *Counts) Live() uint64 { return c.Mallocs - c.Frees - c.Lost }

// sums returns the sums of all counters. The table is frozen.
func (t *Table) sums() Counts {
	c := t.counts
	for _, sh := range t.shards.Load().byID {
		c.add(sh.counts)
	}
	return c
}

// Figures returns the figures of the engine and the counters at one moment. It queries the
// streams with pending frees.
func (t *Table) Figures() (engine.Figures, Counts, error) {
	t.Engine.Poll()
	if err := t.Freeze(); err != nil {
		return engine.Figures{}, Counts{}, err
	}
	defer t.Thaw()
	f, err := t.Engine.Figures()
	return f, t.sums(), err
}

// NoteRefused counts an allocation that has found no memory.
func (t *Table) NoteRefused(s *core.Stream, size uint64) {
	t.mu.Lock()
	t.counts.Refused++
	t.mu.Unlock()
	t.emitExhausted(s, size)
}

// ForgetRefused takes NoteRefused back, for an allocation that is tried again.
func (t *Table) ForgetRefused() {
	t.mu.Lock()
	t.counts.Refused--
	t.mu.Unlock()
}
