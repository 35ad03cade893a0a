// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// FreeN frees n blocks of this pool in the order of a stream. fill writes them to a slice, which
// may happen twice. All are checked before one is freed. If FreeN fails, it returns the index of
// the first block that failed, or None.
func (t *Table) FreeN(s *core.Stream, n int, fill func([]Block)) (failed int, err error) {
	sh, err := t.enter(s)
	if err != nil {
		return None, err
	}
	list := sh.listOf(n)
	fill(list)
	if sh.hasAll(list) {
		failed, err := sh.freeN(list)
		sh.stream.Unlock()
		return failed, err
	}
	set := make(lockSet, 0, 8)
	for _, b := range list {
		set = append(set, b.slot.home.stream)
	}
	sh.stream.Unlock() // and the list may be another's
	locked, err := sh.lockWith(set)
	if err != nil {
		return None, err
	}
	defer locked.unlock()
	list = sh.listOf(n)
	fill(list)
	return sh.freeN(list)
}

// listOf returns n blocks for the caller to fill in. The stream is locked.
func (sh *shard) listOf(n int) []Block {
	if n > len(sh.list) {
		sh.list = make([]Block, n)
	}
	return sh.list[:n]
}

// hasAll reports whether no other stream has to do with blocks. The stream is locked.
func (sh *shard) hasAll(blocks []Block) bool {
	for _, b := range blocks {
		if b.slot.home != sh || len(b.slot.uses) > 0 {
			return false
		}
	}
	return true
}

// freeN frees blocks. All streams that allocated or use them are locked.
func (sh *shard) freeN(blocks []Block) (failed int, err error) {
	if n := endAll(blocks); n < len(blocks) {
		return n, sh.freedAgain(blocks[n])
	}
	site := sh.sites.here()
	if n, err := sh.checkFrees(blocks, site); err != nil {
		restoreAll(blocks)
		return n, err
	}
	ops, listening := sh.opsOf(len(blocks)), sh.table.events.Listening()
	for i, b := range blocks {
		ops[i] = engine.Op{Chunk: b.slot.chunk, After: sh.placesOf(b, nil)}
		if listening {
			sh.emitFreed(b, ops[i].After)
		}
		sh.noteFree(b, site)
	}
	if failed, err := sh.lane.FreeN(ops); err != nil {
		restoreAll(blocks)
		for _, b := range blocks {
			sh.freeFailed(b)
		}
		if listening {
			for _, b := range blocks {
				sh.emit(memevent.Restored, b, nil)
			}
		}
		return failed, err
	}
	for i, b := range blocks {
		if lost := ops[i].Err; lost != nil {
			sh.counts.lose(b.size)
			if err == nil {
				failed, err = i, lostError(lost)
			}
		} else {
			sh.counts.freed(b.size)
		}
		b.slot.end(site)
		ops[i] = engine.Op{}
	}
	return failed, err
}

// endAll ends all blocks and returns their number. If one is not live, or is in the list twice,
// it ends none and returns the index of that one.
func endAll(blocks []Block) int {
	for i, b := range blocks {
		if !b.current() {
			restoreAll(blocks[:i])
			return i
		}
		b.slot.gen++
	}
	return len(blocks)
}

// restoreAll undoes endAll.
func restoreAll(blocks []Block) {
	for _, b := range blocks {
		b.slot.gen--
	}
}
