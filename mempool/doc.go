// SPDX-License-Identifier: Apache-2.0

// Package mempool allocates device memory in stream order.
//
// Memory from a [Pool] comes and goes with the work of a stream: [Pool.MallocAsync]
// answers at once, the memory is there for what is enqueued on that stream afterwards,
// and [Pool.FreeAsync] gives it back behind what was enqueued before. Nobody waits for
// the device, and memory that was freed serves the next allocation of the stream.
//
//	p, err := mempool.New(ctx, dev, mempool.Config{Name: "kv", MaxSize: 8 << 30})
//	...
//	x, err := mempool.NewBuffer[float32](p, s, 4096)
//	...
//	err = x.FreeAsync(s)
//
// # Order
//
// A block may be used on the stream that allocated it from the call on; on another stream
// once that one is ordered behind the allocation, by an event or a synchronize. It may be
// freed on any stream whose work is ordered behind every use. Nothing here waits for
// that, and hardware does not notice when it is missing. For memory that is used on other
// streams up to the end there are [Pool.FreeAfter] and [Pool.RecordUse].
//
// # What ACL does
//
// No release of ACL's pools does what its documentation says, and some hand memory out
// that is in use. The first pool on a device tries out what they do there, which takes
// milliseconds, and every pool guards what was not shown; [Pool.Engine] says what that is.
// A free on another stream may then show late, a kind of reuse not at all.
//
// # Sizes
//
// Requests are rounded up to 2 MiB. Memory is not cleared. Figures of a pool count
// rounded bytes: Used is in blocks, Reserved is what the device has put behind the pool,
// the difference is cached, and cached memory whose free the device has not come to yet
// is pending.
//
// # Release
//
// A pool keeps what it has reserved, for the next allocation, until [Pool.TrimTo] or
// [Pool.TrimSync] gives it back. [Config.Release] changes that: ACL's own default, which
// is [ReleaseAll], returns everything at every synchronize, and the next allocations pay
// for it. Note that ACL compares all of what is reserved with the limit, used memory
// included, where its guide speaks of idle memory.
//
// # Lifetimes
//
// A [Block] is a value that names one allocation and not an address: freeing it twice is
// an error even when the address is somebody else's by then. A Pool closes when the last
// block has been freed, and its device after it. Streams may close before the pool.
package mempool
