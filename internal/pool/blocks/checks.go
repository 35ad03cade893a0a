// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	checker "github.com/ascend-go/aclpool/internal/hazard"
	"github.com/ascend-go/aclpool/internal/order"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// The checks of stream order get allocations and frees when the program makes them, whatever
// the engine does later.

// inChecks returns the block as the checks know it.
func (b Block) inChecks() checker.Block {
	return checker.Block{Range: b.memory(), Rounded: b.Rounded(), Pool: b.Table().Name()}
}

func (b Block) memory() checker.Range { return core.DeviceRange(b.addr, b.size) }

// checkAllocated notes an allocation on the stream of the shard, which is locked.
func (sh *shard) checkAllocated(b Block) {
	at := sh.sites.of(b.slot)
	sh.stream.Allocated(b.inChecks(), at.made)
	at.madeBy = sh.stream.Past("malloc", sh.stream.Place().Pos, at.made)
}

// checkFree notes a free at a site, on the stream of the shard and after places. It comes before the engine
// frees the block. An error refuses the free. The streams that the free depends on are locked.
func (sh *shard) checkFree(b Block, places []engine.Place, site caller.Site) error {
	after := stampsOf(b, places, sh.stamps[:0])
	err := sh.stream.Freeing(b.memory(), after, site)
	for _, s := range after {
		sh.stream.Device.ReleaseStamp(s)
	}
	clear(after)
	sh.stamps = after
	if err == nil {
		at := b.slot.home.sites.of(b.slot)
		at.freedBy, at.freedByGen = sh.stream.Past("free", sh.stream.Place().Pos+1, site), b.gen
		at.freedMade = at.madeBy
	}
	return err
}

// stampsOf appends the stamps of places, and of the recorded uses of a block.
func stampsOf(b Block, places []engine.Place, after []order.Stamp) []order.Stamp {
	for _, at := range places {
		if at.Record == nil {
			after = append(after, at.Stream.Here())
		} else {
			after = append(after, at.Record.Stamp())
		}
	}
	for _, r := range b.slot.uses {
		after = append(after, r.Stamp())
	}
	return after
}

// checkFrees is checkFree for several blocks. If one is refused it returns its index, and
// nothing is noted. If none is, the index is 0.
func (sh *shard) checkFrees(blocks []Block, site caller.Site) (refused int, err error) {
	if !sh.table.checks {
		return 0, nil
	}
	for i, b := range blocks {
		if err := sh.checkFree(b, nil, site); err != nil {
			for _, before := range blocks[:i] {
				sh.freeFailed(before)
			}
			return i, err
		}
	}
	return 0, nil
}

// freeFailed takes checkFree back.
func (sh *shard) freeFailed(b Block) {
	if sh.table.checks {
		sh.stream.Device.FreeFailed(b.memory())
	}
}

// freedAgain is freedError of a second free on the stream of the shard. The stream of the home
// is locked, too.
func (sh *shard) freedAgain(b Block) error {
	err := b.freedError()
	if !sh.table.checks {
		return err
	}
	f := checker.Finding{Block: b.inChecks()}
	if at := b.slot.home.sites.of(b.slot); at.freedByGen == b.gen {
		f.First, f.Freed, f.Allocated = at.freedBy, at.freedBy, at.freedMade
	}
	return sh.stream.FreedAgain(f, err)
}

// checkClosed notes that live blocks are freed with the pool. All streams are locked.
func (t *Table) checkClosed() {
	if !t.checks {
		return
	}
	for b := range t.all() {
		t.Device.HostFreed(b.memory())
	}
}
