// SPDX-License-Identifier: Apache-2.0

// Package documented is the model of one stream-ordered memory pool as the documentation
// describes it: which part of the pool is fresh, used or cached, which streams a cached
// part may be allocated on, and what is returned to the device.
//
// # Ranges
//
// The pool is a sequence of ranges in units of [driver.Granule]. A fresh range has no
// physical memory behind it; a used one is a live allocation; a cached one was freed in
// stream order and keeps its memory. A cached range has an owner, the stream that freed
// it, and a place, that of the free in its stream. When the stream is closed the range has
// no owner, and any stream may take it. Neighbours that are both fresh, or both cached by
// the same owner, are always one range.
//
// # Cost
//
// A search for memory looks once at each stream that has memory cached and that the
// allocating one has waited for, in a number of steps that does not depend on how much is
// cached. A trim looks at the streams with cached memory whose free has executed. Frees,
// splits and joins take a constant number of steps.
//
// # Checks
//
// In builds with the tag poolcheck every operation checks all invariants.
package documented
