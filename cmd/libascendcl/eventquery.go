//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simQueryEvent
func simQueryEvent(e uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		complete, st := m.QueryEvent(0, driver.Event(e))
		return one(complete), st
	})
}

//export simEventTimestamp
func simEventTimestamp(e uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) { return m.EventTimestamp(0, driver.Event(e)) })
}

//export simEventsLeft
func simEventsLeft(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) { return m.EventsLeft(driver.Context(ac)) })
}
