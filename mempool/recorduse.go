// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// RecordUse records that s uses a block. A later free of the block, on any stream, then also
// waits for the work that is enqueued on s at the free, as with [Pool.FreeAfter]. It is for
// programs that do not know the uses of a block where they free it. Recording a stream twice
// has no further effect.
//
// It returns [acl.ErrInvalid] for the zero Block, a block of another pool, a nil stream and a
// stream of another device, and [acl.ErrClosed] if the block was freed.
func (p *Pool) RecordUse(b Block, s *stream.Stream) error {
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
	home := b.slot.home.stream
	home.LockState()
	defer home.Unlock()
	if !b.current() {
		return errFreed
	}
	if p.events.Listening() {
		p.emitUse(b, c)
	}
	if !slices.Contains(b.slot.users, c) {
		// Closed streams have completed their work, so they are dropped.
		b.slot.users = append(slices.DeleteFunc(b.slot.users, (*core.Stream).Gone), c)
	}
	return nil
}
