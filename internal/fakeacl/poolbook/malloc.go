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
	Opportunistic              // freed on another stream, in the hope that it executes in time
	Internal                   // freed on another stream, which this one is made to wait for
)

// Allocation is an accepted request. Its operation is to be queued at once, at Pos.
type Allocation struct {
	Off, Size uint64 // bytes, multiples of the granule; size 0 is a request for nothing, which queues nothing
	Pos       uint64 // position of the allocation in its stream
	Class     Class
	// Free is the place of the free on another stream that the allocation depends on;
	// zero for the classes Fresh, SameStream and Event. Internal: the allocation executes
	// after it. Opportunistic: if it has not executed when the allocation does, the
	// stream of the allocation fails and stays failed. A closed stream has executed all.
	Free order.Place
}

// Malloc allocates size bytes, rounded up to the granule, in the order of s. On success
// it has taken the next position of the stream's line for the allocation.
func (b *Book) Malloc(s Stream, size uint64) (Allocation, driver.Code) {
	return Allocation{}, driver.RTInternalError
}

// Free returns the allocation that starts at off, in the order of s. On success it has
// taken the next position of the stream's line for the free and answers it; the
// operation is to be queued at once, at that position.
func (b *Book) Free(s Stream, off uint64) (pos uint64, code driver.Code) {
	return 0, driver.RTParamInvalid
}

// TrimTo releases cached memory.
func (b *Book) TrimTo(keep uint64) (released, pending uint64, code driver.Code) {
	return 0, 0, driver.Success
}

// Synchronized trims to the threshold.
func (b *Book) Synchronized() {}
