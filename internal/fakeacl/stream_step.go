// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"slices"
)

// runnable reports whether the stream's first operation can execute now.
func (s *stream) runnable() bool {
	return s.queued() > 0 && s.failed == nil && !s.detached() &&
		s.device.executor.allows(s, s.queue.front()) && s.ready(s.queue.front())
}

// ready reports whether what an operation waits for has executed. If not, the stream is
// resumed when that may have changed.
func (s *stream) ready(o *operation) bool {
	if s.late > 0 && s.late == o.pos {
		return true // to fail
	}
	if o.after.Pos > 0 {
		on := s.device.lines.Get(o.after.Line)
		if on != nil && o.after.Pos > on.executed && (!o.gamble || s.device.executor.willReach(on, o.after.Pos)) {
			on.dependents = addOnce(on.dependents, s)
			s.beginLimit(o)
			return false
		}
	}
	if o.conditional() && !s.holds(o) {
		s.beginLimit(o)
		return false
	}
	return true
}

// addOnce adds a stream to a list unless it is there.
func addOnce(streams []*stream, s *stream) []*stream {
	if slices.Contains(streams, s) {
		return streams
	}
	return append(streams, s)
}

// step executes the first operation of the queue. It unlocks the device while an operation
// that takes time runs.
func (s *stream) step() {
	s.current, s.begun = *s.queue.front(), s.aborts
	o := &s.current
	var f *failure
	if o.instant() {
		f = s.perform(o)
	} else {
		s.task = *s.queue.task()
		s.busy = true
		s.kernelDevice.done = s.abortChannel()
		s.device.mu.Unlock()
		f = s.execute(o.kind, &s.task)
		if f != nil && !isClosed(s.kernelDevice.done) {
			s.except(o, &s.task, f)
		}
		s.device.mu.Lock()
	}
	s.finish(f)
}

// finish ends the first operation of the queue, which has executed or failed. The device is
// locked.
func (s *stream) finish(f *failure) {
	s.busy = false
	if s.begun != s.aborts || s.closing || s.stopped {
		f = nil // the operation was aborted: its failure does not count
	}
	s.stopped = false
	s.queue.pop()
	s.complete(max(s.current.pos, s.skip), f)
}

// perform executes an instant operation.
func (s *stream) perform(o *operation) *failure {
	f := s.apply(o)
	if f != nil && s.device.machine.exceptions.Load() != nil {
		failed := *o
		go s.except(&failed, nil, f) // the device is locked
	}
	return f
}

// execute runs an operation that takes time, without any lock.
func (s *stream) execute(kind operationKind, t *task) *failure {
	s.spend(kind, t)
	switch kind {
	case copyMemory:
		return s.copy(t)
	case fillMemory:
		return s.fill(t)
	default:
		return s.launch(t)
	}
}

// complete records that everything up to a position has executed. After a failure the stream
// goes on, unless it stops on failure.
func (s *stream) complete(pos uint64, f *failure) {
	if f != nil && s.fail(f) {
		return
	}
	s.executed = pos
	s.device.progress.add(s)
	s.wake()
	s.device.recheck()
}

// fail records the failure of a task, and reports whether it has stopped the stream.
func (s *stream) fail(f *failure) (stopped bool) {
	if s.failed != nil {
		return true
	}
	s.device.machine.log(fmt.Sprintf("%s failed: %s", s, f.text))
	if !s.stops {
		if s.unreported == nil {
			s.unreported = f
		}
		return false
	}
	s.failed = f
	s.wake()
	for other := range s.context.streams.all() {
		if other.failed == nil {
			other.failed = &failure{f.code, fmt.Sprintf("stopped by the failure of %s: %s", s.label, f.text)}
			other.wake()
		}
	}
	return true
}

// wake wakes all goroutines and streams that wait for progress of the stream.
func (s *stream) wake() {
	for _, f := range s.dependents {
		f.device.executor.resume(f)
	}
	s.dependents = s.dependents[:0]
	for _, w := range s.waiters {
		if w.pos <= s.executed || s.failed != nil || s.closing || w.aborts != s.aborts {
			w.wake()
		}
	}
}
