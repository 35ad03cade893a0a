// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// enqueue hands the stream an operation whose position has been taken. The device is
// locked since then.
func (s *stream) enqueue(o *operation) { s.enqueueTask(o, nil, nil) }

// enqueueTask is enqueue for an operation that takes time, with its task and the
// arguments of a launch. All are copied.
func (s *stream) enqueueTask(o *operation, t *task, args []byte) {
	switch {
	case s.failed != nil || s.detached():
		if o.kind == free {
			s.queue.push(o, nil, nil) // pending until the stream is closed
			return
		}
		s.drop(o)
		if t != nil {
			s.dropTask(t)
		}
	case s.queue.count() == 0 && o.instant() && s.due(o) && s.ready(o):
		s.complete(o.pos, s.apply(o))
	default:
		s.queue.push(o, t, args)
		if s.queue.count() == 1 { // else the goroutine is busy, or told when it can go on
			s.work.Signal()
		}
	}
}

// run is the stream's goroutine.
func (s *stream) run() {
	s.device.mu.Lock()
	defer s.leave()
	for {
		for !s.closing && !s.runnable() {
			s.work.Wait()
		}
		if s.closing {
			return
		}
		s.step()
	}
}

// leave ends the goroutine. A kernel that ends it, as a failed check of a test does,
// takes its stream along.
func (s *stream) leave() {
	if s.busy { // written by this goroutine alone
		s.device.mu.Lock()
		s.busy = false
	}
	if !s.closing {
		s.queue.pop()
		s.fail(&failure{driver.RTAICoreException, fmt.Sprintf("kernel %q ended the goroutine of its stream", s.task.function.name)})
	}
	close(s.ended)
	s.device.mu.Unlock()
}

func (s *stream) runnable() bool {
	return s.queue.count() > 0 && s.failed == nil && !s.detached() && s.due(s.queue.front()) && s.ready(s.queue.front())
}

// ready reports whether an operation can execute. If not, the stream is told when that
// may have changed.
func (s *stream) ready(o *operation) bool {
	if o.after.Pos > 0 {
		on := s.device.lines[o.after.Line]
		if on != nil && o.after.Pos > on.executed && (!o.gamble || on.gets(o.after.Pos)) {
			on.followers = follow(on.followers, s)
			return false
		}
	}
	if o.kind == wait && o.event.sticky() && !o.event.set {
		o.event.followers = follow(o.event.followers, s)
		return false
	}
	return true
}

func follow(followers []*stream, s *stream) []*stream {
	if slices.Contains(followers, s) {
		return followers
	}
	return append(followers, s)
}

// step executes the first operation of the queue. The lock is let go of meanwhile where
// that takes time.
func (s *stream) step() {
	s.current = *s.queue.front()
	o, aborts := &s.current, s.aborts
	var f *failure
	if o.instant() {
		f = s.apply(o)
	} else {
		s.task = *s.queue.task()
		s.busy = true
		s.call.done = s.aborted
		s.device.mu.Unlock()
		f = s.execute(o.kind, &s.task)
		s.device.mu.Lock()
		s.busy = false
	}
	if aborts != s.aborts || s.closing {
		f = nil // nobody is interested any more
	}
	s.queue.pop()
	s.complete(max(o.pos, s.skip), f)
}

// execute runs an operation that takes time, without any lock.
func (s *stream) execute(kind operationKind, t *task) *failure {
	switch kind {
	case copyMemory:
		return s.copy(t)
	case fillMemory:
		return s.fill(t)
	default:
		return s.launch(t)
	}
}

// complete notes that everything up to a position has executed, unless it failed.
func (s *stream) complete(pos uint64, f *failure) {
	if f != nil {
		s.fail(f)
		return
	}
	s.executed = pos
	s.tell()
}

// fail ends the execution of the stream for good.
func (s *stream) fail(f *failure) {
	if s.failed != nil {
		return
	}
	s.failed = f
	s.device.machine.log(fmt.Sprintf("%s failed: %s", s, f.text))
	s.tell()
	if !s.stops {
		return
	}
	for other := range s.context.streams {
		if other.failed == nil {
			other.failed = &failure{f.code, fmt.Sprintf("stopped by the failure of stream %d: %s", s.id, f.text)}
			other.tell()
		}
	}
}

// tell wakes everybody who waits for the stream to get further.
func (s *stream) tell() {
	for _, f := range s.followers {
		f.work.Signal()
	}
	s.followers = s.followers[:0]
	for _, w := range s.waiters {
		if w.pos <= s.executed || s.failed != nil || s.closing || w.aborts != s.aborts {
			w.wake()
		}
	}
}
