// SPDX-License-Identifier: Apache-2.0

package fakeacl

// inlineExecutor executes an operation that takes no time (allocate, free, record, a wait
// for what has happened) within the call that enqueues it, if everything before it has
// executed. It leaves the rest to the goroutines of the streams.
type inlineExecutor struct{ goroutineExecutor }

func (x inlineExecutor) submit(s *stream, args []byte) {
	o := &s.submitted
	if s.queue.count() == 0 && o.instant() && s.ready(o) {
		s.complete(o.pos, s.apply(o))
		return
	}
	x.goroutineExecutor.submit(s, args)
}
