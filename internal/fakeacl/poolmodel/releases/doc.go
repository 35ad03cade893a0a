// SPDX-License-Identifier: Apache-2.0

// Package releases is the model of one stream-ordered memory pool as the vendor's runtime
// manages it, by its published source, the unsafe parts included. Guards against what is
// unsafe are tested on it. Package documented is the model of the documented rules.
//
// # Segments
//
// The pool is a row of segments: free, busy or cached. A cached segment has the number
// of a stream and a count: how many event records that stream had made when the segment
// was freed. The stream is the one that allocated it, whichever freed it, and the rest
// of a split goes to the stream that took the other part.
//
// # What is unsafe
//
//   - Memory that was freed on another stream than the one that allocated it is handed
//     out as if the allocating stream had freed it.
//   - A trim takes cached memory whether its free has executed or not.
//   - Sizes near 2^64 wrap, and targets of trims are not rounded, so that segments may
//     begin anywhere.
//   - What was learnt by waiting for events is not passed on.
//   - Physical memory is not looked at: the device takes it when the allocation executes.
//
// A search looks at one cached segment after the other.
//
// The device's lock also guards its [History].
package releases
