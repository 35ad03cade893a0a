// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
)

// TrimTo gives cached memory back to the device until no more than keep bytes, rounded
// up to the granule, stay reserved, or no more than is used, whatever the threshold. It
// never takes memory whose free has not executed. It answers the bytes that it released
// and those that are pending in the pool, or RTInternalError when keep exceeds the pool.
func (b *Book) TrimTo(keep uint64) (released, pending uint64, code driver.Code) {
	if keep > b.size {
		return 0, 0, driver.RTInternalError
	}
	released = b.trim(keep)
	b.check()
	return released, b.pending(), driver.Success
}

// Synchronized is the trim that a successful synchronize of a stream, event, context or
// device brings to every pool of the device: as TrimTo, down to the threshold.
func (b *Book) Synchronized() {
	b.trim(b.attrs.threshold)
	b.check()
}

// trim releases the smallest complete span first, the lowest among equals; the last one
// is cut at its low end.
func (b *Book) trim(keep uint64) (released uint64) {
	b.forget()
	keep, _ = roundUp(keep) // no more than the pool, which is a multiple
	before := b.counts.reserved
	if before <= keep {
		return 0
	}
	b.assemble()
	for b.counts.reserved > keep && len(b.contest) > 0 {
		s := b.contest[0].best.Value
		b.release(s, min(s.size, b.counts.reserved-keep))
		b.advance()
	}
	clear(b.contest)
	b.contest = b.contest[:0]
	return before - b.counts.reserved
}

// release makes the low n bytes of a cached span fresh.
func (b *Book) release(s *span, n uint64) {
	off := s.off
	b.cut(s, n)
	b.mem.Give(off, n)
	b.counts.reserved -= n
	released := b.spans.take()
	released.off, released.size = off, n
	b.settle(released)
}

// contest is the owners whose next complete span competes to be released, as a heap: the
// first has the first one in best-fit order.
type contest []contender

type contender struct {
	owner *owner // nil for the guarded spans
	done  uint64 // the place up to which the owner's frees have executed
	best  bestfit.Block[*span]
}

// assemble starts a contest of all owners that have a complete span.
func (b *Book) assemble() {
	b.enter(contender{owner: &b.owners.nobody, done: always})
	for _, o := range b.owners.all {
		b.enter(contender{owner: o, done: o.executed()})
	}
	b.enter(contender{})
	for i := len(b.contest)/2 - 1; i >= 0; i-- {
		b.contest.sink(i)
	}
}

func (b *Book) enter(c contender) {
	if b.next(&c) {
		b.contest = append(b.contest, c)
	}
}

// advance moves the first contender on to its next complete span, or out.
func (b *Book) advance() {
	if last := len(b.contest) - 1; !b.next(&b.contest[0]) {
		b.contest[0] = b.contest[last]
		b.contest[last] = contender{}
		b.contest = b.contest[:last]
	}
	b.contest.sink(0)
}

// next finds the complete span of a contender that follows its present one, or the first;
// false if there is none.
func (b *Book) next(c *contender) (ok bool) {
	if c.owner != nil {
		c.best, ok = b.cached.After(&c.owner.free, c.best, c.done)
		return ok
	}
	for {
		c.best, ok = b.cached.After(&b.guarded.free, c.best, always)
		if !ok || c.best.Value.complete() {
			return ok
		}
	}
}

// sink moves a contender down to where it belongs.
func (c contest) sink(at int) {
	for {
		first := at
		for child := 2*at + 1; child <= 2*at+2 && child < len(c); child++ {
			if c[child].best.Before(c[first].best) {
				first = child
			}
		}
		if first == at {
			return
		}
		c[at], c[first] = c[first], c[at]
		at = first
	}
}
