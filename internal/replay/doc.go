// SPDX-License-Identifier: Apache-2.0

// Package replay runs traces of pool operations on a simulated device of 64 GiB, through
// package driver. The streams of the device are held: work executes only when a sync needs
// it, so two runs of a trace give the same results.
//
// A refused operation, out of memory included, is a result. A replay fails only if the
// trace is malformed, the trace cannot be read, or the results cannot be written.
package replay
