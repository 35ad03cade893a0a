// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// lockSet is streams that are locked together, in the order of their IDs.
type lockSet []*core.Stream

func (set lockSet) unlock() {
	for _, s := range set {
		s.Unlock()
	}
}

// lock takes all locks, those of streams that have closed too.
func (set lockSet) lock() lockSet {
	slices.SortFunc(set, func(a, b *core.Stream) int { return cmp.Compare(a.ID, b.ID) })
	set = slices.Compact(set)
	for _, s := range set {
		s.LockState()
	}
	return set
}

// lockFor locks every stream that has to do with frees on the stream of a shard: that one,
// the homes of the blocks, and places without a record. The stream of the shard must be
// open, and the pool. The set is made in buf.
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
