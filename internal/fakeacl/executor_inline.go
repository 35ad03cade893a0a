// SPDX-License-Identifier: Apache-2.0

package fakeacl

// inlineExecutor executes an operation that takes no time (allocate, free, record, a wait
// for what has happened) within the call that enqueues it, if everything before it has
// executed. It leaves the rest to the goroutines of the streams.
type inlineExecutor struct{ goroutineExecutor }

// start sets a mark at the stream, which [stream.enqueueTask] looks at: with a submit here,
// a call through the interface and a copy, the simulated pair is 5 % slower.
func (inlineExecutor) start(s *stream) {
	s.inline = true
}

// executesInline reports whether an operation that takes no time, and waits for no other
// stream, executes within the call that enqueues it.
func (s *stream) executesInline() bool {
	return s.inline && s.queued() == 0 && s.failed == nil && !s.detached()
}

// executeInline executes an operation if it takes no time and everything before it has
// executed.
func (s *stream) executeInline(o *operation) bool {
	if s.queued() > 0 || !o.instant() || !s.ready(o) {
		return false
	}
	s.complete(o.pos, s.perform(o))
	return true
}
