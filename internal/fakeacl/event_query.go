// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// complete reports whether the latest record has executed. A sticky event that has been
// reset since is not complete.
func (e *event) complete() bool {
	if e.records == 0 {
		return e.kind == exEvent
	}
	return e.device.reached(e.last.Place) && (e.set || !e.sticky())
}

// refuses returns an error if the host must not make this call for an event with these flags.
func (e *event) refuses(op string, flags uint32) driver.Status {
	if e.has(flags) {
		return fail(driver.RTFeatureNotSupport, unsupported, op, "an event with flags %#x does not take this call", e.flags)
	}
	return driver.Status{}
}

// QueryEventStatus calls aclrtQueryEventStatus. If the event is complete, all later work of the
// host is ordered after it. No pool is trimmed.
func (m *Machine) QueryEventStatus(ac driver.Context, h driver.Event) (driver.EventRecordedStatus, driver.Status) {
	const op = "aclrtQueryEventStatus"
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return driver.EventNotReady, st
	}
	defer e.device.mu.Unlock()
	if st := e.refuses(op, driver.EventExternal); !st.OK() {
		return driver.EventNotReady, st
	}
	if e.complete() {
		e.device.host.After(e.last)
		return driver.EventComplete, driver.Status{}
	}
	if s := e.device.lines.Get(e.last.Line); s != nil && s.failed != nil && s.Executed() < e.last.Pos {
		return driver.EventNotReady, s.failure(op, s.failed)
	}
	return driver.EventNotReady, driver.Status{}
}

// QueryEventWaitStatus calls aclrtQueryEventWaitStatus.
func (m *Machine) QueryEventWaitStatus(ac driver.Context, h driver.Event) (driver.EventWaitStatus, driver.Status) {
	const op = "aclrtQueryEventWaitStatus"
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return driver.EventWaitNotReady, st
	}
	defer e.device.mu.Unlock()
	if e.kind == exEvent {
		return driver.EventWaitNotReady, fail(driver.RTFeatureNotSupport, unsupported, op, "an event made by aclrtCreateEventExWithFlag does not take this call")
	}
	if e.waiting > 0 {
		return driver.EventWaitNotReady, driver.Status{}
	}
	return driver.EventWaitComplete, driver.Status{}
}

// SynchronizeEvent calls aclrtSynchronizeEvent.
func (m *Machine) SynchronizeEvent(ac driver.Context, h driver.Event) driver.Status {
	return m.synchronizeEvent("aclrtSynchronizeEvent", ac, h, forever)
}

// SynchronizeEventWithTimeout calls aclrtSynchronizeEventWithTimeout.
func (m *Machine) SynchronizeEventWithTimeout(ac driver.Context, h driver.Event, ms int32) driver.Status {
	return m.synchronizeEvent("aclrtSynchronizeEventWithTimeout", ac, h, ms)
}

func (m *Machine) synchronizeEvent(op string, ac driver.Context, h driver.Event, limit int32) driver.Status {
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return st
	}
	d := e.device
	defer d.mu.Unlock()
	if st := e.refuses(op, driver.EventExternal); !st.OK() {
		return st
	}
	t := target{stream: d.lines.Get(e.last.Line), stamp: e.last.Retain(), event: true}
	if t.stream != nil {
		t.aborts = t.stream.aborts
	}
	return d.synchronize(op, limit, driver.RTEventSyncTimeout, []target{t})
}

// eventTime is when the latest record of an event has executed.
type eventTime struct {
	device *device
	at     time.Time
}

// EventElapsedTime calls aclrtEventElapsedTime, which returns the milliseconds from start to
// end. For an event without time stamps it returns a meaningless number once the host knows
// that the record has executed.
func (m *Machine) EventElapsedTime(ac driver.Context, start, end driver.Event) (ms float32, _ driver.Status) {
	const op = "aclrtEventElapsedTime"
	from, st := m.eventTime(op, ac, start)
	if !st.OK() {
		return 0, st
	}
	to, st := m.eventTime(op, ac, end)
	if !st.OK() {
		return 0, st
	}
	if from.device != to.device {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "the events are on devices %d and %d: want one device", from.device.id, to.device.id)
	}
	return float32(to.at.Sub(from.at).Seconds() * 1e3), driver.Status{}
}

func (m *Machine) eventTime(op string, ac driver.Context, h driver.Event) (eventTime, driver.Status) {
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return eventTime{}, st
	}
	defer e.device.mu.Unlock()
	if st := e.refuses(op, driver.EventExternal|driver.EventIPC); !st.OK() {
		return eventTime{}, st
	}
	timed := e.has(driver.EventTimeLine)
	switch {
	case e.records == 0:
		return eventTime{}, fail(driver.RTInternalError, badOrder, op, "an event has not been recorded")
	case e.finished < e.records || !e.device.reached(e.last.Place):
		return eventTime{}, fail(driver.RTEventTimestampInvalid, badOrder, op, "the record of an event has not executed: synchronize first")
	case timed:
		return eventTime{e.device, e.at}, driver.Status{}
	case e.device.host.Knows(e.last.Place):
		return eventTime{e.device, time.Time{}}, driver.Status{}
	}
	return eventTime{}, fail(driver.RTEventTimestampInvalid, badOrder, op, "an event has flags %#x: without %#x it has no time stamp", e.flags, driver.EventTimeLine)
}
