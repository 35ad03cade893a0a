// SPDX-License-Identifier: Apache-2.0

package core

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Record is one record of an ACL event on a stream, shared by those who need to know when
// the stream has reached it. It does not change while it has users.
type Record struct {
	Stream *Stream
	Work   uint64 // its number among the work of Stream
	Event  driver.Event

	mu     sync.Locker // guards what follows; that of whoever made the record
	users  int
	unused func(*Record) // called with mu held when the last user releases the record

	// ofEvent marks the record of an Event, whose handle the program may record again.
	ofEvent     bool
	stamp       order.Stamp // see Stamped
	overwritten bool        // the handle has been recorded anew, so it tells nothing about this record
}

// NewRecord returns a record without users of an event that is nobody else's. The function
// is called with mu held whenever the record has no users any more.
func NewRecord(e driver.Event, mu sync.Locker, unused func(*Record)) *Record {
	return &Record{Event: e, mu: mu, unused: unused}
}

// Begin notes where the event has just been recorded. The record has no users, and the
// caller becomes the first. The caller holds mu: who knew the record when it was another one
// may call RetainAt at the same time.
func (r *Record) Begin(s *Stream, work uint64) *Record {
	r.Stream, r.Work, r.users = s, work, 1
	return r
}

// Stamped notes the stamp of the record, on a device with checks. It takes over the caller's
// reference. The caller holds mu.
func (r *Record) Stamped(s order.Stamp) *Record {
	r.stamp = s
	return r
}

// Stamp returns the stamp that was noted, to be given up with ReleaseStamp. The caller is a
// user of the record.
func (r *Record) Stamp() order.Stamp {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := &r.Stream.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return r.stamp.Retain()
}

// Retain adds a user.
func (r *Record) Retain() *Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users++
	return r
}

// RetainAt adds a user if the record has one and is that work of a stream, and reports
// whether it did.
func (r *Record) RetainAt(s *Stream, work uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users == 0 || r.Stream != s || r.Work != work {
		return false
	}
	r.users++
	return true
}

// Release removes a user.
func (r *Record) Release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users--; r.users > 0 {
		return
	}
	if d := r.Stream.Device; d.Checks() {
		d.ReleaseStamp(r.stamp)
		r.stamp = order.Stamp{}
	}
	r.unused(r)
}

// Reached reports whether the stream has executed up to the record. It does not wait.
func (r *Record) Reached(d *Device) bool {
	if r.Stream.Done(r.Work) {
		return true
	}
	if r.ofEvent {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.overwritten {
			return false // until the stream is seen to have completed it
		}
	}
	status, st := d.Driver.QueryEventStatus(d.Context, r.Event)
	return st.OK() && status == driver.EventComplete
}
