// SPDX-License-Identifier: Apache-2.0

// Package order records what happens before what on one device.
//
// Work is enqueued on streams, each a [Line] of positions 1, 2, 3 and so on. Within a
// line order is position; between lines it comes from waits: a stream that waits for an
// event ([Line.After]), and the host that waits for work to complete ([Host.After]),
// after which everything that anybody enqueues is ordered after that work. Both are
// transitive: a [Stamp] carries not only its place but all that was known there, by its
// line and by the host, and can be asked long afterwards ([Stamp.Knows]).
//
// # How it works
//
// A line keeps a vector clock: for every other line the last position known to happen
// before its next operation. What the host knows is kept once, in [Host]. Clocks are
// immutable tries: a line, the host and the stamps taken from them share the parts that
// they know alike, and merging two clocks looks only at the parts that differ. Nodes are
// counted and recycled, so recording and waiting allocate nothing once the free list is
// filled. What the host knows everybody knows, and lines forget it when clocks have
// doubled in size; lines that are retired shrink to a bit of the host's clock.
//
// # Locking
//
// Nothing here locks. One lock per device, the order lock, guards its Host, what all its
// lines know and the references of all stamps taken from them. Callers hold it for
// everything, with two exceptions:
//
//   - [Line.Next] and [Line.Pos] touch nothing but the line's own position. Above a
//     device they are guarded by the lock of the stream, so that enqueuing work takes no
//     lock that streams have in common. Whatever else reads the position of a line
//     ([Line.Here], and [Line.Knows] about its own places) needs that lock too.
//   - [Stamp.Knows] and [Stamp.Past] read what never changes: whoever holds a reference
//     to the stamp needs no lock.
//
// Lock order: stream, then order. Objects of different devices must not be mixed.
package order
