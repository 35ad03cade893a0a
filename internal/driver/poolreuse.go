// SPDX-License-Identifier: Apache-2.0

package driver

// PoolReuse counts the allocations of a pool by what they were made of.
type PoolReuse struct {
	SameStream    uint64 // cached memory of the same stream, or of no stream
	Event         uint64 // cached memory of another stream, whose free happens before the allocation
	Opportunistic uint64 // cached memory of another stream that nothing orders before
	Internal      uint64 // cached memory of another stream, with a wait for its free
	Fresh         uint64 // memory that the pool had not reserved
}

// PoolReuseCounter is implemented by drivers that know what allocations were made of. It
// stands beside [API]: callers ask for it by type assertion.
type PoolReuseCounter interface {
	MemPoolReuse(ac Context, p Pool) (PoolReuse, Status)
}
