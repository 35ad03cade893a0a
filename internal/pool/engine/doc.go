// SPDX-License-Identifier: Apache-2.0

// Package engine is the seam between a pool as users see it and what allocates its
// memory. Package mempool knows which blocks exist, who may free them and how long they
// live. An engine knows where memory comes from: it rounds sizes, decides what is
// reused, defers frees that must wait, and gives memory back to the device.
//
// # Locks
//
// The caller holds the lock of a stream during every call on its [Lane]. The order of
// locks is: those of the pool, then streams by ID, then those of an engine. An engine
// takes streams itself only in the calls that say so.
package engine
