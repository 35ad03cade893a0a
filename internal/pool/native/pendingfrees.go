// SPDX-License-Identifier: Apache-2.0

package native

import "github.com/ascend-go/aclpool/internal/core"

// pendingFrees counts the bytes that were freed on a stream and whose free may not have
// executed. It is an upper bound: it becomes 0 only when the last free is known to be
// complete, and until then includes bytes that were reused.
type pendingFrees struct {
	bytes uint64
	last  uint64 // number of the last free in the work of the stream
}

// note counts a free that was just enqueued.
func (f *pendingFrees) note(s *core.Stream, bytes uint64) {
	if s.Done(f.last) {
		f.bytes = 0
	}
	f.bytes += bytes
	f.last = s.Note()
}

// of returns the bytes whose free may not have executed.
func (f *pendingFrees) of(s *core.Stream) uint64 {
	if s.Done(f.last) {
		return 0
	}
	return f.bytes
}
