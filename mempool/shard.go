// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// shard is what a pool knows of one stream: what was counted there, the slots of its
// blocks, and the engine's state. The stream's own lock guards it, which the call to the
// device needs anyway, so that streams share no lock of the pool. A shard stays after its
// stream has closed, until its last block has been freed.
type shard struct {
	pool   *pool
	stream *core.Stream
	lane   engine.Lane
	closed bool // the pool has closed
	counts counts
	idle   []*slot
	tiers  [][]slot
	sites  sites
	ops    []engine.Op // scratch for lists
}

// shards finds shards. It never changes: a new stream gets a new one.
type shards struct {
	bySlot [][]*shard // several where a slot has gone from one stream to another
	byID   []*shard   // by the number of the stream, which is the order to lock them in
}

func (t *shards) find(s *core.Stream) *shard {
	if s.Slot < len(t.bySlot) {
		for _, sh := range t.bySlot[s.Slot] {
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

// sameDevice refuses streams of other devices.
func (p *pool) sameDevice(s *core.Stream) error {
	if s.Device.Same(p.dev) {
		return nil
	}
	return fmt.Errorf("stream %q is of device %d (%s), the pool of device %d (%s): %w",
		s.Name, s.Device.ID, s.Device.Driver.Describe(), p.dev.ID, p.dev.Driver.Describe(), acl.ErrInvalid)
}

// shardOf returns the shard of a stream, new or not.
func (p *pool) shardOf(s *stream.Stream) (*shard, error) {
	c := coreStream(s)
	if c == nil {
		return nil, fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	if sh := p.shards.Load().find(c); sh != nil {
		return sh, nil
	}
	return p.admit(c)
}

// enter returns the shard of a stream, with the stream locked.
func (p *pool) enter(s *stream.Stream) (*shard, error) {
	sh, err := p.shardOf(s)
	if err != nil {
		return nil, err
	}
	if err := sh.stream.Lock(); err != nil {
		return nil, err
	}
	if sh.closed {
		sh.stream.Unlock()
		return nil, p.errClosed()
	}
	return sh, nil
}

// admit makes the shard of a stream that the pool has not seen before, and removes those
// of streams that have closed.
func (p *pool) admit(s *core.Stream) (*shard, error) {
	if err := p.sameDevice(s); err != nil {
		return nil, err
	}
	if err := p.lock(); err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	old := p.shards.Load()
	if sh := old.find(s); sh != nil {
		return sh, nil
	}
	if s.Gone() {
		return nil, fmt.Errorf("stream %q: %w", s.Name, acl.ErrClosed)
	}
	sh := &shard{pool: p, stream: s, lane: p.engine.Attach(s)}
	if p.node.KeepsStacks() {
		sh.sites = make(sites)
	}
	all := []*shard{sh}
	for _, o := range old.byID {
		if o.stream.Gone() && o.retire() {
			p.retired.add(o.counts)
			continue
		}
		all = append(all, o)
	}
	p.shards.Store(newShards(all))
	return sh, nil
}

// retire reports whether the shard of a stream that has closed may be removed: no block
// of it is live, and no free of it is deferred.
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

// freeze locks the pool and every stream that has used it, so that nothing is allocated
// or freed until thaw.
func (p *pool) freeze() error {
	if err := p.lock(); err != nil {
		return err
	}
	p.lockStreams()
	return nil
}

func (p *pool) lockStreams() {
	for _, sh := range p.shards.Load().byID {
		sh.stream.LockState()
	}
}

func (p *pool) thaw() {
	for _, sh := range p.shards.Load().byID {
		sh.stream.Unlock()
	}
	p.mu.Unlock()
}
