// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// ErrSize is the error of an allocation of 0 bytes.
var ErrSize = fmt.Errorf("want at least 1 byte: %w", errclass.Invalid)

// Alloc allocates a block in the order of a stream.
func (t *Table) Alloc(s *core.Stream, size uint64) (Block, error) {
	if size == 0 {
		return Block{}, ErrSize
	}
	sh, err := t.enter(s)
	if err != nil {
		return Block{}, err
	}
	c, err := sh.lane.Alloc(size)
	if err != nil {
		sh.stream.Unlock()
		return Block{}, err
	}
	sh.counts.allocated(size)
	b := sh.begin(c)
	sh.stream.Unlock() // not deferred: a defer is measurable here
	return b, nil
}

// None is the index that AllocN and FreeN return if the call failed before any operation.
const None = -1

// AllocN allocates a block of each size, and calls take with all. It is all or nothing. If it
// fails, it returns the index of the allocation that failed, or None.
func (t *Table) AllocN(s *core.Stream, sizes []uint64, take func([]Block)) (failed int, err error) {
	sh, err := t.enter(s)
	if err != nil {
		return None, err
	}
	defer sh.stream.Unlock()
	ops := sh.opsFor(sizes)
	if failed, err := sh.lane.AllocN(ops); err != nil {
		return failed, err
	}
	take(sh.beginAll(ops))
	return 0, nil
}

// AllocReclaiming is AllocN for allocations that were refused, see [engine.Lane]. Nobody else
// allocates or frees during the call.
func (t *Table) AllocReclaiming(s *core.Stream, sizes []uint64, take func([]Block), cause error) (failed int, err error) {
	sh, err := t.shardOf(s)
	if err != nil {
		return 0, err
	}
	if err := t.Freeze(); err != nil {
		return 0, err
	}
	defer t.Thaw()
	if err := sh.usable(); err != nil {
		return 0, err
	}
	ops := sh.opsFor(sizes)
	c := t.sums()
	if failed, err = sh.lane.AllocReclaiming(ops, c.Live(), cause); err != nil {
		return failed, err
	}
	take(sh.beginAll(ops))
	return 0, nil
}

// opsFor returns operations that allocate sizes.
func (sh *shard) opsFor(sizes []uint64) []engine.Op {
	ops := sh.opsOf(len(sizes))
	for i, size := range sizes {
		ops[i].Chunk.Size = size
	}
	return ops
}

// opsOf returns n operations for the caller to fill in. The stream is locked.
func (sh *shard) opsOf(n int) []engine.Op {
	if n > len(sh.ops) {
		sh.ops = make([]engine.Op, n)
	}
	return sh.ops[:n]
}

// beginAll returns new blocks, in the shard's list.
func (sh *shard) beginAll(ops []engine.Op) []Block {
	list := sh.listOf(len(ops))
	for i := range ops {
		sh.counts.allocated(ops[i].Chunk.Size)
		list[i] = sh.begin(ops[i].Chunk)
	}
	return list
}
