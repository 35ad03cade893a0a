// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// target is work that the host waits for: the work of a stream up to a place.
type target struct {
	stream *stream // nil for one that has ended
	stamp  order.Stamp
	aborts int  // of the stream, when the wait began
	event  bool // the host waits for an event, which reports no failure of a task
}

// report returns the first failure of a task that no wait has reported yet.
func (t target) report(op string) driver.Status {
	if t.stream == nil || t.event || t.stream.unreported == nil {
		return driver.Status{}
	}
	f := t.stream.unreported
	t.stream.unreported = nil
	return t.stream.failure(op, f)
}

// waiter is a goroutine that waits for a position of a stream.
type waiter struct {
	pos    uint64
	aborts int
	ready  chan<- struct{} // holds one
}

func (w waiter) wake() {
	select {
	case w.ready <- struct{}{}:
	default:
	}
}

// verdict is how a wait ended.
type verdict uint8

const (
	pending verdict = iota
	completed
	broken  // a stream has failed
	aborted // a stream was aborted or destroyed
)

// forever is the limit of a wait without limit, as callers pass it.
const forever int32 = -1

// look returns the verdict for the targets so far, and the stream that decides it.
func look(targets []target) (verdict, *stream) {
	v, about := completed, (*stream)(nil)
	for _, t := range targets {
		s := t.stream
		switch {
		case s == nil || t.stamp.Pos <= s.executed && t.aborts == s.aborts:
		case t.aborts != s.aborts || s.closing:
			return aborted, s
		case s.failed != nil:
			return broken, s
		default:
			v, about = pending, s
		}
	}
	return v, about
}

// await blocks until all targets have executed, one of them cannot execute, or the limit in
// milliseconds has passed, for which the verdict is pending. It also returns the stream that
// decides the verdict. The device is locked before and after, but not meanwhile.
func (d *device) await(limit int32, targets []target) (verdict, *stream) {
	queued := false
	for _, t := range targets {
		queued = d.executor.demand(d, t) || queued
	}
	if queued {
		d.perform()
	}
	if d.schedule != nil {
		d.schedule.pursue(targets)
	}
	v, about := look(targets)
	if v != pending {
		return v, about
	}
	if failed := d.executor.failedDependency(about); failed != nil {
		return broken, failed
	}
	ready := make(chan struct{}, 1)
	for _, t := range targets {
		if t.stream != nil {
			t.stream.waiters = append(t.stream.waiters, waiter{t.stamp.Pos, t.aborts, ready})
		}
	}
	var late <-chan time.Time
	if limit != forever {
		timer := time.NewTimer(time.Duration(limit) * time.Millisecond)
		defer timer.Stop()
		late = timer.C
	}
	for v == pending {
		d.mu.Unlock()
		over := false
		select {
		case <-ready:
		case <-late:
			over = true
		}
		d.mu.Lock()
		if d.schedule != nil {
			d.schedule.pursue(targets)
		}
		if v, about = look(targets); over {
			break
		}
	}
	for _, t := range targets {
		if t.stream != nil {
			t.stream.waiters = slices.DeleteFunc(t.stream.waiters, func(w waiter) bool { return w.ready == ready })
		}
	}
	return v, about
}

// drain blocks until the stream has executed all enqueued work, or cannot. Later work of the
// host is ordered after it, but no pool is trimmed. It returns the stream that decides the
// verdict. The device is locked before and after.
func (s *stream) drain() (verdict, *stream) {
	if s.detached() {
		return completed, nil
	}
	end := s.line.Until()
	defer end.Release()
	v, about := s.device.await(forever, []target{{stream: s, stamp: end, aborts: s.aborts}})
	if v == completed {
		s.device.host.After(end)
	}
	return v, about
}

// synchronize makes a synchronize call: it waits, orders later work of the host after the
// targets, and trims the pools of the device. It releases the stamps of the targets. If it
// reports that a task has failed, it does no more than wait: the failure says nothing of
// other work.
func (d *device) synchronize(op string, limit int32, tooLate driver.Code, targets []target) driver.Status {
	defer func() {
		for _, t := range targets {
			t.stamp.Release()
		}
	}()
	if limit == 0 || limit < forever {
		return fail(driver.RTParamInvalid, badArgument, op, "timeout is %d ms: want at least 1, or -1 for none", limit)
	}
	v, about := d.await(limit, targets)
	switch v {
	case pending:
		return fail(tooLate, badOrder, op, "%s is not done after %d ms; it goes on", about, limit)
	case broken:
		return about.failure(op, about.failed)
	case aborted:
		return about.interrupted(op)
	}
	for _, t := range targets {
		if st := t.report(op); !st.OK() {
			return st
		}
	}
	for _, t := range targets {
		d.host.After(t.stamp)
	}
	d.trimAll()
	for _, t := range targets {
		if t.stream != nil && t.stream.overflow {
			t.stream.overflow = false
			return driver.Fail(driver.RTAICoreOverFlow, op+": a kernel on "+t.stream.String()+" got a number that is too large for its type; the work is done")
		}
	}
	return driver.Status{}
}
