// SPDX-License-Identifier: Apache-2.0

package vendorbook

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// TrimTo makes cached segments free until no more than keep bytes, not rounded, are
// reserved: the smallest first, whether its free has executed or not, the last one split.
// It answers RTInternalError when keep exceeds the pool or is below what is used.
func (b *Book) TrimTo(keep uint64) (released, pending uint64, code driver.Code) {
	if keep > b.size {
		return 0, 0, driver.RTInternalError
	}
	before := b.reserved
	code = b.trim(keep)
	return before - b.reserved, 0, code
}

func (b *Book) trim(keep uint64) driver.Code {
	switch {
	case keep >= b.reserved:
		return driver.Success
	case keep < b.used:
		return driver.RTInternalError
	}
	for b.reserved > keep {
		smallest, ok := b.cached.Best(0)
		if !ok {
			break
		}
		b.giveBack(smallest.Value, min(smallest.Size, b.reserved-keep))
	}
	return driver.Success
}

// giveBack makes the low n bytes of a cached segment free.
func (b *Book) giveBack(s *segment, n uint64) {
	b.pull(s)
	b.split(s, n, s.stream)
	b.mem.Give(s.off, n)
	b.reserved -= n
	s.freed.Release()
	s.state, s.stream, s.count, s.freed = free, 0, 0, order.Stamp{}
	b.settle(s)
}
