// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// Free returns the allocation that starts at off, in the order of s, which owns the
// range from now on, whichever stream allocated it. It takes the next position of the
// stream's line for the free and returns it: the caller queues the operation there. It
// returns RTParamInvalid where no live allocation starts.
func (p *Pool) Free(s poolmodel.Stream, off uint64) (pos uint64, code driver.Code) {
	pos, code = p.free(s, off)
	p.check()
	return pos, code
}

func (p *Pool) free(s poolmodel.Stream, off uint64) (pos uint64, code driver.Code) {
	size := p.tags.at(off).live()
	if size == 0 {
		return 0, driver.RTParamInvalid
	}
	line := s.Line()
	freed := p.spans.take()
	freed.off, freed.size, freed.state = off, size, cached
	pos = line.Next()
	p.attrs.Used -= size
	freed.owner, freed.freed = p.owners.open(s, line), line.Until()
	p.tags.set(off, 0)
	p.coalesce(freed)
	return pos, driver.Success
}

// StreamClosed notes that nothing of s is left to run: what it cached has no owner
// from now on. It must not be called while the stream may
// still execute, but before its line is retired, and s must not be used with the pool
// afterwards.
func (p *Pool) StreamClosed(s poolmodel.Stream) {
	line := s.Line()
	if gone := p.owners.of(line); gone != nil {
		for {
			c, ok := p.cached.Best(&gone.free, 0, always)
			if !ok {
				break
			}
			p.disown(c.Value)
		}
		p.dropReady(gone)
		p.owners.close(gone)
	}
	p.check()
}

// disown removes the owner of a cached span.
func (p *Pool) disown(s *span) {
	p.remove(s)
	s.freed.Release()
	s.owner, s.freed = &p.owners.nobody, order.Stamp{}
	p.coalesce(s)
}
