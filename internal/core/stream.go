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

// Stream is the inner state of a stream. Its lock is held around every call that
// enqueues on it, so that what is noted about the order of work is the order in which
// the device got it. A wait holds a lease on Node and not the lock.
type Stream struct {
	Device *Device
	Handle driver.Stream
	Node   *lifetime.Node
	Name   string
	ID     uint64 // never used again in this process
	Slot   int    // small number, unique among the live streams of the device

	mu       sync.Mutex
	closed   bool
	enqueued uint64
	complete uint64
}

// AddStream registers a stream that the driver has made. The name is the caller's, or
// empty for one made from the number.
func (d *Device) AddStream(h driver.Stream, name string, force func(s *Stream) lifetime.Closer) (*Stream, error) {
	s := &Stream{Device: d, Handle: h, ID: ids.Add(1), Name: name}
	if name == "" {
		s.Name = fmt.Sprintf("stream-%d", s.ID)
	}
	n, err := d.Node.Add(lifetime.Stream, s.Name, force(s))
	if err != nil {
		return nil, err
	}
	s.Node = n
	d.mu.Lock()
	defer d.mu.Unlock()
	s.Slot = slices.Index(d.streams, nil)
	if s.Slot < 0 {
		s.Slot = len(d.streams)
		d.streams = append(d.streams, nil)
	}
	d.streams[s.Slot] = s
	return s, nil
}

// Lock takes the stream for one call that enqueues. It fails with class.Closed, and
// then holds nothing.
func (s *Stream) Lock() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return fmt.Errorf("stream %q: %w", s.Name, class.Closed)
	}
	return nil
}

// Unlock ends what Lock began.
func (s *Stream) Unlock() { s.mu.Unlock() }

// Note counts one piece of enqueued work and answers its number. The lock is held.
func (s *Stream) Note() uint64 {
	s.enqueued++
	return s.enqueued
}

// Enqueued answers the number of the last piece of work.
func (s *Stream) Enqueued() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.enqueued
}

// MarkComplete notes that all work up to n has been seen complete.
func (s *Stream) MarkComplete(n uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.complete = max(s.complete, n)
}

// Done reports whether work n has been seen complete, or the stream is gone.
func (s *Stream) Done(n uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed || n <= s.complete
}

// MarkClosed makes every later Lock fail and gives the slot back.
func (s *Stream) MarkClosed() {
	s.mu.Lock()
	already := s.closed
	s.closed = true
	s.mu.Unlock()
	if already {
		return
	}
	s.Device.mu.Lock()
	defer s.Device.mu.Unlock()
	s.Device.streams[s.Slot] = nil
}

// Streams lists the live streams of the device by slot.
func (d *Device) Streams() []*Stream {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(d.streams), func(s *Stream) bool { return s == nil })
}
