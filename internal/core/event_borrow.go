// SPDX-License-Identifier: Apache-2.0

package core

import (
	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
)

// The last record of an event can be borrowed. When the program records the event anew or
// closes it meanwhile, the event goes on with another handle, and the old one is left to
// the borrowers.

// Borrow returns the last record, to be released; nil if other code knows the handle and
// may record it. Mu is held, and the event has been recorded.
func (e *Event) Borrow() *Record {
	if e.Foreign || e.exposed {
		return nil
	}
	if e.lent == nil {
		e.lent = e.newRecord(e.Handle)
	}
	if e.lent.users > 0 {
		e.lent.users++
		return e.lent
	}
	r := e.lent.Begin(e.Stream, e.Work)
	if e.Device.Checks() {
		r.Stamped(e.Stamp())
	}
	return r
}

func (e *Event) newRecord(h driver.Event) *Record {
	r := NewRecord(h, &e.Mu, e.returned)
	r.ofEvent = true
	return r
}

// Expose returns the handle for other code, which may use it until Close.
func (e *Event) Expose() driver.Event {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	e.exposed = true
	e.Device.SharesEvents()
	return e.Handle
}

// Current returns the handle of the last record. The caller holds a lease, so that it is
// not destroyed.
func (e *Event) Current() driver.Event {
	e.Mu.Lock()
	defer e.Mu.Unlock()
	return e.Handle
}

func (e *Event) isLent() bool { return e.lent != nil && e.lent.users > 0 }

// next returns what the next record is to be made with: the handle of the last one unless
// that is borrowed.
func (e *Event) next() *Record {
	if !e.isLent() {
		return nil
	}
	if last := len(e.spares) - 1; last >= 0 && !e.exposed {
		r := e.spares[last]
		e.spares = e.spares[:last]
		return r
	}
	if !e.exposed {
		if h, _, st := e.Device.CreateEvent(e.Timing); st.OK() {
			return e.newRecord(h)
		}
	}
	e.lent.overwritten = true
	e.lent = nil
	return nil
}

// returned takes a record back that nobody borrows any more. Mu is held.
func (e *Event) returned(r *Record) {
	switch {
	case r.overwritten || e.lost:
	case e.Closed:
		if st := e.destroy(r.Event); !st.OK() {
			e.Device.Log.Warn("aclpool: the handle of an event that was closed could not be destroyed",
				zap.Stringer("object", e.Node), zap.Int("code", int(st.Code)), zap.String("message", st.Msg))
		}
	case r != e.lent:
		e.spares = append(e.spares, r)
	}
}

func (e *Event) destroy(h driver.Event) driver.Status {
	return e.Device.Driver.DestroyEvent(e.Device.Context, h)
}

// Destroy closes the event and destroys its handles, but for those that are borrowed: they
// go when they are returned. When it fails the event is as before. Mu is held.
func (e *Event) Destroy() driver.Status {
	for last := len(e.spares) - 1; last >= 0; last-- {
		if st := e.destroy(e.spares[last].Event); !st.OK() {
			return st
		}
		e.spares = e.spares[:last]
	}
	if !e.isLent() {
		if st := e.destroy(e.Handle); !st.OK() {
			return st
		}
	}
	e.Destroyed()
	return driver.Status{}
}

// Lost closes an event whose handles a reset has destroyed. Mu is held.
func (e *Event) Lost() {
	e.lost = true
	e.Destroyed()
}
