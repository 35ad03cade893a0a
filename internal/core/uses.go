// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Uses is, for an object that enqueued work touches after the call, the last such work of
// every stream, so that the object is not freed while the device may still need it. A
// stream that uses the object again costs no allocation. Lock order: stream, uses.
type Uses struct {
	Node *lifetime.Node // of what is used

	mu     sync.Mutex
	closed bool
	last   []use
}

type use struct {
	stream *Stream
	work   uint64
	failed bool // the stream has failed, so the work will never be seen complete
}

// Enqueue runs call, which enqueues on s work that touches the object, and counts and
// notes it. The stream is locked by the caller; the lock of the uses is not held during
// call, so that streams do not wait for each other. It fails with errclass.Closed after
// Close.
func (u *Uses) Enqueue(s *Stream, call func() driver.Status) (driver.Status, error) {
	before, err := u.note(s, s.line.Pos()+1)
	if err != nil {
		return driver.Status{}, err
	}
	st := call()
	if !st.OK() {
		_, _ = u.note(s, before) // only a reset can have closed it meanwhile, and then nothing counts
		return st, nil
	}
	s.Note()
	return st, nil
}

// note replaces the last work of s and returns the one before, 0 for none. It takes the
// place of a stream that has closed, so that short-lived streams do not pile up.
func (u *Uses) note(s *Stream, work uint64) (before uint64, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed {
		return 0, fmt.Errorf("%s: %w", u.Node, errclass.Closed)
	}
	free := -1
	for i := range u.last {
		switch {
		case u.last[i].stream == s:
			before, u.last[i].work = u.last[i].work, work
			return before, nil
		case u.last[i].stream.Gone():
			free = i
		}
	}
	if free < 0 {
		u.last = append(u.last, use{})
		free = len(u.last) - 1
	}
	u.last[free] = use{stream: s, work: work}
	return 0, nil
}

// Pending returns the streams with work on the object that has not been seen complete.
func (u *Uses) Pending() []*Stream {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.pending()
}

func (u *Uses) pending() []*Stream {
	u.last = slices.DeleteFunc(u.last, func(l use) bool { return l.stream.Done(l.work) })
	var streams []*Stream
	for _, l := range u.last {
		streams = append(streams, l.stream)
	}
	return streams
}

// Learn asks the streams with pending work whether they have finished. It does not wait.
func (u *Uses) Learn() {
	for _, s := range u.Pending() {
		// A stream whose query fails stays pending.
		if _, st, err := s.Query(); err == nil && !Completed(st) {
			u.noteFailed(s)
		}
	}
}

func (u *Uses) noteFailed(s *Stream) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range u.last {
		if u.last[i].stream == s {
			u.last[i].failed = true
		}
	}
}

// Closed reports whether MarkClosed has succeeded.
func (u *Uses) Closed() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.closed
}

// MarkClosed makes every later use fail. It refuses while work is pending, unless the
// device has been reset.
func (u *Uses) MarkClosed(reset bool) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if pending := u.pending(); len(pending) > 0 && !reset {
		advice := "synchronize the stream first"
		if u.last[0].failed {
			advice = "the stream has failed, so close it first"
		}
		return fmt.Errorf("work on stream %q that uses it has not been seen complete; %s: %w", pending[0].Name, advice, errclass.Busy)
	}
	u.closed = true
	return nil
}
