// SPDX-License-Identifier: Apache-2.0

// Package poolbook keeps the books of one stream-ordered memory pool: which range of
// the pool is fresh, used or cached, for whom a cached one may serve, and what goes
// back to the device. It decides at the time of the call, before anything has executed,
// and touches no memory: the machine around it queues the operations, runs them, and
// maps what [Memory] hands out.
//
// # Ranges
//
// The pool is a row of ranges in units of [driver.Granule]. A fresh range has no
// physical memory behind it; a used one belongs to a live allocation; a cached one was
// freed in stream order and keeps its memory. A cached range has an owner, the stream
// that freed it, and a place, the position of that free in its stream. Without an owner
// it belongs to nobody, and any stream may have it.
//
// # Locking
//
// Nothing here locks. The lock of the device guards its books together with the lines
// of [order], so that a decision and the operation that it belongs to are one step.
package poolbook
