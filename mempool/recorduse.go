// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// RecordUse notes that s uses a block, so that its free, on whatever stream, is one by
// [Pool.FreeAfter] after what is enqueued on s as of this call: call it after the use has
// been enqueued. What s does later does not delay the reuse of the memory; a later use is
// to be noted again. It is for programs that do not know the uses where they free.
//
// It records an event on s, unless nothing has been enqueued there since the last one of
// the pool; of one stream a block keeps the last.
//
// The zero Block, a block of another pool, no stream and a stream of another device are
// [acl.ErrInvalid], a block that was freed is [acl.ErrClosed]. When recording the event
// fails, nothing has changed.
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

// addUse takes over a record. Earlier ones of its stream, and those that have been reached,
// are released. The stream of the home is locked.
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
	use.Release() // another goroutine has noted a later one meanwhile
}

// releaseUses forgets the uses of a block.
func (s *slot) releaseUses() {
	for _, r := range s.uses {
		r.Release()
	}
	clear(s.uses)
	s.uses = s.uses[:0]
}
