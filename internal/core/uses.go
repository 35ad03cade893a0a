// SPDX-License-Identifier: Apache-2.0

package core

import (
	"slices"
	"sync"
)

// Uses remembers which work on which streams still touches a piece of host memory. The
// zero value is ready; a stream that is used again and again costs no allocation.
type Uses struct {
	mu   sync.Mutex
	last []use
}

type use struct {
	stream *Stream
	work   uint64
}

// Add notes that work number n of s touches the memory.
func (u *Uses) Add(s *Stream, n uint64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.last {
		if u.last[i].stream == s {
			u.last[i].work = max(u.last[i].work, n)
			return
		}
	}
	u.last = append(u.last, use{s, n})
}

// Pending answers a stream whose work on the memory has not been seen complete, or nil.
func (u *Uses) Pending() *Stream {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = slices.DeleteFunc(u.last, func(x use) bool { return x.stream.Done(x.work) })
	if len(u.last) == 0 {
		return nil
	}
	return u.last[0].stream
}
