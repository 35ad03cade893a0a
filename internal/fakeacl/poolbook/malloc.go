// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Class says where the memory of an allocation came from.
type Class uint8

const (
	Fresh         Class = iota // a fresh range
	SameStream                 // freed on the same stream, or nobody's
	Event                      // freed on another stream, before this call by order
	Opportunistic              // freed on another stream, in the hope that this executes in time
	Internal                   // freed on another stream, which this one is made to wait for
)

// String answers the class as traces spell it.
func (c Class) String() string {
	return [...]string{"none", "same-stream", "event", "opportunistic", "internal"}[c]
}

// Allocation is an accepted request.
type Allocation struct {
	Off   uint64 // bytes from the start of the pool
	Size  uint64 // bytes; 0 answers a request for nothing: there is no operation to queue
	Pos   uint64 // position at which the caller queues the allocation
	Class Class
	// Free is the place of the free that the allocation depends on, zero but for two
	// classes. Internal: the allocation executes after it. Opportunistic: if it has not
	// executed when the allocation does, the allocation's stream fails and stays failed.
	// The work of a closed stream counts as executed.
	Free order.Place
}

// Malloc allocates size bytes, rounded up to the granule, in the order of s, and takes
// the next position of the stream's line for it. It answers
//   - RTInternalError when no range serves, even if memory is cached for others,
//   - RTMemoryAllocation when the device has no memory for a fresh range,
//   - RTParamInvalid when the rounded size exceeds 64 bits.
//
// Size 0 succeeds without allocating.
func (b *Book) Malloc(s Stream, size uint64) (Allocation, driver.Code) {
	if size == 0 {
		return Allocation{}, driver.Success
	}
	size, ok := roundUp(size)
	if !ok {
		return Allocation{}, driver.RTParamInvalid
	}
	from, class := b.reuse(s, size)
	if from == nil {
		best, ok := b.fresh.Best(size)
		if !ok {
			return Allocation{}, driver.RTInternalError
		}
		if from = best.Value; !b.mem.Take(from.off, size) {
			return Allocation{}, driver.RTMemoryAllocation
		}
	}
	a := Allocation{Off: from.off, Size: size, Class: class}
	switch class {
	case Internal:
		s.Line().After(from.freed)
		a.Free = from.freed.Place
	case Opportunistic:
		a.Free = from.freed.Place
	}
	a.Pos = s.Line().Next()
	b.use(from, size)
	return a, driver.Success
}

// use turns the low end of a fresh or cached span into a used one.
func (b *Book) use(s *span, size uint64) {
	b.pull(s)
	b.cut(s, size)
	if s.state == fresh {
		b.counts.reserved += size
	}
	s.freed.Release()
	s.state, s.owner, s.freed = used, nil, order.Stamp{}
	b.file(s)
	b.counts.allocated(size)
}

// reuse looks for cached memory in the order of the classes, each time for the smallest
// span that is large enough, the lowest among equals; nil if there is none.
func (b *Book) reuse(s Stream, size uint64) (*span, Class) {
	if found := b.ownOrNobodys(s, size); found != nil {
		return found, SameStream
	}
	if b.attrs.event {
		line := s.Line()
		found, ok := b.cached.All().First(size, func(c bestfit.Block[*span]) bool {
			return line.Knows(c.Value.freed.Place) && c.Value.usable()
		})
		if ok {
			return found.Value, Event
		}
	}
	if !b.attrs.opportunistic && !b.attrs.internal {
		return nil, Fresh
	}
	found, ok := b.cached.All().First(size, usable)
	switch {
	case !ok:
		return nil, Fresh
	case b.attrs.opportunistic:
		return found.Value, Opportunistic
	default:
		return found.Value, Internal
	}
}

func (b *Book) ownOrNobodys(s Stream, size uint64) *span {
	own, mine := b.cached.Of(s).First(size, usable)
	free, nobodys := b.cached.Of(nil).Best(size)
	if mine && (!nobodys || own.Before(free)) {
		return own.Value
	}
	return free.Value
}

func usable(c bestfit.Block[*span]) bool { return c.Value.usable() }
