// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// goroutineExecutor executes each stream on a goroutine of its own, in order, as soon as it
// can. The first operation of a stream that has to wait in the queue starts the goroutine: of
// many streams most never have one, and a goroutine takes more memory than a stream.
type goroutineExecutor struct{}

func (goroutineExecutor) submit(s *stream, args []byte) {
	s.push(&s.device.submitted, &s.device.submittedTask, args)
	switch {
	case !s.started:
		s.started = true
		go s.run()
	case s.queue.count() == 1: // else the goroutine is busy, or resumed when it can go on
		s.work.Signal()
	}
}

func (goroutineExecutor) resume(s *stream) {
	if s.execution != nil {
		s.work.Signal()
	}
}

func (goroutineExecutor) join(s *stream) {
	if s.execution == nil || !s.started {
		return
	}
	s.device.mu.Unlock()
	<-s.ended
	s.device.mu.Lock()
}

func (goroutineExecutor) allows(*stream, *operation) bool  { return true }
func (goroutineExecutor) willReach(*stream, uint64) bool   { return false }
func (goroutineExecutor) demand(*device, target) bool      { return false }
func (goroutineExecutor) blocked(*stream)                  {}
func (goroutineExecutor) failedDependency(*stream) *stream { return nil }

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

// leave ends the goroutine. A kernel may end it, as a failed check of a test does: then the
// kernel has failed, and another goroutine goes on.
func (s *stream) leave() {
	if !s.busy { // written by this goroutine alone
		close(s.ended)
		s.device.mu.Unlock()
		return
	}
	s.device.mu.Lock()
	s.exited()
	s.device.mu.Unlock()
	go s.run()
}

// exited fails the kernel that has ended its goroutine. The device is locked.
func (s *stream) exited() {
	s.finish(&failure{driver.RTAICoreException, fmt.Sprintf("kernel %q: %v", s.task.function.name, ofBlock(&s.call, gokernel.ErrExited))})
}
