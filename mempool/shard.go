// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/stream"
)

// shard is what a pool knows of one stream: what was counted there, and slots for its
// next blocks. The stream's own lock guards it, which the call to the device needs
// anyway, so that streams do not meet in the pool. A shard rests when its stream has
// closed.
type shard struct {
	stream *core.Stream
	closed bool // the pool has closed
	counts counts
	idle   slotList
	frees  pendingFrees
	room   uint64 // bytes to allocate before the device's memory is looked at again
	ops    []driver.BatchOp
	places []mark    // of the stream, for the frees of one list
	late   lateFrees // guarded by itself
	frozen bool      // guarded by the pool's lock
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

// here refuses streams of other devices.
func (p *pool) here(s *core.Stream) error {
	if s.Device.Same(p.dev) {
		return nil
	}
	return fmt.Errorf("stream %q is of device %d (%s), the pool of device %d (%s): %w",
		s.Name, s.Device.ID, s.Device.Driver.Describe(), p.dev.ID, p.dev.Driver.Describe(), acl.ErrInvalid)
}

// enter finds the shard of a stream and locks the stream.
func (p *pool) enter(s *stream.Stream) (*shard, error) {
	c := (*opaque.Stream)(s).Inner()
	switch {
	case p == nil:
		return nil, errNone
	case c == nil:
		return nil, fmt.Errorf("no stream: %w", acl.ErrInvalid)
	}
	sh := p.shards.Load().find(c)
	if sh == nil {
		var err error
		if sh, err = p.admit(c); err != nil {
			return nil, err
		}
	}
	if err := c.Lock(); err != nil {
		return nil, err
	}
	if sh.closed {
		c.Unlock()
		return nil, p.errClosed()
	}
	return sh, nil
}

// admit makes the shard of a stream that the pool has not seen before, and puts away
// those of streams that have closed.
func (p *pool) admit(s *core.Stream) (*shard, error) {
	if err := p.here(s); err != nil {
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
	sh := &shard{stream: s}
	all := []*shard{sh}
	for _, o := range old.byID {
		if o.stream.Gone() && o.late.retire() {
			p.retired.add(o.counts)
			p.depot.put(&o.idle, len(o.idle))
			continue
		}
		all = append(all, o)
	}
	p.shards.Store(newShards(all))
	return sh, nil
}
