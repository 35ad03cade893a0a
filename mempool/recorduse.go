// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// RecordUse records that the work enqueued on s so far uses a block. Call it after the use has
// been enqueued. A later free of the block, on any stream, then also waits for that work, as
// with [Pool.FreeAfter]. Later work on s does not delay the reuse of the memory, so record a
// later use again. RecordUse is for programs that do not know the uses of a block where they
// free it.
//
// It records an event on s, unless no work has been enqueued there since the pool's last
// event. A block keeps the last use of each stream.
//
// It returns [acl.ErrInvalid] for the zero Block, a block of another pool, a nil stream and a
// stream of another device, and [acl.ErrClosed] if the block was freed. If the event cannot be
// recorded, nothing has changed.
//
// Source: aclrtRecordEvent, acl_rt.h.
func (p *Pool) RecordUse(s *stream.Stream, b Block) error {
	if err := p.inner.recordUse(b, s); err != nil {
		return fmt.Errorf("mempool: record a use of %s: %w", b, err)
	}
	return nil
}

func (p *pool) recordUse(b Block, s *stream.Stream) error {
	if err := p.owns(b); err != nil {
		return err
	}
	c, err := p.streamOf(s)
	if err != nil {
		return err
	}
	if err := b.checkLive(); err != nil {
		return err
	}
	if c.Gone() {
		return nil // its work is complete
	}
	use, err := p.mark(s)
	if err != nil {
		return err
	}
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	if !b.current() {
		use.Release()
		return b.freedError()
	}
	if p.events.Listening() {
		p.emitUse(b, use)
	}
	b.slot.addUse(use)
	return nil
}

// checkLive returns an error if the block has been freed.
func (b Block) checkLive() error {
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	if !b.current() {
		return b.freedError()
	}
	return nil
}

// mark records an event at the end of a stream.
func (p *pool) mark(s *stream.Stream) (*core.Record, error) {
	sh, err := p.enter(s)
	if err != nil {
		return nil, err
	}
	defer sh.stream.Unlock()
	return sh.lane.Mark()
}

// addUse adds a record to the uses of a block, and becomes its user. It releases earlier
// records of the same stream and those that have been reached. The stream of the home is
// locked.
func (s *slot) addUse(use *core.Record) {
	s.uses = slices.DeleteFunc(s.uses, func(r *core.Record) bool {
		old := r.Stream.Done(r.Work) || r.Stream == use.Stream && r.Work <= use.Work
		if old {
			r.Release()
		}
		return old
	})
	if !slices.ContainsFunc(s.uses, func(r *core.Record) bool { return r.Stream == use.Stream }) {
		s.uses = append(s.uses, use)
		return
	}
	use.Release() // another goroutine has recorded a later use meanwhile
}

// releaseUses removes the uses of a block.
func (s *slot) releaseUses() {
	for _, r := range s.uses {
		r.Release()
	}
	clear(s.uses)
	s.uses = s.uses[:0]
}
