//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simCreateStream
func simCreateStream(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Stream, driver.Status) { return m.CreateStream(driver.Context(ac)) })
}

//export simCreateStreamWithConfig
func simCreateStreamWithConfig(ac uintptr, priority, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Stream, driver.Status) {
		return m.CreateStreamWithConfig(driver.Context(ac), priority, flags)
	})
}

//export simDestroyStream
func simDestroyStream(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyStream(driver.Context(ac), driver.Stream(s)) })
}

//export simDestroyStreamForce
func simDestroyStreamForce(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DestroyStreamForce(driver.Context(ac), driver.Stream(s))
	})
}

//export simSynchronizeStream
func simSynchronizeStream(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SynchronizeStream(driver.Context(ac), driver.Stream(s))
	})
}

//export simSynchronizeStreamWithTimeout
func simSynchronizeStreamWithTimeout(ac, s uintptr, ms int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SynchronizeStreamWithTimeout(driver.Context(ac), driver.Stream(s), ms)
	})
}

//export simStreamQuery
func simStreamQuery(ac, s uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.StreamStatus, driver.Status) {
		return m.StreamQuery(driver.Context(ac), driver.Stream(s))
	})
}

//export simStreamWaitEvent
func simStreamWaitEvent(ac, s, e uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.StreamWaitEvent(driver.Context(ac), driver.Stream(s), driver.Event(e))
	})
}

//export simStreamAbort
func simStreamAbort(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.StreamAbort(driver.Context(ac), driver.Stream(s)) })
}

// simStreamLives leaves no error message.
//
//export simStreamLives
func simStreamLives(ac, s uintptr) int32 {
	return holds(func(m *fakeacl.Machine) driver.Status {
		_, st := m.StreamGetID(driver.Context(ac), driver.Stream(s))
		return st
	})
}

//export simStreamStop
func simStreamStop(ac, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.StreamStop(driver.Context(ac), driver.Stream(s)) })
}

//export simStreamGetID
func simStreamGetID(ac, s uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (int32, driver.Status) {
		return m.StreamGetID(driver.Context(ac), driver.Stream(s))
	})
}

//export simSetStreamFailureMode
func simSetStreamFailureMode(ac, s uintptr, mode uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetStreamFailureMode(driver.Context(ac), driver.Stream(s), driver.FailureMode(mode))
	})
}
