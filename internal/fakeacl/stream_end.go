// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
)

// end ends streams and drops work that they have not executed. The device is locked before and
// after, but not while it waits for running kernels.
func (d *device) end(streams []*stream) {
	for _, s := range streams {
		if !s.closing {
			d.streams.remove(s.handle)
			s.closing = true
			s.abortRunning()
			d.executor.resume(s)
			s.wake()
		}
	}
	for _, s := range streams {
		d.executor.join(s)
		s.remove()
	}
}

// remove takes a stream whose goroutine has ended out of the device.
func (s *stream) remove() {
	if s.gone {
		return
	}
	s.gone = true
	s.dropQueued(0)
	s.stopLimit()
	for p := range s.device.pools.all() {
		p.model.StreamClosed(s)
	}
	s.device.history.StreamDestroyed(s.line.ID())
	s.line.Retire()
	s.device.lines.Remove(s.line.ID())
	s.device.progress.remove(s)
	s.context.streams.remove(s)
	s.wake()
}

// StreamStop calls aclrtStreamStop. It closes the Done channel of a running kernel, whose outcome
// then counts for nothing, and does not wait for it. Enqueued work stays.
func (m *Machine) StreamStop(ac driver.Context, h driver.Stream) driver.Status {
	s, st := m.lockOwnStream("aclrtStreamStop", ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if s.busy && !s.stopped {
		s.stopped = true
		s.abortRunning()
	}
	return driver.Status{}
}

// StreamAbort calls aclrtStreamAbort. It drops enqueued work, closes the Done channel of a
// running kernel, and waits for that kernel.
func (m *Machine) StreamAbort(ac driver.Context, h driver.Stream) driver.Status {
	const op = "aclrtStreamAbort"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if s.failed != nil {
		return driver.Status{} // nothing runs; only closing helps
	}
	s.giveUp()
	end := s.line.Until()
	defer end.Release()
	for { // again if another abort comes: the kernel runs until it returns
		v, _ := s.device.await(forever, []target{{stream: s, stamp: end, aborts: s.aborts}})
		if v != aborted || s.closing {
			return driver.Status{}
		}
	}
}

// giveUp drops enqueued work and gives up a running kernel. Waits for the stream end. The device
// is locked.
func (s *stream) giveUp() {
	running := 0
	if s.busy {
		running = 1
	}
	s.dropQueued(running)
	s.abortRunning()
	s.aborts++
	s.skip = s.line.Pos()
	if running == 0 {
		s.executed = s.skip
		s.device.progress.add(s)
	}
	s.wake()
}

// PersistentTaskClean calls aclrtPersistentTaskClean. It drops the work that a persistent stream
// keeps for a graph.
func (m *Machine) PersistentTaskClean(ac driver.Context, h driver.Stream) driver.Status {
	const op = "aclrtPersistentTaskClean"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if m.is310P() {
		return m.productLacks(op, "call for that")
	}
	if s.flags&driver.StreamPersistent == 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "%s is not persistent", s)
	}
	s.giveUp()
	return driver.Status{}
}
