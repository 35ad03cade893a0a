// SPDX-License-Identifier: Apache-2.0

package core

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/order"
)

// Stream is the inner state of a stream. Its lock is held around every call that
// enqueues on it, so that what is noted about the order of work is the order in which
// the device got it. A wait holds a lease on Node and not the lock.
type Stream struct {
	Device  *Device
	Handle  driver.Stream
	Node    *lifetime.Node
	Foreign bool // other code has made the stream and destroys it
	Name    string
	ID      uint64 // never used again in this process
	Slot    int    // small number, unique among the live streams of that number of device

	Internal bool // this module has made the stream for itself, see [Device.InternalStream]

	mu      sync.Mutex
	line    order.Line // its positions number the work; what it knows has the order lock
	scratch []byte
	op      *Op // scratch of Begin, nil until it is needed

	// Written under mu, and read without it by goroutines that hold the lock of another
	// stream.
	closed   atomic.Bool
	complete atomic.Uint64

	failure atomic.Pointer[Failure]
}

// AddStream registers a stream that the driver has made. The name is the caller's, or
// empty for one made from the number.
func (d *Device) AddStream(h driver.Stream, name string, force func(s *Stream) lifetime.Closer) (*Stream, error) {
	s := &Stream{Device: d, Handle: h, ID: ids.Add(1), Name: name}
	d.mu.Lock()
	defer d.mu.Unlock()
	if name == "" {
		d.unnamed++
		s.Name = fmt.Sprintf("stream-%d", d.unnamed)
	}
	s.Slot = slices.Index(d.streams, nil)
	if s.Slot < 0 {
		s.Slot = len(d.streams)
		d.streams = append(d.streams, nil)
	}
	if err := d.Node.Add(&s.Node, lifetime.Stream, s.Name, force(s)); err != nil {
		return nil, err
	}
	d.streams[s.Slot] = s
	d.clock.start(&s.line)
	d.nameStream(h, s.Name, false)
	return s, nil
}

// Lock takes the stream for one call that enqueues. It fails with errclass.Closed, and
// then holds nothing.
func (s *Stream) Lock() error {
	s.mu.Lock()
	if s.closed.Load() {
		return s.refuse()
	}
	return nil
}

// refuse is a function of its own, so that Lock needs no stack.
func (s *Stream) refuse() error {
	s.mu.Unlock()
	return s.ErrClosed()
}

// ErrClosed returns the error of a call on the stream after Close.
func (s *Stream) ErrClosed() error { return fmt.Errorf("stream %q: %w", s.Name, errclass.Closed) }

// LockState takes the lock also after Close and reports whether the stream is open: for
// state that the lock guards, and that outlives the stream.
func (s *Stream) LockState() (open bool) {
	s.mu.Lock()
	return !s.closed.Load()
}

// Unlock ends what Lock or LockState began.
func (s *Stream) Unlock() { s.mu.Unlock() }

// Note counts one piece of enqueued work and returns its number. The lock is held.
func (s *Stream) Note() uint64 {
	return s.line.Next()
}

// Enqueued returns the number of the last piece of work.
func (s *Stream) Enqueued() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.line.Pos()
}

// MarkComplete notes that all work up to n has been seen complete. It takes no lock: an
// event does this while it holds its own, which comes after the stream's.
func (s *Stream) MarkComplete(n uint64) {
	for {
		seen := s.complete.Load()
		if n <= seen || s.complete.CompareAndSwap(seen, n) {
			return
		}
	}
}

// Query asks the driver whether all work is done, and notes it if so. It does not wait.
// The lock keeps Close away from the handle during the call. It fails with errclass.Closed
// after Close.
func (s *Stream) Query() (done bool, st driver.Status, err error) { return s.query((*Stream).Observe) }

// QueryReported is Query for a caller that returns the status to the program.
func (s *Stream) QueryReported() (done bool, st driver.Status, err error) {
	return s.query((*Stream).ObserveReported)
}

// observer is [Stream.Observe] or [Stream.ObserveReported].
type observer func(s *Stream, op string, st driver.Status, complete bool) driver.Status

func (s *Stream) query(observe observer) (done bool, st driver.Status, err error) {
	if err := s.Lock(); err != nil {
		return false, driver.Status{}, err
	}
	defer s.Unlock()
	done, st = s.queryLocked(observe)
	return done, st, nil
}

// QueryLocked is Query for callers that hold the lock of the stream, which is open.
func (s *Stream) QueryLocked() (done bool, st driver.Status) { return s.queryLocked((*Stream).Observe) }

func (s *Stream) queryLocked(observe observer) (done bool, st driver.Status) {
	status, st := s.Device.Driver.StreamQuery(s.Device.Context, s.Handle)
	done = Completed(st) && (!st.OK() || status == driver.StreamComplete)
	observe(s, "aclrtStreamQuery", st, done)
	if done {
		stamp := s.Here()
		s.completed(stamp)
		s.Device.ReleaseStamp(stamp)
	}
	return done, st
}

// Scratch returns n bytes for the arguments of one call. The lock is held, and the bytes
// are the caller's until it unlocks. Without them each call would allocate, since a slice
// that is passed to the driver's interface escapes.
func (s *Stream) Scratch(n int) []byte {
	if n > len(s.scratch) {
		s.scratch = make([]byte, n)
	}
	return s.scratch[:n]
}

// Done reports whether work n has been seen complete, or the stream has closed.
func (s *Stream) Done(n uint64) bool { return s.Gone() || s.Seen(n) }

// Seen reports whether work n has been seen complete. A stream that has closed has dropped
// its other work.
func (s *Stream) Seen(n uint64) bool { return n <= s.complete.Load() }

// Gone reports whether the stream has closed.
func (s *Stream) Gone() bool { return s.closed.Load() }

// Seal makes every later Lock fail, once all work has been seen complete. The lock is held.
// MarkClosed is still to come.
func (s *Stream) Seal() {
	s.MarkComplete(s.line.Pos()) // first, since the work of a closed stream counts as dropped
	s.closed.Store(true)
}

// Refuse makes every later Lock fail, whether or not the work is complete. MarkClosed is still to
// come.
func (s *Stream) Refuse() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed.Store(true)
}

// Unseal takes Seal or Refuse back: the Close was given up, or the stream cannot be destroyed.
func (s *Stream) Unseal() { s.closed.Store(false) }

// SealAfter is Seal unless more than the work up to n has been enqueued.
func (s *Stream) SealAfter(n uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.line.Pos() != n {
		return false
	}
	s.Seal()
	return true
}

// MarkClosed makes every later Lock fail and frees the slot.
func (s *Stream) MarkClosed() {
	s.Refuse()
	s.Device.mu.Lock()
	defer s.Device.mu.Unlock()
	if s.Device.streams[s.Slot] == s { // else it has been given back, and may be another's
		s.Device.streams[s.Slot] = nil
	}
}

// Streams lists the live streams of the device by slot, those of its other opens too.
func (p *primary) Streams() []*Stream {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.streams), func(s *Stream) bool { return s == nil })
}
