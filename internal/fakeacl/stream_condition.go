// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"slices"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// A stream can wait until a condition holds: a sticky event is set, a notify is recorded, a
// word of memory has a value. Such a stream is among the blocked ones of its device until
// something executes that may have changed the condition. An operation whose condition never
// comes to hold blocks its stream until its time limit, or for ever, as an event does that is
// never recorded.
//
// What a stream learns about the order of work from a condition it learns when the wait
// executes, since only then is it known which work brought the condition about: what is
// enqueued from then on is ordered after that work.

// specialOperation is what is particular to an operation that is rare.
type specialOperation struct {
	name    string                   // C function, for texts
	limit   time.Duration            // how long the stream waits in it; 0: for ever
	holds   func() bool              // whether it can execute; nil: it always can
	execute func(s *stream) *failure // the device is locked, as it is for holds
	dropped func()                   // called instead of execute if it does not execute; may be nil
}

// conditional reports whether the operation waits for a condition.
func (o *operation) conditional() bool {
	return o.kind == special && o.special.holds != nil || o.kind == wait && o.event.sticky()
}

// holds reports whether the condition of an operation holds. If it does not, the stream is
// resumed when that may have changed.
func (s *stream) holds(o *operation) bool {
	met := false
	if o.kind == wait {
		met = o.event.set
	} else {
		met = o.special.holds()
	}
	if !met && o.pos <= s.needed { // else the executor looks at it again when it is needed
		d := s.device
		if !slices.Contains(d.blocked, s) {
			d.blocked = append(d.blocked, s)
		}
		d.executor.blocked(s)
	}
	return met
}

// recheck resumes the streams that wait for a condition. It is called when anything has
// executed on the device, and when the host has changed its memory.
func (d *device) recheck() {
	if len(d.blocked) == 0 {
		return
	}
	for _, s := range d.blocked {
		d.executor.resume(s)
	}
	clear(d.blocked)
	d.blocked = d.blocked[:0]
}

// touched looks again at the waits of another device, whose memory work of the stream may have
// changed. Nothing is locked.
func (s *stream) touched(r *region) {
	if r == nil || r.device == nil || r.device == s.device {
		return
	}
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	r.device.recheck()
}

// beginLimit starts the time limit of an operation that has to wait, if it has one.
func (s *stream) beginLimit(o *operation) {
	if o.special == nil || o.special.limit == 0 || s.timed == o.pos {
		return
	}
	s.stopLimit()
	s.timed = o.pos
	pos := o.pos
	s.limit = time.AfterFunc(o.special.limit, func() {
		s.device.mu.Lock()
		defer s.device.mu.Unlock()
		if s.timed == pos {
			s.late = pos
			s.device.executor.resume(s)
		}
	})
}

func (s *stream) stopLimit() {
	if s.limit != nil {
		s.limit.Stop()
	}
	s.limit, s.timed, s.late = nil, 0, 0
}

// endLimit ends the time limit of an operation that executes, which fails if it is too late.
// The code of a device was not observed: this is the one for waits of streams.
func (s *stream) endLimit(o *operation) *failure {
	late := s.late == o.pos
	s.stopLimit()
	if !late {
		return nil
	}
	return &failure{driver.RTWaitTimeout, fmt.Sprintf("%s: what the stream waits for did not happen within %v", o.special.name, o.special.limit)}
}
