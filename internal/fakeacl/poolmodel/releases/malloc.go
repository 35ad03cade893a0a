// SPDX-License-Identifier: Apache-2.0

package releases

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// Malloc allocates size bytes, rounded up to the granule, for a stream. It returns
// RTInternalError when no segment serves. Where sizes are not checked, one that wraps is
// an allocation of nothing at a place that is free, and the last one of the pool.
func (p *Pool) Malloc(s poolmodel.Stream, size uint64) (poolmodel.Allocation, driver.Code) {
	if size == 0 {
		return poolmodel.Allocation{}, driver.Success
	}
	rounded, _ := driver.RoundUp(size, driver.Granule) // wraps as theirs does
	switch {
	case p.wrecked:
		return poolmodel.Allocation{}, driver.RTInternalError
	case rounded == 0:
		return p.wrap(s)
	}
	line := s.Line()
	from, class := p.search(line.ID(), rounded)
	if from == nil {
		fresh, ok := p.free.Best(rounded)
		if !ok {
			return poolmodel.Allocation{}, driver.RTInternalError
		}
		from = fresh.Value
	}
	a := poolmodel.Allocation{Off: from.off, Size: rounded, Class: class}
	switch class {
	case poolmodel.Internal:
		line.After(from.freed)
		a.Free = from.freed.Place
	case poolmodel.Opportunistic:
		a.Free = from.freed.Place
	}
	a.Pos = line.Next()
	p.use(from, rounded, line.ID())
	return a, driver.Success
}

// wrap returns a request whose rounded size is 2^64.
func (p *Pool) wrap(s poolmodel.Stream) (poolmodel.Allocation, driver.Code) {
	if !p.release.Unchecked {
		return poolmodel.Allocation{}, driver.RTParamInvalid
	}
	p.wrecked = true
	smallest, _ := p.free.Best(0)
	return poolmodel.Allocation{Off: smallest.Addr, Pos: s.Line().Next()}, driver.Success
}

// search looks for a cached segment, kind by kind, each time for the smallest that
// qualifies; nil if there is none.
func (p *Pool) search(stream, size uint64) (*segment, poolmodel.Class) {
	if p.release.NoReuse {
		return nil, poolmodel.Fresh
	}
	for c := range p.cached.From(size) {
		if c.Value.stream == stream {
			return c.Value, poolmodel.SameStream
		}
	}
	if p.attrs.Event && p.history != nil {
		for c := range p.cached.From(size) {
			if p.history.reaches(stream, c.Value.stream, c.Value.count) {
				return c.Value, poolmodel.Event
			}
		}
	}
	if smallest, ok := p.cached.Best(size); ok {
		switch {
		case p.attrs.Opportunistic:
			return smallest.Value, poolmodel.Opportunistic
		case p.attrs.Internal:
			return smallest.Value, poolmodel.Internal
		}
	}
	return nil, poolmodel.Fresh
}

// use makes the low end of a free or cached segment busy.
func (p *Pool) use(s *segment, size, stream uint64) {
	p.remove(s)
	p.split(s, size, stream)
	if s.state == free {
		p.attrs.Reserved += size
	}
	s.freed.Release()
	s.state, s.stream, s.count, s.freed = busy, stream, 0, order.Stamp{}
	p.insert(s)
	p.attrs.Allocated(size)
}

// Free makes the segment that starts at off cached, at the time of the call. It keeps the
// stream that allocated it; the free is queued on s.
func (p *Pool) Free(s poolmodel.Stream, off uint64) (pos uint64, code driver.Code) {
	freed := p.busy[off]
	if freed == nil {
		return 0, p.release.NotLive
	}
	line := s.Line()
	pos = line.Next()
	p.remove(freed)
	p.attrs.Used -= freed.size
	freed.state, freed.count, freed.freed = cached, p.history.made(freed.stream), line.Until()
	p.coalesce(freed)
	return pos, driver.Success
}
