// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// eventKind is the call that created an event. It determines the event's behaviour.
type eventKind uint8

const (
	plainEvent   eventKind = iota // aclrtCreateEvent: takes a hardware event when first recorded
	flaggedEvent                  // aclrtCreateEventWithFlag: with the sync flag, a bit that stays set until it is reset
	exEvent                       // aclrtCreateEventExWithFlag: can be recorded repeatedly, complete when new
)

// event is guarded by the lock of its device.
type event struct {
	device  *device
	context *aclContext
	kind    eventKind
	flags   uint32

	records uint64      // how often it was recorded, by calls
	last    order.Stamp // of the latest record
	first   order.Stamp // sticky: of the earliest record since the last reset, by calls
	waiting int         // waits that have not executed

	finished uint64    // number of the latest record that has executed
	at       time.Time // of that record
	set      bool      // sticky: by execution

	hardware bool   // holds one of the device's hardware events
	id       uint32 // of the hardware event
	handles  int    // that are not destroyed
}

func (e *event) has(flag uint32) bool { return e.flags&flag != 0 }

// sticky reports whether an event stays set from a record to the next reset. A wait for such
// an event orders the stream after the earliest record only.
func (e *event) sticky() bool { return e.kind == flaggedEvent && e.has(driver.EventSync) }

// recorded executes a record.
func (e *event) recorded(number uint64, now time.Time) {
	if number > e.finished {
		e.finished, e.at = number, now
	}
	e.set = e.sticky()
}

// takeHardware allocates a hardware event, if one is left.
func (e *event) takeHardware(op string) driver.Status {
	if e.hardware {
		return driver.Status{}
	}
	if limit := e.device.machine.cfg.MaxEvents; e.device.hardwareEvents >= limit {
		return fail(driver.RTNoEventResource, noResource, op, "all %d events of device %d are taken", limit, e.device.id)
	}
	e.device.hardwareEvents++
	e.device.lastEvent++
	e.hardware, e.id = true, e.device.lastEvent
	return driver.Status{}
}

// destroy ends one of the event's handles. With the last one it releases what the event holds.
// Enqueued waits and records are not affected.
func (e *event) destroy() {
	if e.handles--; e.handles > 0 {
		return
	}
	if e.hardware {
		e.device.hardwareEvents--
	}
	e.last.Release()
	e.first.Release()
	e.last, e.first = order.Stamp{}, order.Stamp{}
}

// CreateEvent calls aclrtCreateEvent.
func (m *Machine) CreateEvent(ac driver.Context) (driver.Event, driver.Status) {
	const all = driver.EventSync | driver.EventCaptureProgress | driver.EventTimeLine
	return m.createEvent("aclrtCreateEvent", ac, plainEvent, all)
}

// CreateEventWithFlag calls aclrtCreateEventWithFlag.
func (m *Machine) CreateEventWithFlag(ac driver.Context, flags uint32) (driver.Event, driver.Status) {
	return m.createEvent("aclrtCreateEventWithFlag", ac, flaggedEvent, flags)
}

// CreateEventExWithFlag calls aclrtCreateEventExWithFlag.
func (m *Machine) CreateEventExWithFlag(ac driver.Context, flags uint32) (driver.Event, driver.Status) {
	return m.createEvent("aclrtCreateEventExWithFlag", ac, exEvent, flags)
}

func (m *Machine) createEvent(op string, ac driver.Context, kind eventKind, flags uint32) (driver.Event, driver.Status) {
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	d := c.device
	defer d.mu.Unlock()
	if st := checkEventFlags(op, kind, flags); !st.OK() {
		return 0, st
	}
	e := &event{device: d, context: c, kind: kind, flags: flags, handles: 1}
	if e.sticky() {
		if st := e.takeHardware(op); !st.OK() {
			return 0, st
		}
	}
	h := driver.Event(d.newHandle(kindEvent))
	d.events[h] = e
	return h, driver.Status{}
}

// checkEventFlags refuses flags that the creating call does not know, and flags that cannot be
// combined.
func checkEventFlags(op string, kind eventKind, flags uint32) driver.Status {
	const (
		unnamed   = 4 // has no name in the headers, but is accepted
		mixed     = driver.EventSync | driver.EventCaptureProgress | driver.EventTimeLine | unnamed
		forDevice = driver.EventDeviceUseOnly | driver.EventExternal
	)
	alone := uint32(forDevice)
	if kind == exEvent {
		alone = driver.EventIPC
	}
	switch {
	case flags == 0 || flags&^(mixed|alone) != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: want some of %#x, or one of %#x", flags, mixed, alone)
	case flags&alone != 0 && flags&(flags-1) != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: %#x goes with no other", flags, flags&alone)
	}
	return driver.Status{}
}

// DestroyEvent calls aclrtDestroyEvent. Enqueued records and waits are not affected.
func (m *Machine) DestroyEvent(ac driver.Context, h driver.Event) driver.Status {
	e, st := m.lockEvent("aclrtDestroyEvent", ac, h)
	if !st.OK() {
		return st
	}
	defer e.device.mu.Unlock()
	delete(e.device.events, h)
	e.device.history.EventDestroyed(h)
	e.destroy()
	return driver.Status{}
}

// lockEvent returns an event with its device locked. No context is needed.
func (m *Machine) lockEvent(op string, ac driver.Context, h driver.Event) (*event, driver.Status) {
	if h == 0 {
		return nil, null(op, "event")
	}
	d, st := m.lockFree(op, ac, "event", handle(h))
	if !st.OK() {
		return nil, st
	}
	if e := d.events[h]; e != nil {
		return e, driver.Status{}
	}
	d.mu.Unlock()
	return nil, stale(op, "event", handle(h))
}
