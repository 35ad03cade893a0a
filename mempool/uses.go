// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/stream"
)

// RecordUse notes that s uses a block, so that its free, on whatever stream, is one by
// [Pool.FreeAfter] behind what is enqueued on s by then. It serves programs that do not
// know the uses where they free. To note a stream twice is to note it once.
//
// The zero Block, a block of another pool, no stream and a stream of another device are
// [acl.ErrInvalid], a block that was freed is [acl.ErrClosed].
func (p *Pool) RecordUse(b Block, s *stream.Stream) error {
	if err := p.inner().recordUse(b, s); err != nil {
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
	if !b.slot.uses.add(c, b.live) {
		return errFreed
	}
	return nil
}

// uses is the streams that use the block of a slot.
type uses struct {
	any atomic.Bool // for a look without the lock

	mu      sync.Mutex
	streams []*core.Stream
}

// add notes a stream, unless the block has been freed.
func (u *uses) add(s *core.Stream, live func() bool) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !live() {
		return false
	}
	if !slices.Contains(u.streams, s) {
		u.streams = append(u.streams, s)
		u.any.Store(true)
	}
	return true
}

// all lists the streams.
func (u *uses) all() []*core.Stream {
	if !u.any.Load() {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.streams)
}

// end forgets the streams: the life of the block is over.
func (u *uses) end() {
	if u.any.Load() {
		u.forget()
	}
}

func (u *uses) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.streams)
	u.streams = u.streams[:0]
	u.any.Store(false)
}
