// SPDX-License-Identifier: Apache-2.0

package native

import (
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/caller"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// tap emits the memory events that only the engine knows of.
type tap struct {
	*memevent.Source
	pool     memevent.Pool
	reserved atomic.Uint64 // reserved bytes according to the events so far
}

// site returns the program's call site if there is a listener, otherwise 0.
func (t *tap) site() caller.Site {
	if !t.Listening() {
		return 0
	}
	return caller.Here()
}

// submitted emits that ACL has accepted a deferred free on a stream, which is locked.
func (t *tap) submitted(s *core.Stream, c engine.Chunk, site caller.Site) {
	if t.Listening() {
		t.Emit(memevent.Event{
			Kind: memevent.Submitted, Pool: t.pool, Addr: driver.Addr(c.Addr), Requested: c.Size, Size: rounded(c),
			Stream: s, Place: s.Place(), Site: site,
		})
	}
}

// trimmed emits that a trim has released bytes, after which so many are reserved.
func (t *tap) trimmed(released, reserved uint64) {
	if released > 0 && t.Listening() {
		t.reserved.Store(reserved)
		t.Emit(memevent.Event{Kind: memevent.Trimmed, Pool: t.pool, Size: released, Site: caller.Here()})
	}
}

// grown emits by how much the pool has grown since the last event, if it has. The stream of
// the lane is locked.
func (l *lane) grown() {
	f, err := l.figures()
	if err != nil {
		return // no event: the allocation itself has succeeded
	}
	if before := l.tap.reserved.Swap(f.Reserved); f.Reserved > before {
		l.tap.Emit(memevent.Event{
			Kind: memevent.Grown, Pool: l.tap.pool, Size: f.Reserved - before,
			Stream: l.stream, Place: l.stream.Place(), Site: caller.Here(),
		})
	}
}
