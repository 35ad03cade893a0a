// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/order"
)

// choice is the first of several blocks in best-fit order.
type choice struct {
	block bestfit.Block[*span]
	found bool
}

func (c *choice) offer(block bestfit.Block[*span], ok bool) {
	if ok && (!c.found || block.Before(c.block)) {
		c.block, c.found = block, true
	}
}

// reuse looks for cached memory of size granules in the order of the classes, each time
// for the smallest span that is large enough, the lowest among equals; nil if there is
// none. No step looks at more than one span of an owner, guarded ones apart.
func (b *Book) reuse(line *order.Line, size uint64) (*span, Class) {
	own := b.owners.of(line)
	if c := b.ownOrNobodys(line, own, size); c.found {
		return c.block.Value, SameStream
	}
	if b.attrs.event {
		if c := b.ordered(line, size); c.found {
			return c.block.Value, Event
		}
	}
	if b.attrs.opportunistic == Completed {
		if c := b.complete(size); c.found {
			return c.block.Value, Opportunistic
		}
	}
	if b.attrs.opportunistic == Gamble {
		if c := b.usable(size); c.found {
			return c.block.Value, Opportunistic
		}
	} else if b.attrs.internal {
		if c := b.usable(size); c.found {
			return c.block.Value, Internal
		}
	}
	return nil, Fresh
}

// ownOrNobodys looks among what the asker freed itself, and what belongs to nobody.
func (b *Book) ownOrNobodys(line *order.Line, own *owner, size uint64) (c choice) {
	if own != nil {
		c.offer(b.cached.Best(&own.free, size, own.usable()))
	}
	nobody := &b.owners.nobody
	if nobody.free.Len() > 0 {
		c.offer(b.cached.Best(&nobody.free, size, always))
	}
	if b.guarded.free.Len() > 0 {
		for s := range b.guardedFrom(size) {
			if (s.owner == own || s.owner == nobody) && ordered(line, s.uses) && s.usable() {
				c.offer(s.block(), true)
				break
			}
		}
	}
	return c
}

// ordered looks among what was freed before the asker's next operation: on each line of
// which it knows something, up to the place that it knows.
func (b *Book) ordered(line *order.Line, size uint64) (c choice) {
	for known := range line.Known {
		if o := b.owners.byLine[known.Line]; o != nil && o.free.Len() > 0 {
			c.offer(b.cached.Best(&o.free, size, min(known.Pos, o.usable())))
		}
	}
	if b.guarded.free.Len() > 0 {
		for s := range b.guardedFrom(size) {
			if line.Knows(s.freed.Place) && ordered(line, s.uses) && s.usable() {
				c.offer(s.block(), true)
				break
			}
		}
	}
	return c
}

// complete looks among what was freed by frees that have executed, whoever freed it.
func (b *Book) complete(size uint64) (c choice) {
	for _, o := range b.owners.all {
		if o.free.Len() > 0 {
			c.offer(b.cached.Best(&o.free, size, o.executed()))
		}
	}
	if b.guarded.free.Len() > 0 {
		for s := range b.guardedFrom(size) {
			if s.complete() {
				c.offer(s.block(), true)
				break
			}
		}
	}
	return c
}
