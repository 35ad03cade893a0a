// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// slot is the entry of one block in the books. It belongs for ever to the stream that its
// blocks are allocated on, its home, whose lock guards it: whoever frees a block holds the
// lock of its home too. So no atomic operation is needed to free a block only once.
//
// Slots are used again and again; the generation tells the blocks of one slot apart.
//
// A slot is as large as a line of the processor's cache: with many blocks, fetching it
// is most of what a free waits for here.
type slot struct {
	home  *shard         // never changes
	gen   uint64         // increases when a block is freed
	chunk engine.Chunk   // of the live block; Size is 0 while there is none
	uses  []*core.Record // by RecordUse
}

// tierSizes are how many slots a stream gets at once: few at first, for streams that
// live shortly.
const (
	firstTier = 8
	largeTier = 64
)

// slot takes an idle slot.
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

// grow makes new slots.
func (sh *shard) grow() {
	n := largeTier
	if len(sh.tiers) == 0 {
		n = firstTier
	}
	tier := make([]slot, n)
	sh.tiers = append(sh.tiers, tier)
	for i := range tier {
		tier[i].home = sh
		sh.idle = append(sh.idle, &tier[n-1-i]) // so that the first goes out first
	}
}

// begin makes a slot that of a new block.
func (sh *shard) begin(c engine.Chunk) Block {
	s := sh.slot()
	s.chunk = c
	sh.sites.allocated(s)
	b := s.block()
	if sh.pool.events.Listening() {
		sh.emit(memevent.Allocated, b, nil)
	}
	return b
}

// end gives the slot of a block back that is no longer live.
func (s *slot) end() {
	s.chunk.Size = 0
	s.home.sites.freed(s)
	s.releaseUses()
	s.home.idle = append(s.home.idle, s)
}
