// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// TrimTo gives cached memory back to the device until no more than keep bytes, rounded
// up to the granule, stay reserved, or no more than is used, whatever the threshold. It
// never takes memory whose free has not executed. It answers the bytes that it released
// and those that are pending in the pool, or RTInternalError when keep exceeds the pool.
func (b *Book) TrimTo(keep uint64) (released, pending uint64, code driver.Code) {
	if keep > b.size {
		return 0, 0, driver.RTInternalError
	}
	return b.trim(keep), b.pending(), driver.Success
}

// Synchronized is the trim that a successful synchronize of a stream, event, context or
// device brings to every pool of the device: as TrimTo, down to the threshold.
func (b *Book) Synchronized() { b.trim(b.attrs.threshold) }

// trim releases the smallest complete span first, the lowest among equals; the last one
// is cut at its low end.
func (b *Book) trim(keep uint64) (released uint64) {
	keep, _ = roundUp(keep) // no more than the pool, which is a multiple
	before := b.counts.reserved
	for b.counts.reserved > keep {
		c, ok := b.cached.All().First(0, complete)
		if !ok {
			break
		}
		b.release(c.Value, min(c.Size, b.counts.reserved-keep))
	}
	return before - b.counts.reserved
}

// release makes the low n bytes of a cached span fresh.
func (b *Book) release(s *span, n uint64) {
	b.pull(s)
	b.cut(s, n)
	b.mem.Give(s.off, n)
	b.counts.reserved -= n
	s.freed.Release()
	s.state, s.owner, s.freed = fresh, nil, order.Stamp{}
	b.settle(s)
}

// pending sums the cached bytes whose free has not executed.
func (b *Book) pending() (n uint64) {
	for c := range b.cached.All().From(0) {
		if !c.Value.complete() {
			n += c.Size
		}
	}
	return n
}

func complete(c bestfit.Block[*span]) bool { return c.Value.complete() }
