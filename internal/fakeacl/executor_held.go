// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"cmp"
	"math"
	"slices"
)

// On a machine that holds its streams, nothing counts as executed until a wait of the
// host needs it, whatever time it takes until then, so that two runs give the same
// results. What a wait needs is the past of the place that it waits for: the operations
// before it on its stream, and on others what those are ordered after.
//
// An operation that takes no time and whose outcome does not depend on when it executes
// is performed by the call as always, if all before it are; it counts later. So a held
// stream without kernels and copies has no queue.

// unheld is how far a stream is needed that is not held.
const unheld = math.MaxUint64

// heldExecutor holds every stream until a wait of the host needs it.
type heldExecutor struct{ goroutineExecutor }

func (heldExecutor) start(*stream) {}

func (x heldExecutor) submit(s *stream, args []byte) {
	o := &s.device.submitted
	if len(s.device.blocked) > 0 {
		s.need(o.pos) // it may bring about what a stream waits for
	}
	if x.allows(s, o) && s.executeInline(o) {
		return
	}
	x.goroutineExecutor.submit(s, args)
}

// allows reports whether the operation is needed, or may be performed before it is.
func (heldExecutor) allows(s *stream, o *operation) bool {
	return o.pos <= s.needed || o.instant() && !s.risks(o)
}

// risks reports an operation whose outcome depends on when it executes.
func (s *stream) risks(o *operation) bool {
	return o.kind == special || o.kind == allocate && (o.gamble && !s.device.reached(o.after) || o.pool.lacks(o.block))
}

func (x heldExecutor) willReach(s *stream, pos uint64) bool {
	return s.needed != unheld && s.executed < pos && pos <= s.needed && s.failed == nil && x.failedDependency(s) == nil
}

// demand makes all count that a target comes after.
func (heldExecutor) demand(d *device, t target) (queued bool) {
	for p := range t.stamp.Past {
		if s := d.lines.Get(p.Line); s != nil && p.Pos > s.needed {
			s.need(p.Pos)
			if s.executed < p.Pos {
				d.demanded = append(d.demanded, s)
				queued = true
			}
		}
	}
	return queued
}

// need makes the stream count up to a position.
func (s *stream) need(pos uint64) {
	s.needed = pos
	s.device.progress.add(s)
}

// blocked makes everything count that has been enqueued: which of it brings about a
// condition is not known before it executes.
func (heldExecutor) blocked(s *stream) {
	d := s.device
	for other := range d.lines.All {
		if end := other.line.Pos(); other.needed < end {
			other.need(end)
			d.demanded = append(d.demanded, other)
			d.executor.resume(other)
		}
	}
}

// perform executes what is needed and takes no time, in an order that does not depend on
// timing. The rest is left to the goroutines of the streams. It looks at the streams that
// are newly needed and at no others, so that a wait costs what it awaits, however many
// streams there are.
func (d *device) perform() {
	for again := true; again; {
		again = false
		// One wait may have several targets, and a condition may make more count.
		slices.SortFunc(d.demanded, func(a, b *stream) int { return cmp.Compare(a.line.ID(), b.line.ID()) })
		d.demanded = slices.Compact(d.demanded)
		count := len(d.demanded)
		for _, s := range d.demanded {
			for !s.busy && s.runnable() && s.queue.front().instant() {
				s.step()
				again = true
			}
		}
		again = again || len(d.demanded) > count
	}
	for _, s := range d.demanded {
		d.executor.resume(s)
	}
	clear(d.demanded)
	d.demanded = d.demanded[:0]
}

// failedDependency follows what the first operation of a held stream waits for.
func (heldExecutor) failedDependency(s *stream) *stream {
	for s != nil && s.failed == nil {
		if s.queued() == 0 || s.queue.front().gamble {
			return nil
		}
		after := s.queue.front().after
		s = s.device.lines.Get(after.Line)
		if s != nil && after.Pos <= s.executed {
			return nil
		}
	}
	return s
}
