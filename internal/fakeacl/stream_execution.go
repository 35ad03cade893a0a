// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/gokernel"
)

// execution is what a stream needs to execute operations outside of the calls that enqueue
// them: its queue, its goroutine and the operation that is being executed. It is several times
// as large as the stream, and most of many streams never need it: they only allocate, free,
// record and wait for what has happened.
type execution struct {
	queue queue

	current      operation     // being executed
	begun        int           // aborts when it began
	task         task          // of it, if that takes time
	call         gokernel.Call // of the kernel that is being executed
	kernelDevice kernelDevice  // for it
	views        []view        // of device memory, that the kernel has
	pins         []operand     // host memory that it has
	compare      []compared    // memory that must not change while it runs
	written      []compared    // by the running kernel

	started bool          // there is a goroutine
	work    *sync.Cond    // there is something to do for the goroutine
	ended   chan struct{} // closed when the goroutine has ended
}

// queued returns the number of operations in the queue.
func (s *stream) queued() int {
	if s.execution == nil {
		return 0
	}
	return s.queue.count()
}

// push adds an operation to the queue, which is made for the first one.
func (s *stream) push(o *operation, t *task, args []byte) {
	if s.execution == nil {
		s.execution = &execution{
			kernelDevice: kernelDevice{stream: s},
			work:         sync.NewCond(&s.device.mu),
			ended:        make(chan struct{}),
		}
	}
	s.queue.push(o, t, args)
}

// dropQueued drops all operations of the queue but the first keep, where keep is at most 1.
func (s *stream) dropQueued(keep int) {
	if s.execution != nil {
		s.queue.dropAfter(keep, s.drop, s.dropTask)
	}
}

// abortChannel returns the channel that makes a running kernel end when it is closed.
func (s *stream) abortChannel() <-chan struct{} {
	if s.aborted == nil {
		s.aborted = make(chan struct{})
	}
	return s.aborted
}

// abortRunning makes a running kernel end.
func (s *stream) abortRunning() {
	if s.aborted != nil {
		close(s.aborted)
		s.aborted = nil
	}
}
