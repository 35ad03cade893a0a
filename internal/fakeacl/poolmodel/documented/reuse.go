// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// choice is the first of several blocks in best-fit order.
type choice struct {
	block bestfit.Block[*span]
	found bool
}

func (c *choice) consider(block bestfit.Block[*span], ok bool) {
	if ok && (!c.found || block.Before(c.block)) {
		c.block, c.found = block, true
	}
}

// reuse looks for cached memory of size granules in the order of the classes, each time
// for the smallest span that is large enough, the lowest among equals; nil if there is
// none. No step looks at more than one span of an owner.
func (p *Pool) reuse(line *order.Line, size uint64) (*span, poolmodel.Class) {
	own := p.owners.of(line)
	if c := p.ownOrUnowned(line, own, size); c.found {
		return c.block.Value, poolmodel.SameStream
	}
	if p.attrs.Event {
		if c := p.ordered(line, size); c.found {
			return c.block.Value, poolmodel.Event
		}
	}
	if p.attrs.Opportunistic {
		if c := p.bestOfAny(size); c.found {
			return c.block.Value, poolmodel.Opportunistic
		}
	} else if p.attrs.Internal {
		if c := p.bestOfAny(size); c.found {
			return c.block.Value, poolmodel.Internal
		}
	}
	return nil, poolmodel.Fresh
}

// ownOrUnowned searches what the stream freed itself, and what has no owner.
func (p *Pool) ownOrUnowned(line *order.Line, own *owner, size uint64) (c choice) {
	if own != nil {
		c.consider(p.cached.Best(&own.free, size, own.usable()))
	}
	nobody := &p.owners.nobody
	if nobody.free.Len() > 0 {
		c.consider(p.cached.Best(&nobody.free, size, always))
	}
	return c
}

// ordered looks among what was freed before the asker's next operation: on each line of
// which it knows something, up to the place that it knows. What the host knows has executed.
func (p *Pool) ordered(line *order.Line, size uint64) (c choice) {
	p.owners.byLine.Known(line, func(o *owner, pos uint64) bool {
		if o.free.Len() == 0 {
			p.owners.unmark(o)
			return true
		}
		c.consider(p.bestUpTo(o, size, pos))
		return true
	})
	host := line.Host()
	for _, o := range p.ready {
		c.consider(p.bestUpTo(o, size, host.Last(o.line.ID())))
	}
	return c
}

// bestUpTo looks among what a stream has freed up to a position.
func (p *Pool) bestUpTo(o *owner, size, pos uint64) (block bestfit.Block[*span], ok bool) {
	block, ok = p.cached.Best(&o.free, size, pos)
	if ok && !block.Value.usable() {
		block, ok = p.cached.Best(&o.free, size, min(pos, o.usable()))
	}
	return block, ok
}
