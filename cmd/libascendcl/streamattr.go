//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simSetStreamAttribute
func simSetStreamAttribute(ac, s uintptr, attr int32, v uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetStreamAttribute(driver.Context(ac), driver.Stream(s), fakeacl.StreamAttr(attr), v)
	})
}

//export simStreamAttribute
func simStreamAttribute(ac, s uintptr, attr int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint64, driver.Status) {
		return m.StreamAttribute(driver.Context(ac), driver.Stream(s), fakeacl.StreamAttr(attr))
	})
}

//export simStreamFlags
func simStreamFlags(ac, s uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return m.StreamFlags(driver.Context(ac), driver.Stream(s))
	})
}

//export simStreamPriority
func simStreamPriority(ac, s uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		return m.PriorityOf(driver.Context(ac), driver.Stream(s))
	})
}

//export simStreamsLeft
func simStreamsLeft(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) { return m.StreamsLeft(driver.Context(ac)) })
}
