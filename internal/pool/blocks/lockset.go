// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// lockSet is a set of streams that are locked together, in the order of their IDs.
type lockSet []*core.Stream

func (set lockSet) unlock() {
	for _, s := range set {
		s.Unlock()
	}
}

// lock locks all streams of the set, including closed ones, and returns the sorted set.
func (set lockSet) lock() lockSet {
	slices.SortFunc(set, func(a, b *core.Stream) int { return cmp.Compare(a.ID, b.ID) })
	set = slices.Compact(set)
	for _, s := range set {
		s.LockState()
	}
	return set
}

// lockFor locks all streams that a free of a block on the stream of the shard depends on: that
// stream, the home of the block, and the streams of places without a record. The set is built
// in buf.
func (sh *shard) lockFor(b Block, places []engine.Place, buf lockSet) (lockSet, error) {
	set := append(buf, b.slot.home.stream)
	for _, at := range places {
		if at.Record == nil {
			set = append(set, at.Stream)
		}
	}
	return sh.lockWith(set)
}

// lockWith locks the stream of the shard and those of a set. It fails if the stream of the
// shard or the pool is closed, and then holds no lock.
func (sh *shard) lockWith(set lockSet) (lockSet, error) {
	set = append(set, sh.stream).lock()
	err := sh.usable()
	if err != nil {
		set.unlock()
	}
	return set, err
}

// usable returns an error if the stream of the shard has closed, or the pool. The stream is
// locked.
func (sh *shard) usable() error {
	switch {
	case sh.stream.Gone():
		return sh.stream.ErrClosed()
	case sh.closed:
		return sh.table.errClosed()
	}
	return nil
}
