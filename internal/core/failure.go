// SPDX-License-Identifier: Apache-2.0

package core

import (
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Failure is a failure of a stream's work.
type Failure struct {
	Op     string // the call that returned it
	Status driver.Status

	reported atomic.Bool // to the program
}

// Observe notes what a wait for the stream, or a query of it, has returned: a failure of its
// work, or that all of it is complete. Other statuses say nothing about the work. It returns
// st.
//
// ACL reports a failure to one call, which may be one that the program does not see. So a
// failure is kept until it has been reported to the program, and the work that came after it
// is complete.
func (s *Stream) Observe(op string, st driver.Status, complete bool) driver.Status {
	known := s.failure.Load()
	kept := known != nil && !known.reported.Load()
	switch {
	case kept:
	case failed(st):
		s.failure.CompareAndSwap(known, &Failure{Op: op, Status: st})
	case complete && Completed(st) && known != nil:
		s.failure.CompareAndSwap(known, nil)
	}
	return st
}

// ObserveReported is Observe for a call that returns st to the program. A failure counts as
// reported at once: no other call may report it, too.
func (s *Stream) ObserveReported(op string, st driver.Status, complete bool) driver.Status {
	if !failed(st) {
		return s.Observe(op, st, complete)
	}
	f := &Failure{Op: op, Status: st}
	f.reported.Store(true)
	s.failure.Store(f)
	return st
}

// Unreported returns the failure that has not been reported to the program, and counts it as
// reported. It returns nil if there is none.
func (s *Stream) Unreported() *Failure {
	if f := s.failure.Load(); f != nil && f.reported.CompareAndSwap(false, true) {
		return f
	}
	return nil
}

// KeepFailure keeps a failure that ACL has reported to a wait for all streams of the device
// after the program had given it up.
func (p *primary) KeepFailure(op string, st driver.Status) {
	if failed(st) {
		p.late.CompareAndSwap(nil, &Failure{Op: op, Status: st})
	}
}

// TakeFailure returns the failure that is kept, and keeps it no longer. It returns nil if there
// is none.
func (p *primary) TakeFailure() *Failure { return p.late.Swap(nil) }

// failed reports whether a wait without a time limit, or a query, has returned a failure of
// the work. A timeout is then that of a task.
func failed(st driver.Status) bool {
	switch st.Code.Group() {
	case driver.GroupDevice, driver.GroupTask, driver.GroupTimeout:
		return !Completed(st)
	}
	return false
}

// Failure returns the failure that was observed and is kept, or nil if there is none. See
// Observe.
func (s *Stream) Failure() *Failure { return s.failure.Load() }
