// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// RecordUse notes that s uses a block, so that its free, on whatever stream, is one by
// [Pool.FreeAfter] after what is enqueued on s by then. It is for programs that do not
// know the uses where they free. To note a stream twice is to note it once.
//
// The zero Block, a block of another pool, no stream and a stream of another device are
// [acl.ErrInvalid], a block that was freed is [acl.ErrClosed].
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
		// Streams that have closed have completed their work.
		b.slot.users = append(slices.DeleteFunc(b.slot.users, (*core.Stream).Gone), c)
	}
	return nil
}
