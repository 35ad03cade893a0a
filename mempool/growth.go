// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Releases take physical memory when an allocation executes. Where the device has too
// little by then, the call has succeeded and the stream fails, with all that is on it. So
// a call that must make the pool grow beyond what the device has left is refused before
// it is made. What cannot be seen is memory that enqueued allocations have yet to take.

// lookShare is how much of what was free a pool allocates before it looks again, as one
// part in so many for all its streams together.
const lookShare = 8

// take allocates rounded bytes on the stream of a shard, which is locked.
func (p *pool) take(sh *shard, rounded uint64) (driver.Addr, error) {
	if err := p.makeRoom(sh, rounded, rounded); err != nil {
		return 0, err
	}
	return p.engine.malloc(sh.stream, rounded)
}

// makeRoom does what comes before allocations of rounded bytes together, the largest of
// which is given, too.
func (p *pool) makeRoom(sh *shard, rounded, largest uint64) error {
	if sh.late.waiting.Load() > 0 {
		p.settle(sh)
	}
	if rounded > sh.room {
		return p.look(sh, rounded, largest)
	}
	sh.room -= rounded
	return nil
}

// look compares allocations with what the device has left.
func (p *pool) look(sh *shard, rounded, largest uint64) error {
	free, _, st := p.dev.MemInfo()
	if !st.OK() {
		return nil // nothing speaks against trying
	}
	if rounded <= free {
		sh.room = (free - rounded) / lookShare / uint64(len(p.shards.Load().byID))
		return nil
	}
	sh.room = 0
	if p.guards.wastes {
		return errGrow
	}
	f, err := p.engine.figures()
	if cached := f.reserved - f.used; err != nil || largest <= max(free, cached) && rounded-min(rounded, free) <= cached {
		return nil // cached memory may serve
	}
	return errGrow
}

var errGrow = fmt.Errorf("the pool would have to grow: %w", acl.ErrOutOfMemory)
