// SPDX-License-Identifier: Apache-2.0

// Package poolbook keeps the books of one stream-ordered memory pool: which part of it
// is fresh, used or cached, for whom a cached part may serve, and what goes back to the
// device. It decides at the time of the call, before anything has executed, and touches
// no memory: the machine around it queues the operations, runs them, and provides the
// physical memory behind [Memory].
//
// # Ranges
//
// The pool is a row of ranges in units of [driver.Granule]. A fresh range has no
// physical memory behind it; a used one is a live allocation; a cached one was freed in
// stream order and keeps its memory. A cached range has an owner, the stream that freed
// it, and a place, that of the free in its stream. When the stream is closed it belongs
// to nobody, and any stream may have it. Neighbours that are both fresh, or both cached
// by the same owner, are always one range.
//
// # Cost
//
// Searches for memory look once at each stream that the asker has waited for, in a number
// of steps that does not depend on how much is cached. Frees, splits and joins take a
// constant number of steps.
//
// # Operations
//
// A Malloc or Free that succeeds has taken the next position of its stream's line, and
// the caller queues the operation there in the same critical section. One that fails
// has changed nothing.
//
// # Locking
//
// Nothing here locks. The lock of the device guards its books together with the lines
// of [order], so that a decision and the operation that it belongs to are one step.
package poolbook
