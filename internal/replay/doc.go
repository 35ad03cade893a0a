// SPDX-License-Identifier: Apache-2.0

// Package replay runs traces of pool operations on a simulated device of 64 GiB, by the
// raw calls. The streams of the device are held: nothing executes before a sync needs it,
// so that two runs of a trace give the same results.
//
// An operation that the device refuses is a result, also for want of memory. Only a
// malformed trace, or one that cannot be read or written, ends a replay.
package replay
