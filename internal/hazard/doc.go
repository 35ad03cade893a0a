// SPDX-License-Identifier: Apache-2.0

// Package hazard checks the uses of a device's memory against the order of its streams. Its
// input is allocations, frees and accesses, each with a stamp of package order. It returns what
// is not ordered as it must be. It knows nothing of queues, drivers and pools.
//
// # How it works
//
// A [Checker] has the blocks by address, and segments: ranges of bytes that have been used
// alike, inside blocks and outside. A segment has the uses that a later operation may have to
// be ordered after. A use is removed when an operation is ordered after it that every later
// conflict must be ordered after, too: a write, or a read after a read. So a segment has few
// uses for each stream, mostly one. An access conflicts with those that its stamp does not
// know. What the host knows to be complete is ordered before everything to come, so it is
// forgotten.
//
// # Late accesses
//
// Accesses may be handed in after those of operations that were enqueued later, for instance
// those of a kernel when it runs. So two operations conflict if neither stamp knows the other
// place. A late access is checked against everything that is still kept. It must be handed in
// before the host learns that the operation is complete.
//
// # Locking
//
// A Checker does not lock. The order lock of its device guards it, see package order.
package hazard
