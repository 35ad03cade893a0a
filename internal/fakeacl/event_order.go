// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"strings"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// lockBoth returns an event and a stream of the context, with their device locked.
func (m *Machine) lockBoth(op string, ac driver.Context, he driver.Event, hs driver.Stream) (*event, *stream, driver.Status) {
	if he == 0 {
		return nil, nil, null(op, "event")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, nil, st
	}
	e, s, st := c.both(op, he, hs)
	if !st.OK() {
		c.device.mu.Unlock()
	}
	return e, s, st
}

func (c *aclContext) both(op string, he driver.Event, hs driver.Stream) (*event, *stream, driver.Status) {
	s, st := c.stream(op, hs)
	if !st.OK() {
		return nil, nil, st
	}
	d := c.device
	e := d.events[he]
	switch other := d.machine.of(handle(he)); {
	case e != nil:
		return e, s, driver.Status{}
	case other != nil && other != d:
		return nil, nil, fail(driver.RTParamInvalid, badArgument, op, "the event is on device %d and %s on device %d: want one device", other.id, s.label, d.id)
	default:
		return nil, nil, stale(op, "event", handle(he))
	}
}

// RecordEvent calls aclrtRecordEvent.
func (m *Machine) RecordEvent(ac driver.Context, he driver.Event, hs driver.Stream) driver.Status {
	const op = "aclrtRecordEvent"
	e, s, st := m.lockBoth(op, ac, he, hs)
	if !st.OK() {
		return st
	}
	defer e.device.mu.Unlock()
	if e.has(driver.EventDeviceUseOnly) {
		return fail(driver.RTParamInvalid, badArgument, op, "the event is for use on the device only")
	}
	if e.kind == plainEvent {
		if st := e.takeHardware(op); !st.OK() {
			return st
		}
	}
	pos := s.line.Next()
	e.records++
	e.last.Release()
	e.last = s.line.Until()
	if e.sticky() && e.first == (order.Stamp{}) {
		e.first = e.last.Retain()
	}
	s.device.history.Recorded(he, s.line.ID())
	s.enqueue(&operation{kind: record, pos: pos, event: e, record: e.records})
	return driver.Status{}
}

// StreamWaitEvent calls aclrtStreamWaitEvent. The order of the stream is updated under the same
// lock as the wait is enqueued.
func (m *Machine) StreamWaitEvent(ac driver.Context, hs driver.Stream, he driver.Event) driver.Status {
	const op = "aclrtStreamWaitEvent"
	var limited *specialOperation
	if limit := m.timeouts.wait.Load(); limit > 0 {
		limited = &specialOperation{name: op, limit: time.Duration(limit)}
	}
	return m.streamWaitEvent(op, ac, hs, he, limited)
}

// StreamWaitEventWithTimeout calls aclrtStreamWaitEventWithTimeout. The timeout is in seconds,
// and 0 is none. Products that ignore it wait without limit.
func (m *Machine) StreamWaitEventWithTimeout(ac driver.Context, hs driver.Stream, he driver.Event, seconds int32) driver.Status {
	const op = "aclrtStreamWaitEventWithTimeout"
	if seconds < 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "timeout is %d s: want at least 0", seconds)
	}
	var limited *specialOperation
	if seconds > 0 && !strings.HasPrefix(m.cfg.Product, "Ascend310P") {
		limited = &specialOperation{name: op, limit: time.Duration(seconds) * time.Second}
	}
	return m.streamWaitEvent(op, ac, hs, he, limited)
}

func (m *Machine) streamWaitEvent(op string, ac driver.Context, hs driver.Stream, he driver.Event, limited *specialOperation) driver.Status {
	e, s, st := m.lockBoth(op, ac, he, hs)
	if !st.OK() {
		return st
	}
	defer e.device.mu.Unlock()
	switch {
	case e.has(driver.EventDeviceUseOnly):
		return fail(driver.RTParamInvalid, badArgument, op, "the event is for use on the device only")
	case !e.has(driver.EventSync | driver.EventIPC):
		return fail(driver.RTFeatureNotSupport, unsupported, op, "the event has flags %#x: without %#x no stream can wait for it", e.flags, driver.EventSync)
	}
	if e.records == 0 {
		if st := s.device.hazards.waitsForNothing(op, s); !st.OK() {
			return st
		}
	}
	switch {
	case e.kind == plainEvent && e.records == 0:
		return fail(driver.RTParamInvalid, badOrder, op, "the event has not been recorded")
	}
	if e.sticky() {
		s.waitFor(he, e, e.first, limited)
		return driver.Status{}
	}
	if e.waitIsNoOp(s) {
		s.line.After(e.last)
		return driver.Status{}
	}
	s.waitFor(he, e, e.last, limited)
	return driver.Status{}
}

// waitIsNoOp reports whether a wait for the event enqueues nothing, because it would not block.
func (e *event) waitIsNoOp(s *stream) bool {
	return e.kind == exEvent && (e.records == 0 || e.last.Line == s.line.ID()) || e.device.reached(e.last.Place)
}

// waitFor enqueues a wait for a record, which may have a time limit.
func (s *stream) waitFor(h driver.Event, e *event, r order.Stamp, limited *specialOperation) {
	s.device.history.Waited(s.line.ID(), h)
	s.line.After(r)
	e.waiting++
	pos := s.line.Next()
	if r.Pos == 0 {
		s.condition = pos
	}
	s.enqueue(&operation{kind: wait, pos: pos, after: r.Place, event: e, special: limited})
}

// ResetEvent calls aclrtResetEvent. An event made by aclrtCreateEvent stays as it is.
func (m *Machine) ResetEvent(ac driver.Context, he driver.Event, hs driver.Stream) driver.Status {
	const op = "aclrtResetEvent"
	e, s, st := m.lockBoth(op, ac, he, hs)
	if !st.OK() {
		return st
	}
	defer e.device.mu.Unlock()
	if !e.sticky() && e.kind != plainEvent {
		return fail(driver.RTFeatureNotSupport, unsupported, op, "the event needs no reset: only one made by aclrtCreateEventWithFlag with %#x does", driver.EventSync)
	}
	e.first.Release()
	e.first = order.Stamp{}
	s.enqueue(&operation{kind: reset, pos: s.line.Next(), event: e})
	return driver.Status{}
}
