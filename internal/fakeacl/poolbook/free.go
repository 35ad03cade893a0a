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
	pos, code = b.free(s, off)
	b.check()
	return pos, code
}

func (b *Book) free(s Stream, off uint64) (pos uint64, code driver.Code) {
	size := b.row.at(off).live()
	if size == 0 {
		return 0, driver.RTParamInvalid
	}
	line := s.Line()
	freed := b.spans.take()
	freed.off, freed.size, freed.state = off, size, cached
	pos = line.Next()
	b.counts.used -= size
	freed.owner, freed.freed = b.owners.open(s, line), line.Here()
	b.row.set(off, 0)
	b.coalesce(freed)
	return pos, driver.Success
}

// StreamClosed tells that nothing of s is left to run: what it cached belongs to nobody
// from now on. It must not be called while the stream may
// still execute, but before its line is retired, and s must not be used with the pool
// afterwards.
func (b *Book) StreamClosed(s Stream) {
	line := s.Line()
	if gone := b.owners.of(line); gone != nil {
		for {
			c, ok := b.cached.Best(&gone.free, 0, always)
			if !ok {
				break
			}
			b.disown(c.Value)
		}
		b.owners.close(gone)
	}
	b.check()
}

// disown makes a cached span nobody's.
func (b *Book) disown(s *span) {
	b.pull(s)
	s.freed.Release()
	s.owner, s.freed = &b.owners.nobody, order.Stamp{}
	b.coalesce(s)
}
