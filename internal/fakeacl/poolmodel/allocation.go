// SPDX-License-Identifier: Apache-2.0

package poolmodel

import "github.com/ascend-go/aclpool/internal/order"

// Class says where the memory of an allocation came from.
type Class uint8

const (
	Fresh         Class = iota // a fresh range
	SameStream                 // freed on the same stream, or without an owner
	Event                      // freed on another stream, before this call by order
	Opportunistic              // freed on another stream, in the hope that this executes in time
	Internal                   // freed on another stream, which this one is made to wait for

	Classes = iota // how many there are
)

// String returns the class as traces spell it.
func (c Class) String() string {
	return [...]string{"none", "same-stream", "event", "opportunistic", "internal"}[c]
}

// Allocation is an accepted request.
type Allocation struct {
	Off   uint64 // bytes from the start of the pool
	Size  uint64 // bytes; 0 for a request of no bytes, which has no operation to queue
	Pos   uint64 // position at which the caller queues the allocation
	Class Class
	// Free is the place of the free that the allocation depends on, zero but for two
	// classes. Internal: the allocation executes after it. Opportunistic: if it has not
	// executed when the allocation does, the allocation's stream fails and stays failed.
	// The work of a closed stream counts as executed.
	Free order.Place
}
