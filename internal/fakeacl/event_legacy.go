// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// QueryEvent calls aclrtQueryEvent, the predecessor of aclrtQueryEventStatus. An event that was
// never recorded counts as complete.
func (m *Machine) QueryEvent(ac driver.Context, h driver.Event) (complete bool, _ driver.Status) {
	const op = "aclrtQueryEvent"
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return false, st
	}
	kind, records := e.kind, e.records
	e.device.mu.Unlock()
	switch {
	case kind == exEvent:
		return false, fail(driver.RTFeatureNotSupport, unsupported, op, "an event made by aclrtCreateEventExWithFlag does not take this call")
	case records == 0:
		return true, driver.Status{}
	}
	status, st := m.QueryEventStatus(ac, h)
	return status == driver.EventComplete, st
}

// powerOn is the time at which the devices of the process were switched on.
var powerOn = time.Now()

// EventTimestamp calls aclrtEventGetTimestamp, which returns microseconds. It returns 0 for an
// event without time stamps that the host knows to be complete.
func (m *Machine) EventTimestamp(ac driver.Context, h driver.Event) (us uint64, _ driver.Status) {
	t, st := m.eventTime("aclrtEventGetTimestamp", ac, h)
	if !st.OK() || t.at.IsZero() {
		return 0, st
	}
	return uint64(max(0, t.at.Sub(powerOn).Microseconds())), driver.Status{}
}

// EventsLeft calls aclrtGetEventAvailNum.
func (m *Machine) EventsLeft(ac driver.Context) (uint32, driver.Status) {
	c, st := m.lock("aclrtGetEventAvailNum", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return uint32(m.cfg.MaxEvents - c.device.hardwareEvents), driver.Status{}
}

// EventID calls aclrtGetEventId. Only events that hold a hardware event have a number.
func (m *Machine) EventID(ac driver.Context, h driver.Event) (uint32, driver.Status) {
	const op = "aclrtGetEventId"
	e, st := m.lockEvent(op, ac, h)
	if !st.OK() {
		return 0, st
	}
	defer e.device.mu.Unlock()
	if st := e.refuses(op, driver.EventIPC); !st.OK() {
		return 0, st
	}
	if !e.hardware {
		return 0, fail(driver.RTInternalError, badOrder, op, "the event holds no hardware event")
	}
	return e.id, driver.Status{}
}
