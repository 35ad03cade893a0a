// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// slot is the pool's record of one block. All blocks of a slot are allocated on the same
// stream, that of its home, whose lock guards it. A free holds the lock of the home, too, so a
// block is freed only once without an atomic operation.
//
// Slots are reused. The generation distinguishes the blocks of one slot.
//
// A slot has the size of a cache line: with many blocks, loading it is most of the time that a
// free takes in this package.
type slot struct {
	home  *shard         // never changes
	gen   uint64         // increases when a block is freed
	chunk engine.Chunk   // memory of the live block; Size is 0 if there is none
	uses  []*core.Record // uses recorded by RecordUse
}

// Numbers of slots that are created at once. The first tier of a stream is small, because many
// streams are short-lived.
const (
	firstTier = 8
	largeTier = 64
)

// slot returns an idle slot.
func (sh *shard) slot() *slot {
	last := len(sh.idle) - 1
	if last < 0 {
		sh.grow()
		last = len(sh.idle) - 1
	}
	s := sh.idle[last]
	sh.idle = sh.idle[:last]
	return s
}

// grow creates a tier of slots.
func (sh *shard) grow() {
	n := largeTier
	if len(sh.tiers) == 0 {
		n = firstTier
	}
	tier := make([]slot, n)
	sh.tiers = append(sh.tiers, tier)
	for i := range tier {
		tier[i].home = sh
		sh.idle = append(sh.idle, &tier[n-1-i]) // reversed, so that the first one is used first
	}
}

// begin returns a new block with its slot.
func (sh *shard) begin(c engine.Chunk) Block {
	s := sh.slot()
	s.chunk = c
	sh.sites.allocated(s)
	b := s.block()
	if sh.table.checks {
		sh.checkAllocated(b)
	}
	if sh.table.events.Listening() {
		sh.emit(memevent.Allocated, b, nil)
	}
	return b
}

// end makes the slot of a block that was freed at a site idle.
func (s *slot) end(site caller.Site) {
	s.chunk.Size = 0
	s.home.sites.freed(s, site)
	s.releaseUses()
	s.home.idle = append(s.home.idle, s)
}
