// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// TrimTo makes cached segments free until no more than keep bytes, not rounded, are
// reserved: the smallest first, whether its free has executed or not, the last one split.
// It returns RTInternalError when keep exceeds the pool or is below what is used.
func (p *Pool) TrimTo(keep uint64) (released uint64, code driver.Code) {
	if keep > p.size {
		return 0, driver.RTInternalError
	}
	before := p.attrs.Reserved
	code = p.trim(keep)
	return before - p.attrs.Reserved, code
}

func (p *Pool) trim(keep uint64) driver.Code {
	switch {
	case keep >= p.attrs.Reserved:
		return driver.Success
	case keep < p.attrs.Used:
		return driver.RTInternalError
	}
	for p.attrs.Reserved > keep {
		smallest, ok := p.cached.Best(0)
		if !ok {
			break
		}
		p.giveBack(smallest.Value, min(smallest.Size, p.attrs.Reserved-keep))
	}
	return driver.Success
}

// giveBack makes the low n bytes of a cached segment free.
func (p *Pool) giveBack(s *segment, n uint64) {
	p.remove(s)
	p.split(s, n, s.stream)
	p.mem.Give(s.off, n)
	p.attrs.Reserved -= n
	s.freed.Release()
	s.state, s.stream, s.count, s.freed = free, 0, 0, order.Stamp{}
	p.coalesce(s)
}
