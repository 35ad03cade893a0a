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
// A block may be used on the stream that allocated it from the call on; on another stream
// once that one is ordered after the allocation, by an event or a synchronize. It may be
// freed on any stream whose work is ordered after every use. The pool does not check
// that, and hardware does not notice when it is missing. For memory that is used on other
// streams up to the end there are [Pool.FreeAfter] and [Pool.RecordUse].
//
// # What ACL does
//
// No release of ACL's pools does what its documentation says, and some hand memory out
// that is in use. The first pool on a device probes what they do there, which takes
// milliseconds, and every pool works around what the probe could not confirm;
// [Pool.Engine] returns what that is. A free on another stream may then take effect late,
// and a kind of reuse not at all.
//
// # Exhaustion
//
// Before an allocation fails, the pool finds out which frees have executed and gives back
// as much cached memory as the request needs. So [Pool.MallocAsync] fails only when
// memory is in use, pending, or in pieces between blocks in use, and it never waits.
// [Pool.Malloc] and [MallocBuffer] wait for what is pending. A program whose memory is
// nearly all in use calls these, above all where ACL reuses no freed memory: there
// nothing goes back while any free of the pool is pending. [OutOfMemoryError] has the
// figures.
//
// # Sizes
//
// Requests are rounded up to 2 MiB. Memory is not cleared. Figures of a pool count
// rounded bytes: Used is in blocks, Reserved is what the device has put behind the pool,
// the difference is cached, and cached memory whose free the device has not executed yet
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
