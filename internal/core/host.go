// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/class"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// HostMemory is pinned host memory, which asynchronous copies may touch after the call
// that enqueued them. It remembers the last such work of every stream, so that it is
// not freed under a copy; a stream that comes again costs no allocation.
type HostMemory struct {
	Device *Device
	Mem    driver.Mem
	Size   uint64
	Node   *lifetime.Node

	mu     sync.Mutex
	closed bool
	uses   []use
}

type use struct {
	stream *Stream
	work   uint64
}

// Enqueue runs call, which enqueues a copy on s that touches the memory, and notes the
// use. The stream is locked by the caller. It fails with class.Closed after Close.
func (h *HostMemory) Enqueue(s *Stream, call func() driver.Status) (driver.Status, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return driver.Status{}, fmt.Errorf("%s: %w", h.Node, class.Closed)
	}
	st := call()
	if st.OK() {
		h.note(s, s.Note())
	}
	return st, nil
}

func (h *HostMemory) note(s *Stream, work uint64) {
	for i := range h.uses {
		if h.uses[i].stream == s {
			h.uses[i].work = work
			return
		}
	}
	h.uses = append(h.uses, use{s, work})
}

// Read runs f while the memory cannot be closed.
func (h *HostMemory) Read(f func() error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return fmt.Errorf("%s: %w", h.Node, class.Closed)
	}
	return f()
}

// Pending lists the streams that have work on the memory which has not been seen
// complete.
func (h *HostMemory) Pending() []*Stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.uses = slices.DeleteFunc(h.uses, func(u use) bool { return u.stream.Done(u.work) })
	var streams []*Stream
	for _, u := range h.uses {
		streams = append(streams, u.stream)
	}
	return streams
}

// MarkClosed makes every later use fail. It refuses while work is pending, unless the
// device has been reset.
func (h *HostMemory) MarkClosed(reset bool) error {
	if pending := h.Pending(); len(pending) > 0 && !reset {
		return fmt.Errorf("a copy on stream %q has not been seen complete; synchronize it first: %w", pending[0].Name, class.Busy)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	return nil
}
