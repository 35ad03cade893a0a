// SPDX-License-Identifier: Apache-2.0

package vendorbook

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolbook"
	"github.com/ascend-go/aclpool/internal/order"
)

// Malloc allocates size bytes, rounded up to the granule, for a stream. It answers
// RTInternalError when no segment serves. Where sizes are not checked, one that wraps is
// an allocation of nothing at a place that is free, and the last one of the pool.
func (b *Book) Malloc(s poolbook.Stream, size uint64) (poolbook.Allocation, driver.Code) {
	if size == 0 {
		return poolbook.Allocation{}, driver.Success
	}
	rounded := roundUp(size)
	switch {
	case b.wrecked:
		return poolbook.Allocation{}, driver.RTInternalError
	case rounded == 0:
		return b.wrap(s)
	}
	line := s.Line()
	from, class := b.search(line.ID(), rounded)
	if from == nil {
		fresh, ok := b.free.Best(rounded)
		if !ok {
			return poolbook.Allocation{}, driver.RTInternalError
		}
		from = fresh.Value
	}
	a := poolbook.Allocation{Off: from.off, Size: rounded, Class: class}
	switch class {
	case poolbook.Internal:
		line.After(from.freed)
		a.Free = from.freed.Place
	case poolbook.Opportunistic:
		a.Free = from.freed.Place
	}
	a.Pos = line.Next()
	b.use(from, rounded, line.ID())
	return a, driver.Success
}

// wrap answers a request whose rounded size is 2^64.
func (b *Book) wrap(s poolbook.Stream) (poolbook.Allocation, driver.Code) {
	if !b.release.Unchecked {
		return poolbook.Allocation{}, driver.RTParamInvalid
	}
	b.wrecked = true
	smallest, _ := b.free.Best(0)
	return poolbook.Allocation{Off: smallest.Addr, Pos: s.Line().Next()}, driver.Success
}

// search looks for a cached segment, kind by kind, each time for the smallest that
// qualifies; nil if there is none.
func (b *Book) search(stream, size uint64) (*segment, poolbook.Class) {
	if b.release.NoReuse {
		return nil, poolbook.Fresh
	}
	for c := range b.cached.From(size) {
		if c.Value.stream == stream {
			return c.Value, poolbook.SameStream
		}
	}
	if b.attrs.event && b.history != nil {
		for c := range b.cached.From(size) {
			if b.history.reaches(stream, c.Value.stream, c.Value.count) {
				return c.Value, poolbook.Event
			}
		}
	}
	if smallest, ok := b.cached.Best(size); ok {
		switch {
		case b.attrs.opportunistic:
			return smallest.Value, poolbook.Opportunistic
		case b.attrs.internal:
			return smallest.Value, poolbook.Internal
		}
	}
	return nil, poolbook.Fresh
}

// use makes the low end of a free or cached segment busy.
func (b *Book) use(s *segment, size, stream uint64) {
	b.pull(s)
	b.split(s, size, stream)
	if s.state == free {
		b.reserved += size
	}
	s.freed.Release()
	s.state, s.stream, s.count, s.freed = busy, stream, 0, order.Stamp{}
	b.file(s)
	b.used += size
	b.usedHigh = max(b.usedHigh, b.used)
	b.reservedHigh = max(b.reservedHigh, b.reserved)
}

// Free makes the segment that starts at off cached, at the time of the call. It keeps the
// stream that allocated it; the free is queued on s.
func (b *Book) Free(s poolbook.Stream, off uint64) (pos uint64, code driver.Code) {
	freed := b.busy[off]
	if freed == nil {
		return 0, b.release.NotLive
	}
	line := s.Line()
	pos = line.Next()
	b.pull(freed)
	b.used -= freed.size
	freed.state, freed.count, freed.freed = cached, b.history.made(freed.stream), line.Here()
	b.settle(freed)
	return pos, driver.Success
}
