// SPDX-License-Identifier: Apache-2.0

package mempool

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

// lockFor locks all streams that frees of blocks on the stream of a shard depend on: that
// stream, the homes of the blocks, and the streams of places without a record. It fails if the
// stream of the shard or the pool is closed. The set is built in buf.
func (p *pool) lockFor(sh *shard, buf lockSet, places []engine.Place, blocks ...Block) (lockSet, error) {
	set := append(buf, sh.stream)
	for _, b := range blocks {
		set = append(set, b.slot.home.stream)
	}
	for _, at := range places {
		if at.Record == nil {
			set = append(set, at.Stream)
		}
	}
	set = set.lock()
	err := p.usable(sh)
	if err != nil {
		set.unlock()
	}
	return set, err
}

// usable returns an error if the stream of a shard has closed, or the pool. The stream is
// locked.
func (p *pool) usable(sh *shard) error {
	switch {
	case sh.stream.Gone():
		return sh.stream.ErrClosed()
	case sh.closed:
		return p.errClosed()
	}
	return nil
}
