// SPDX-License-Identifier: Apache-2.0

// Package engine is the interface between a pool, as programs see it, and the engine that
// allocates its memory. Package mempool knows which blocks exist, who may free them and how
// long they live. An engine gets the memory: it rounds sizes, decides which memory is reused,
// defers frees that must wait, and returns memory to the device.
//
// # Locks
//
// The caller holds the lock of a stream during every call on its [Lane]. The lock order is:
// the locks of the pool, streams by ID, the locks of the engine. An engine locks streams
// itself only in the methods that say so.
package engine
