// SPDX-License-Identifier: Apache-2.0

package core

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/order"
)

// Event is the inner state of an event.
type Event struct {
	Device  *Device
	Handle  driver.Event
	Node    *lifetime.Node
	Timing  bool
	Foreign bool // other code has made the event, destroys it, and may record it at any time

	// Mu is held around the calls that record the event and that wait for it, so that a
	// wait never falls between a record and the note of it. Lock order: stream, event.
	Mu       sync.Mutex
	Closed   bool
	Recorded bool
	Stream   *Stream // of the last record
	Work     uint64  // number of the last record on Stream
	stamp    order.Stamp

	// See Borrow.
	exposed bool      // other code knows the handle
	lost    bool      // by a reset
	lent    *Record   // of the last record
	spares  []*Record // with handles for records to come
}

// Record enqueues the event on s and notes the record. Both are locked by the caller.
func (e *Event) Record(s *Stream) driver.Status {
	h := e.Handle
	other := e.next()
	if other != nil {
		h = other.Event
	}
	st := e.Device.Driver.RecordEvent(e.Device.Context, h, s.Handle)
	switch {
	case other == nil:
	case st.OK():
		e.Handle, e.lent = h, other
	default:
		e.spares = append(e.spares, other)
	}
	switch {
	case st.OK() && e.Foreign:
		s.Note() // another record may be the last one, so this one is not remembered
	case st.OK():
		e.Recorded, e.Stream, e.Work = true, s, s.Note()
		e.replaceStamp(s.Here())
		s.recorded(e)
	}
	return st
}

// Await has s wait for the last record, and notes that what s gets from now on is ordered
// after it. Both are locked by the caller, on one device, and the event has been recorded.
func (e *Event) Await(s *Stream) driver.Status {
	st := s.Device.Driver.StreamWaitEvent(s.Device.Context, s.Handle, e.Handle)
	if st.OK() {
		c := &s.Device.clock
		c.mu.Lock()
		s.line.After(e.stamp)
		c.mu.Unlock()
		s.Note()
		if e.Foreign {
			s.Device.UnseenWork() // of the code that has recorded it
		}
	}
	return st
}

// Complete notes that the host has seen the last record complete. Mu is held.
func (e *Event) Complete() { e.Stream.completed(e.stamp) }

// Stamp returns the stamp of the last record, zero for none, to be given up with
// ReleaseStamp. Mu is held.
func (e *Event) Stamp() order.Stamp {
	c := &e.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return e.stamp.Retain()
}

// Destroyed forgets the last record of an event whose handle is gone. Mu is held.
func (e *Event) Destroyed() {
	e.Closed = true
	e.replaceStamp(order.Stamp{})
}

// replaceStamp takes over the caller's reference.
func (e *Event) replaceStamp(s order.Stamp) {
	c := &e.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	e.stamp.Release()
	e.stamp = s
}

// CreateEvent makes an event of the kind that may be recorded again and again, where the
// library has it, and returns the C function that was called.
func (d *Device) CreateEvent(timing bool) (h driver.Event, op string, st driver.Status) {
	return d.CreateEventIn(d.Context, timing)
}

// CreateEventIn is CreateEvent in another context of the device.
func (d *Device) CreateEventIn(ac driver.Context, timing bool) (h driver.Event, op string, st driver.Status) {
	if !d.Driver.Has("aclrtCreateEventExWithFlag") {
		h, st = d.Driver.CreateEvent(ac) // has time stamps always
		return h, "aclrtCreateEvent", st
	}
	flags := driver.EventSync | driver.EventCaptureProgress
	if timing {
		flags |= driver.EventTimeLine
	}
	h, st = d.Driver.CreateEventExWithFlag(ac, flags)
	return h, "aclrtCreateEventExWithFlag", st
}
