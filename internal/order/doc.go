// SPDX-License-Identifier: Apache-2.0

// Package order knows what happens before what on one device.
//
// Work is enqueued on streams, each a [Line] of positions 1, 2, 3 and so on. Within a
// line order is position; between lines it comes from waits: a stream that waits for an
// event ([Line.After]), and the host that waits for work to complete ([Host.After]),
// after which everything that anybody enqueues is ordered behind that work. Both are
// transitive: a [Stamp] carries not only its place but all that was known there.
//
// # How it works
//
// A line keeps a vector clock: for every other line the last position known to happen
// before its next operation. What the host knows is kept once, in [Host], and is looked
// up there; since the host clock only grows, neither lines nor stamps need a copy of it.
// Vectors are immutable snapshots, shared by a line and the stamps taken from it while
// its knowledge stays the same, counted, and recycled: recording and waiting allocate
// nothing once the free list is filled.
//
// # Locking
//
// Nothing here locks. One lock per device guards its Host, all its lines and all stamps
// taken from them, and callers hold it, for enqueuing and for asking. Objects of
// different devices must not be mixed.
package order
