// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
)

// SynchronizeStream calls aclrtSynchronizeStream; the stream may be of another context.
func (m *Machine) SynchronizeStream(ac driver.Context, h driver.Stream) driver.Status {
	return m.synchronizeStream("aclrtSynchronizeStream", ac, h, forever)
}

// SynchronizeStreamWithTimeout calls aclrtSynchronizeStreamWithTimeout.
func (m *Machine) SynchronizeStreamWithTimeout(ac driver.Context, h driver.Stream, ms int32) driver.Status {
	return m.synchronizeStream("aclrtSynchronizeStreamWithTimeout", ac, h, ms)
}

func (m *Machine) synchronizeStream(op string, ac driver.Context, h driver.Stream, limit int32) driver.Status {
	s, st := m.lockStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	d := s.device
	if s.failed != nil {
		return d.failedWait(s.failure(op, s.failed))
	}
	var targets []target
	if !s.detached() {
		targets = []target{{stream: s, stamp: s.line.Until(), aborts: s.aborts}}
	}
	return d.failedWait(d.synchronize(op, limit, driver.RTStreamSyncTimeout, targets))
}

// SynchronizeDevice calls aclrtSynchronizeDevice: it waits for the streams of the
// context. A stream that a failure has stopped ends the wait at once.
func (m *Machine) SynchronizeDevice(ac driver.Context) driver.Status {
	return m.synchronizeContext("aclrtSynchronizeDevice", ac, forever)
}

// SynchronizeDeviceWithTimeout calls aclrtSynchronizeDeviceWithTimeout.
func (m *Machine) SynchronizeDeviceWithTimeout(ac driver.Context, ms int32) driver.Status {
	return m.synchronizeContext("aclrtSynchronizeDeviceWithTimeout", ac, ms)
}

func (m *Machine) synchronizeContext(op string, ac driver.Context, limit int32) driver.Status {
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	d := c.device
	for s := range c.streams.all() {
		if s.failed != nil && !s.closing {
			return d.failedWait(s.failure(op, s.failed))
		}
	}
	var targets []target
	for s := range c.streams.all() {
		if !s.closing && !s.detached() && !s.awaited() {
			targets = append(targets, target{stream: s, stamp: s.line.Until(), aborts: s.aborts})
		}
	}
	return d.failedWait(d.synchronize(op, limit, driver.RTStreamSyncTimeout, targets))
}

// awaited reports whether a wait for the stream would find nothing: it has been waited for, and
// nothing has happened since. Of many streams that is most of them.
func (s *stream) awaited() bool {
	return s.unreported == nil && !s.overflow && s.Executed() == s.line.Pos() && s.line.IsKnown()
}

// StreamQuery calls aclrtStreamQuery. The stream may belong to another context. If all work
// has completed, all later work of the host is ordered after it. No pool is trimmed.
func (m *Machine) StreamQuery(ac driver.Context, h driver.Stream) (driver.StreamStatus, driver.Status) {
	const op = "aclrtStreamQuery"
	s, st := m.lockStream(op, ac, h)
	if !st.OK() {
		return driver.StreamNotReady, st
	}
	defer s.device.mu.Unlock()
	switch {
	case s.detached():
		return driver.StreamComplete, driver.Status{}
	case s.failed != nil:
		return driver.StreamNotReady, s.failure(op, s.failed)
	case s.Executed() < s.line.Pos():
		return driver.StreamNotReady, driver.Status{}
	}
	end := s.line.Until()
	s.device.host.After(end)
	end.Release()
	return driver.StreamComplete, driver.Status{}
}

// failure returns the status of a wait that reports a failure.
func (s *stream) failure(op string, f *failure) driver.Status {
	if f == s.failed {
		return driver.Fail(f.code, op+": "+s.String()+" has failed: "+f.text)
	}
	return driver.Fail(f.code, op+": work on "+s.String()+" has failed: "+f.text+"; the stream went on")
}

// interrupted returns the status of a wait whose work has been dropped.
func (s *stream) interrupted(op string) driver.Status {
	return fail(driver.RTStreamAbort, badOrder, op, "%s was aborted or destroyed during the wait", s)
}
