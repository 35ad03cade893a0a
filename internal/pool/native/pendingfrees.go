// SPDX-License-Identifier: Apache-2.0

package native

import "github.com/ascend-go/aclpool/internal/core"

// pendingFrees is what was freed on a stream and may not have executed. It is an upper
// bound: it resets when the last free is known complete; bytes reused meanwhile are still
// counted.
type pendingFrees struct {
	bytes uint64
	last  uint64 // number of the last free among the work of the stream
}

// note counts a free that has just been enqueued.
func (f *pendingFrees) note(s *core.Stream, bytes uint64) {
	if s.Done(f.last) {
		f.bytes = 0
	}
	f.bytes += bytes
	f.last = s.Note()
}

// of returns the bytes not known to be complete.
func (f *pendingFrees) of(s *core.Stream) uint64 {
	if s.Done(f.last) {
		return 0
	}
	return f.bytes
}
