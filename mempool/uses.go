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
	if !b.slot.uses.add(c, b) {
		return errFreed
	}
	return nil
}

// uses is the streams that use the block of a slot.
type uses struct {
	// version changes with every stream, and is 0 while there is none. It changes before
	// the block is looked at: whoever ends the block and finds the version that it knows
	// has missed none.
	version atomic.Uint64

	mu   sync.Mutex
	list *[]*core.Stream // nil until there was one; as large as the others, it would not fit the slot
}

// streams are those of the block. They are locked.
func (u *uses) streams() []*core.Stream {
	if u.list == nil {
		return nil
	}
	return *u.list
}

// add notes a stream, unless the block has been freed.
func (u *uses) add(s *core.Stream, b Block) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	streams := u.streams()
	if slices.Contains(streams, s) {
		return b.live()
	}
	u.version.Add(1)
	if !b.live() {
		if len(streams) == 0 {
			u.version.Store(0)
		}
		return false
	}
	// Streams that have closed are done with it.
	streams = append(slices.DeleteFunc(streams, (*core.Stream).Gone), s)
	if u.list == nil {
		u.list = new([]*core.Stream)
	}
	*u.list = streams
	return true
}

// all lists the streams.
func (u *uses) all() (streams []*core.Stream, version uint64) {
	if u.version.Load() == 0 {
		return nil, 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.streams()), u.version.Load()
}

// end forgets the streams: the life of the block is over.
func (u *uses) end() {
	if u.version.Load() != 0 {
		u.forget()
	}
}

func (u *uses) forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if streams := u.streams(); streams != nil {
		clear(streams)
		*u.list = streams[:0]
	}
	u.version.Store(0)
}
