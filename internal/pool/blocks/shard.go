// SPDX-License-Identifier: Apache-2.0

package blocks

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/order"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// shard is the part of a pool for one stream: its counters, the slots of the blocks allocated
// on it, and the engine's state. It is guarded by the stream's lock, which a call to the
// device needs anyway, so calls on different streams share no lock of the pool. After its
// stream has closed, a shard stays until its last block has been freed.
type shard struct {
	table  *Table
	stream *core.Stream
	lane   engine.Lane
	closed bool // the pool has closed
	counts Counts
	idle   []*slot
	tiers  [][]slot
	sites  sites
	ops    []engine.Op   // scratch for AllocN and FreeN
	list   []Block       // the same
	stamps []order.Stamp // scratch for checkFree
}

// shards is the table of shards. It is immutable: for a new stream it is replaced.
type shards struct {
	bySlot [][]*shard // by the slot of the stream, which a later stream may get again
	byID   []*shard   // sorted by the ID of the stream, which is the lock order
}

// find returns the shard of a stream, or nil if there is none.
func (all *shards) find(s *core.Stream) *shard {
	if s != nil && s.Slot < len(all.bySlot) {
		for _, sh := range all.bySlot[s.Slot] {
			if sh.stream == s {
				return sh
			}
		}
	}
	return nil
}

func newShards(all []*shard) *shards {
	t := &shards{byID: all}
	slices.SortFunc(t.byID, func(a, b *shard) int { return cmp.Compare(a.stream.ID, b.stream.ID) })
	for _, sh := range all {
		slot := sh.stream.Slot
		t.bySlot = append(t.bySlot, make([][]*shard, max(0, slot+1-len(t.bySlot)))...)
		t.bySlot[slot] = append(t.bySlot[slot], sh)
	}
	return t
}

// CheckStream returns an error for no stream, and for a stream of another device.
func (t *Table) CheckStream(s *core.Stream) error {
	switch {
	case s == nil:
		return fmt.Errorf("no stream: %w", errclass.Invalid)
	case !s.Device.Same(t.Device):
		return fmt.Errorf("stream %q is of device %d (%s), the pool of device %d (%s): %w",
			s.Name, s.Device.ID, s.Device.Driver.Describe(), t.Device.ID, t.Device.Driver.Describe(), errclass.Invalid)
	}
	return nil
}

// shardOf returns the shard of a stream, and creates it if there is none.
func (t *Table) shardOf(s *core.Stream) (*shard, error) {
	if sh := t.shards.Load().find(s); sh != nil {
		return sh, nil
	}
	return t.admit(s)
}

// enter locks a stream and returns its shard.
func (t *Table) enter(s *core.Stream) (*shard, error) {
	sh := t.shards.Load().find(s) // not by shardOf: another call is measurable here
	if sh == nil {
		var err error
		if sh, err = t.admit(s); err != nil {
			return nil, err
		}
	}
	if err := sh.stream.Lock(); err != nil {
		return nil, err
	}
	if sh.closed {
		sh.stream.Unlock()
		return nil, t.errClosed()
	}
	return sh, nil
}

// admit creates the shard of a stream that is new to the pool, and removes unused shards of
// closed streams.
func (t *Table) admit(s *core.Stream) (*shard, error) {
	if err := t.CheckStream(s); err != nil {
		return nil, err
	}
	if err := t.Lock(); err != nil {
		return nil, err
	}
	defer t.Unlock()
	old := t.shards.Load()
	if sh := old.find(s); sh != nil {
		return sh, nil
	}
	if s.Gone() {
		return nil, fmt.Errorf("stream %q: %w", s.Name, errclass.Closed)
	}
	sh := &shard{table: t, stream: s, lane: t.Engine.Attach(s)}
	if t.Node.KeepsStacks() || t.checks {
		sh.sites = make(sites)
	}
	all := []*shard{sh}
	for _, o := range old.byID {
		if o.stream.Gone() && o.retire() {
			t.counts.add(o.counts)
			continue
		}
		all = append(all, o)
	}
	t.shards.Store(newShards(all))
	return sh, nil
}

// retire reports whether the shard of a closed stream can be removed: none of its blocks is
// live, and its lane holds no deferred free.
func (sh *shard) retire() bool {
	sh.stream.LockState()
	slots := 0
	for _, t := range sh.tiers {
		slots += len(t)
	}
	idle := slots == len(sh.idle)
	sh.stream.Unlock()
	return idle && sh.lane.Retire()
}
