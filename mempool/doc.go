// SPDX-License-Identifier: Apache-2.0

// Package mempool allocates device memory in stream order.
//
// Memory from a [Pool] is allocated and freed in the order of a stream. [Pool.MallocAsync]
// returns at once, and work that is enqueued on the stream afterwards may use the memory.
// [Pool.FreeAsync] frees it after what was enqueued before. The host does not wait for the
// device, and the next allocation of the stream reuses the memory.
//
//	p, err := mempool.New(ctx, dev, mempool.Config{Name: "kv", MaxSize: 8 << 30})
//	...
//	x, err := mempool.NewBuffer[float32](p, s, 4096)
//	...
//	err = x.FreeAsync(s)
//
// # Order
//
// On the stream that allocated it, a block may be used as soon as the call returns. On another
// stream it may be used once that stream is ordered after the allocation, by an event or a
// synchronize. It may be freed on any stream whose work is ordered after every use of the
// block. The pool does not check this order, and hardware does not notice if it is missing;
// tests with package acltest do, and acl.WithHazards: see package hazard.
// [Pool.FreeAfter] and [Pool.RecordUse] are for memory that other streams may still use when
// it is freed.
//
// # What ACL does
//
// No release of ACL's pools does what its documentation says, and some hand out memory that is
// in use. The first pool on a device runs a probe of its pools, which takes milliseconds. Every
// pool works around what the probe could not confirm, and [Pool.Engine] lists it. Memory that
// is freed on another stream may then become available late, and some kinds of reuse never
// happen.
//
// # Exhaustion
//
// Before an allocation fails, the pool queries which frees have executed and returns as much
// cached memory to the device as the request needs. So [Pool.MallocAsync] fails only if memory
// is in use, pending, or in pieces between blocks in use. It never waits. [Pool.Malloc] and
// [MallocBuffer] wait for pending frees. They are for programs that use nearly all of their
// memory, above all if ACL reuses no freed memory: then no memory is returned while any free of
// the pool is pending. [OutOfMemoryError] has the figures.
//
// # Sizes
//
// Requests are rounded up to 2 MiB. Memory is not cleared. [Stats] count rounded bytes. Used
// memory is in live blocks. Reserved memory is what the pool has taken from the device. The
// difference is cached for the next allocations. Cached memory whose free the device has not
// executed yet is pending.
//
// # Release
//
// A pool keeps what it has reserved for the next allocations, until [Pool.TrimTo] or
// [Pool.TrimSync] returns it to the device. [Config.Release] changes that. ACL's own default
// is [ReleaseAll]: everything that is cached is returned at every synchronize, which makes the
// next allocations slow. The limit of a Release applies to all reserved memory, including
// memory in use. ACL's guide speaks of idle memory, but the attribute's description in ACL's
// header does not.
//
// # Lifetimes
//
// A [Block] identifies one allocation, not an address: freeing it twice is an error, even if
// another block has its address by then. A Pool can be closed when all blocks have been freed,
// and a device when its pools have been closed. Streams may be closed before the pool.
package mempool
