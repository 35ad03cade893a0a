// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Free returns the allocation that starts at off, in the order of s, which owns the
// range from now on, whichever stream allocated it. It takes the next position of the
// stream's line for the free and answers it: the caller queues the operation there. It
// answers RTParamInvalid where no live allocation starts.
//
// If other streams were noted to use it ([Book.RecordUse]), it is FreeAfter with all
// that is enqueued there.
func (b *Book) Free(s Stream, off uint64) (pos uint64, code driver.Code) {
	pos, code = b.free(s, off, nil)
	b.check()
	return pos, code
}

// FreeAfter is Free for memory that other streams use, too. The range belongs to s, which
// does not wait, and serves whoever is ordered after the free and all of the uses. Until
// that is everybody, it joins only with ranges that carry the same places.
func (b *Book) FreeAfter(s Stream, off uint64, uses ...Use) (pos uint64, code driver.Code) {
	pos, code = b.free(s, off, uses)
	b.check()
	return pos, code
}

// RecordUse notes that the allocation that starts at off is used on a stream, whose work
// up to the free then counts as in FreeAfter. It answers RTParamInvalid where no live
// allocation starts.
func (b *Book) RecordUse(s Stream, off uint64) driver.Code {
	if b.row.at(off).live() == 0 {
		return driver.RTParamInvalid
	}
	if noted := b.noted[off]; !slices.ContainsFunc(noted, func(u Use) bool { return u.Stream == s }) {
		b.noted[off] = append(noted, Use{Stream: s})
	}
	b.check()
	return driver.Success
}

func (b *Book) free(s Stream, off uint64, told []Use) (pos uint64, code driver.Code) {
	size := b.row.at(off).live()
	if size == 0 {
		return 0, driver.RTParamInvalid
	}
	b.forget()
	line := s.Line()
	freed := b.spans.take()
	freed.off, freed.size, freed.state = off, size, cached
	if len(told) > 0 || len(b.noted) > 0 {
		freed.uses = gather(line, b.noted[off], told)
		freed.guarded = len(freed.uses) > 0
		b.guarded.host = line.Host()
		delete(b.noted, off)
	}
	pos = line.Next()
	b.counts.used -= size
	freed.owner, freed.freed = b.owners.open(s, line), line.Here()
	b.row.set(off, 0)
	b.settle(freed)
	return pos, driver.Success
}

// StreamClosed tells that nothing of s is left to run: what it cached belongs to nobody
// from now on, and its use of memory is over. It must not be called while the stream may
// still execute, but before its line is retired, and s must not be used with the pool
// afterwards.
func (b *Book) StreamClosed(s Stream) {
	line := s.Line()
	b.drop(func(u Use) bool { return u.Stamp.Line == line.ID() })
	if gone := b.owners.of(line); gone != nil {
		for s := range b.guardedFrom(0) {
			if s.owner == gone {
				b.disown(s)
			}
		}
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
	b.settle(s)
}
