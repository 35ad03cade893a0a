// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// The errors of a call with a block that has been freed at an unknown place.
var (
	errFreed         = fmt.Errorf("it has been freed before: %w", errclass.Closed)
	errFreedNoStacks = fmt.Errorf("it has been freed before; with acl.WithLeakStacks this text says where: %w", errclass.Closed)
)

// Free frees a block in the order of a stream. If the block was allocated on another stream or
// has recorded uses, it calls freeLocked.
func (t *Table) Free(s *core.Stream, b Block) error {
	if !t.Has(b) {
		return t.CheckOwned(b)
	}
	sh, err := t.enter(s)
	if err != nil {
		return err
	}
	slot := b.slot
	if slot.home != sh || len(slot.uses) > 0 {
		sh.stream.Unlock()
		return sh.freeLocked(b, nil)
	}
	if slot.gen != b.gen {
		err := sh.freedAgain(b)
		sh.stream.Unlock()
		return err
	}
	site := sh.sites.here()
	if t.checks {
		if err := sh.checkFree(b, nil, site); err != nil {
			sh.stream.Unlock()
			return err
		}
	}
	slot.gen++
	if t.events.Listening() {
		sh.emitFreed(b, nil)
	}
	sh.noteFree(b, site)
	lost, err := sh.lane.Free(slot.chunk, nil)
	if err != nil {
		err = sh.failedFree(b, lost, site, err)
	} else {
		sh.counts.freed(b.size)
		slot.end(site)
	}
	sh.stream.Unlock() // not deferred: a defer is measurable here
	return err
}

// FreeAfter frees a block of this pool in the order of a stream and after places.
func (t *Table) FreeAfter(s *core.Stream, b Block, places []engine.Place) error {
	sh, err := t.shardOf(s)
	if err != nil {
		return err
	}
	return sh.freeLocked(b, places)
}

// freeLocked frees a block on the stream of the shard, after places. It locks all streams that
// the free depends on.
func (sh *shard) freeLocked(b Block, places []engine.Place) error {
	var buf [8]*core.Stream
	locked, err := sh.lockFor(b, places, buf[:0])
	if err != nil {
		return err
	}
	defer locked.unlock()
	if !b.current() {
		return sh.freedAgain(b)
	}
	site := sh.sites.here()
	if sh.table.checks {
		if err := sh.checkFree(b, places, site); err != nil {
			return err
		}
	}
	b.slot.gen++
	after := sh.placesOf(b, places)
	if sh.table.events.Listening() {
		sh.emitFreed(b, after)
	}
	sh.noteFree(b, site)
	lost, err := sh.lane.Free(b.slot.chunk, after)
	if err != nil {
		return sh.failedFree(b, lost, site, err)
	}
	sh.counts.freed(b.size)
	b.slot.end(site)
	return nil
}

// failedFree counts a block as lost, or restores it.
func (sh *shard) failedFree(b Block, lost bool, site caller.Site, err error) error {
	if !lost {
		b.slot.gen--
		sh.freeFailed(b)
		if sh.table.events.Listening() {
			sh.emit(memevent.Restored, b, nil)
		}
		return err
	}
	sh.counts.lose(b.size)
	b.slot.end(site)
	return lostError(err)
}

func lostError(err error) error { return fmt.Errorf("the block is lost: %w", err) }
