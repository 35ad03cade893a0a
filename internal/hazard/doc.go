// SPDX-License-Identifier: Apache-2.0

// Package hazard checks the uses of a device's memory against the order of its streams. Its
// input is allocations, frees and accesses, each with a stamp of package order. It returns what
// is not ordered as it must be. It knows nothing of queues, drivers and pools.
//
// # How it works
//
// A [Checker] has the blocks by address. Each block is divided into segments that have been
// used alike. A segment has the last write, and the reads since then of which none is ordered
// after another. An access conflicts with those of them that its stamp does not know. What the
// host knows to be complete is ordered before everything to come, so it is forgotten.
//
// # Locking
//
// A Checker does not lock. The order lock of its device guards it, see package order.
package hazard
