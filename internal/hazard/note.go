// SPDX-License-Identifier: Apache-2.0

package hazard

import (
	"slices"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/order"
)

// note notes an access. Of an operation that is complete only that it wrote is noted:
// everything that is enqueued from now on is ordered after it.
func (c *Checker) note(by *Operation, t *target) {
	if t.dead || t.block == nil && t.from == t.to {
		return
	}
	var u *use
	if !c.host.Knows(by.Stamp.Place) {
		u = c.keep(*by, t.Mode, t.Argument)
	}
	if t.Mode == hazard.None {
		t.block.uses = c.add(t.block.uses, u)
		c.spread(t.space, t.block.Addr, t.block.end(), t.block.recent, nil, true) // it may have written any byte
	} else {
		c.spread(t.space, t.from, t.to, t.first, u, writes(t.Mode))
	}
	c.release(u)
}

// fewKept are not worth a sweep.
const fewKept = 1024

// sweep forgets what the host knows to be complete, whenever twice as much is kept as was left
// by the last time.
func (c *Checker) sweep() {
	if c.kept < c.sweepAt {
		return
	}
	if c.swept != c.host.Version() {
		c.forget()
		c.swept = c.host.Version()
	}
	c.sweepAt = max(fewKept, 2*c.kept)
}

func (c *Checker) forget() {
	for i := range c.spaces {
		s := &c.spaces[i]
		for g := s.head.after; g != &s.head; {
			g.uses = c.add(g.uses, nil)
			g = c.tidy(s, g)
		}
	}
	for _, r := range []*blockRing{&c.live, &c.freed} {
		for b := r.head.newer; b != &r.head; b = b.newer {
			c.forgetClocks(b)
		}
	}
}

// forgetClocks releases the clocks of a block's allocation and free, if those are complete: then
// so is all that was enqueued before them, and no access of it is to come.
func (c *Checker) forgetClocks(b *block) {
	b.uses = c.add(b.uses, nil)
	if !slices.ContainsFunc(b.earlier, func(s order.Stamp) bool { return !c.host.Knows(s.Place) }) {
		b.forgetEarlier()
	}
	if c.host.Knows(b.allocated.Stamp.Place) {
		b.allocated.dropClock()
	}
	if b.freed == nil || !c.host.Knows(b.freed.Stamp.Place) {
		return
	}
	for _, s := range b.after {
		if !c.host.Knows(s.Place) {
			return
		}
	}
	b.freed.dropClock()
	for _, s := range b.after {
		s.Release()
	}
	clear(b.after)
	b.after = b.after[:0]
}
