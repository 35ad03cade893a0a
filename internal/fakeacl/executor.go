// SPDX-License-Identifier: Apache-2.0

package fakeacl

// executor decides when the operations of streams execute, and on which goroutine. All
// streams of a device have one. The device is locked at every call.
//
// An executor takes operations from the queue of a stream with [stream.step], as long as
// the stream is runnable.
type executor interface {
	// start is called when a stream has been made.
	start(s *stream)
	// submit takes the operation submitted of the device for a stream, whose position has been taken.
	// One that takes time has a task, submittedTask, and arguments if it is a launch. All
	// are copied.
	submit(s *stream, args []byte)
	// resume is called when the first operation of a stream may have become ready, and
	// when the stream is closing.
	resume(s *stream)
	// join waits until a stream that is closing executes nothing more. The device is not
	// locked meanwhile.
	join(s *stream)

	// allows reports whether the first operation of a stream may execute now.
	allows(s *stream, o *operation) bool
	// willReach reports whether a stream is certain to execute up to a position within
	// the wait of the host that is in progress.
	willReach(s *stream, pos uint64) bool
	// demand is called for each target when the host begins to wait. It reports whether
	// the device has to perform what is needed. Targets are passed by value, so that a
	// wait allocates nothing.
	demand(d *device, t target) (queued bool)
	// blocked is called when the first operation of a stream waits for a condition that
	// other work of the device has to bring about.
	blocked(s *stream)
	// failedDependency returns the failed stream because of which a stream will not go on, nil if
	// it will or that is not known.
	failedDependency(s *stream) *stream
}

func newExecutor(cfg *Config) executor {
	switch {
	case cfg.Schedule != nil:
		return scheduledExecutor{}
	case cfg.Held:
		return heldExecutor{}
	}
	return inlineExecutor{}
}

// enqueue adds an operation to the stream. Its position has been taken, with the device
// locked since then.
func (s *stream) enqueue(o *operation) { s.enqueueTask(o, nil, nil) }

// enqueueTask is enqueue for an operation that takes time, with its task and the
// arguments of a launch. All are copied. Where nothing executes any more the operation is
// dropped, but for a free: its memory is pending until the stream is closed.
func (s *stream) enqueueTask(o *operation, t *task, args []byte) {
	switch {
	case s.failed == nil && !s.detached():
		if s.inline && s.executeInline(o) {
			return
		}
		s.device.submitted = *o // what an interface gets would be allocated
		if t != nil {
			s.device.submittedTask = *t
			s.device.submittedTask.thread = s.device.machine.thread()
		}
		s.device.executor.submit(s, args)
	case o.kind == free:
		s.push(o, nil, nil)
	default:
		s.drop(o)
		if t != nil {
			s.dropTask(t)
		}
	}
}
