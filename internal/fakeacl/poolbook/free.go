// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Free returns the allocation that starts at off, in the order of s, which owns the
// range from now on, whichever stream allocated it. It takes the next position of the
// stream's line for the free and answers it: the caller queues the operation there. It
// answers RTParamInvalid where no live allocation starts.
func (b *Book) Free(s Stream, off uint64) (pos uint64, code driver.Code) {
	freed, live := b.used[off]
	if !live {
		return 0, driver.RTParamInvalid
	}
	pos = s.Line().Next()
	b.pull(freed)
	b.counts.used -= freed.size
	freed.state, freed.owner, freed.freed = cached, s, s.Line().Here()
	b.settle(freed)
	return pos, driver.Success
}

// StreamClosed tells that nothing of s is left to run: what it cached belongs to nobody
// from now on. It must not be called while the stream may still execute, and s must not
// be used with the pool afterwards.
func (b *Book) StreamClosed(s Stream) {
	for {
		c, ok := b.cached.Of(s).Best(0)
		if !ok {
			return
		}
		left := c.Value
		b.pull(left)
		left.freed.Release()
		left.owner, left.freed = nil, order.Stamp{}
		b.settle(left)
	}
}
