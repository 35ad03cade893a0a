//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simCreateEvent
func simCreateEvent(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Event, driver.Status) { return m.CreateEvent(driver.Context(ac)) })
}

//export simCreateEventWithFlag
func simCreateEventWithFlag(ac uintptr, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Event, driver.Status) {
		return m.CreateEventWithFlag(driver.Context(ac), flags)
	})
}

//export simCreateEventExWithFlag
func simCreateEventExWithFlag(ac uintptr, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Event, driver.Status) {
		return m.CreateEventExWithFlag(driver.Context(ac), flags)
	})
}

// Destroying, querying and synchronizing an event needs no context: the handle identifies
// the event's device.

//export simDestroyEvent
func simDestroyEvent(e uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyEvent(0, driver.Event(e)) })
}

//export simRecordEvent
func simRecordEvent(ac, e, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RecordEvent(driver.Context(ac), driver.Event(e), driver.Stream(s))
	})
}

//export simResetEvent
func simResetEvent(ac, e, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ResetEvent(driver.Context(ac), driver.Event(e), driver.Stream(s))
	})
}

//export simQueryEventStatus
func simQueryEventStatus(e uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.EventRecordedStatus, driver.Status) {
		return m.QueryEventStatus(0, driver.Event(e))
	})
}

//export simQueryEventWaitStatus
func simQueryEventWaitStatus(e uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.EventWaitStatus, driver.Status) {
		return m.QueryEventWaitStatus(0, driver.Event(e))
	})
}

//export simSynchronizeEvent
func simSynchronizeEvent(e uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.SynchronizeEvent(0, driver.Event(e)) })
}

//export simSynchronizeEventWithTimeout
func simSynchronizeEventWithTimeout(e uintptr, ms int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SynchronizeEventWithTimeout(0, driver.Event(e), ms)
	})
}

//export simEventID
func simEventID(e uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) { return m.EventID(0, driver.Event(e)) })
}

//export simStreamWaitEventWithTimeout
func simStreamWaitEventWithTimeout(ac, s, e uintptr, seconds int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.StreamWaitEventWithTimeout(driver.Context(ac), driver.Stream(s), driver.Event(e), seconds)
	})
}

//export simEventElapsedTime
func simEventElapsedTime(start, end uintptr) (ms float32, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		ms, st = m.EventElapsedTime(0, driver.Event(start), driver.Event(end))
		return st
	})
	return ms, code
}
