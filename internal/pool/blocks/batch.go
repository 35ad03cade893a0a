// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// List is n blocks, which may be in a slice of another type.
type List struct {
	N  int
	At func(i int) Block
}

// FreeN frees blocks in the order of a stream. It checks all before it frees any. If it fails,
// it returns the index of the first block that failed, or None.
func (t *Table) FreeN(s *core.Stream, blocks List) (failed int, err error) {
	for i := range blocks.N {
		if err := t.Owns(blocks.At(i)); err != nil {
			return i, err
		}
	}
	if blocks.N == 0 {
		return 0, nil
	}
	sh, err := t.enter(s)
	if err != nil {
		return None, err
	}
	if sh.hasAll(blocks) {
		failed, err := sh.freeN(blocks)
		sh.stream.Unlock()
		return failed, err
	}
	sh.stream.Unlock()
	set := make(lockSet, 0, 8)
	for i := range blocks.N {
		set = append(set, blocks.At(i).slot.home.stream)
	}
	locked, err := sh.lockWith(set)
	if err != nil {
		return None, err
	}
	defer locked.unlock()
	return sh.freeN(blocks)
}

// hasAll reports whether no other stream has to do with blocks. The stream is locked.
func (sh *shard) hasAll(blocks List) bool {
	for i := range blocks.N {
		if slot := blocks.At(i).slot; slot.home != sh || len(slot.uses) > 0 {
			return false
		}
	}
	return true
}

// freeN frees blocks. All streams that allocated or use them are locked.
func (sh *shard) freeN(blocks List) (failed int, err error) {
	if n := blocks.end(); n < blocks.N {
		return n, blocks.At(n).freedError()
	}
	ops, listening := sh.list(blocks.N), sh.table.events.Listening()
	for i := range ops {
		b := blocks.At(i)
		ops[i] = engine.Op{Chunk: b.slot.chunk, After: sh.placesOf(b, nil)}
		if listening {
			sh.emitFreed(b, ops[i].After)
		}
		sh.noteFree(b)
	}
	if failed, err := sh.lane.FreeN(ops); err != nil {
		blocks.restore(blocks.N)
		if listening {
			for i := range blocks.N {
				sh.emit(memevent.Restored, blocks.At(i), nil)
			}
		}
		return failed, err
	}
	for i := range ops {
		b := blocks.At(i)
		if lost := ops[i].Err; lost != nil {
			sh.counts.lose(b.size)
			if err == nil {
				failed, err = i, lostError(lost)
			}
		} else {
			sh.counts.freed(b.size)
		}
		b.slot.end()
		ops[i] = engine.Op{}
	}
	return failed, err
}

// end ends all blocks and returns their number. If one is not live, or is in the list twice, it
// ends none and returns the index of that one.
func (l List) end() int {
	for i := range l.N {
		b := l.At(i)
		if !b.current() {
			l.restore(i)
			return i
		}
		b.slot.gen++
	}
	return l.N
}

// restore undoes end for the first n blocks.
func (l List) restore(n int) {
	for i := range n {
		l.At(i).slot.gen--
	}
}
