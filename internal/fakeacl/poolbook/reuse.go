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
// none. No step looks at more than one span of an owner.
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
	if b.attrs.opportunistic {
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
	return c
}
