// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
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
func (b *Book) Malloc(s Stream, size uint64) (a Allocation, code driver.Code) {
	code = b.malloc(&a, s, size) // by pointer: copies of it show in the time of a call
	b.check()
	return a, code
}

func (b *Book) malloc(a *Allocation, s Stream, size uint64) driver.Code {
	if size == 0 {
		return driver.Success
	}
	size, ok := roundUp(size)
	if !ok {
		return driver.RTParamInvalid
	}
	line := s.Line()
	from, class := b.reuse(line, size/driver.Granule)
	if from == nil {
		best, ok := b.fresh.Best(size / driver.Granule)
		if !ok {
			return driver.RTInternalError
		}
		if from = best.Value; !b.mem.Take(from.off, size) {
			return driver.RTMemoryAllocation
		}
		b.counts.reserved += size
	}
	a.Off, a.Size, a.Class = from.off, size, class
	if class == Internal || class == Opportunistic {
		a.Free = from.freed.Place
	}
	if class == Internal {
		line.After(from.freed)
	}
	a.Pos = line.Next()
	b.cut(from, size)
	b.row.set(a.Off, liveMark(size))
	b.counts.allocated(size)
	return driver.Success
}
