// SPDX-License-Identifier: Apache-2.0

package core

import "github.com/ascend-go/aclpool/internal/driver"

// Failure is a failure of a stream's work.
type Failure struct {
	Op     string // the call that returned it
	Status driver.Status
}

// Observe notes what a wait for the stream, or a query of it, has returned: a failure of its
// work, or that all of it is complete. Other statuses say nothing about the work. It returns
// st.
func (s *Stream) Observe(op string, st driver.Status, complete bool) driver.Status {
	switch {
	case failed(st):
		s.failure.Store(&Failure{op, st})
	case complete && Completed(st) && s.failure.Load() != nil:
		s.failure.Store(nil)
	}
	return st
}

// failed reports whether a wait without a time limit, or a query, has returned a failure of
// the work. A timeout is then that of a task.
func failed(st driver.Status) bool {
	switch st.Code.Group() {
	case driver.GroupDevice, driver.GroupTask, driver.GroupTimeout:
		return !Completed(st)
	}
	return false
}

// Failure returns the last failure that was observed, or nil if there was none or a later
// wait has succeeded.
func (s *Stream) Failure() *Failure { return s.failure.Load() }
