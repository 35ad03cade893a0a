//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "callback.h"
import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// calling returns a function that calls fn, or nil if fn is NULL.
func calling(fn C.sim_callback, argument uintptr) func() {
	if fn == nil {
		return nil
	}
	return func() { C.sim_call(fn, C.uintptr_t(argument)) }
}

//export simLaunchHostFunc
func simLaunchHostFunc(ac, s uintptr, fn C.sim_callback, argument uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchHostFunc(driver.Context(ac), driver.Stream(s), calling(fn, argument))
	})
}

//export simLaunchCallback
func simLaunchCallback(ac uintptr, fn C.sim_callback, argument uintptr, block int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchCallback(driver.Context(ac), calling(fn, argument), block != 0, driver.Stream(s))
	})
}

//export simSubscribeReport
func simSubscribeReport(ac uintptr, thread uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Subscribe(driver.Context(ac), thread, driver.Stream(s))
	})
}

//export simUnSubscribeReport
func simUnSubscribeReport(ac uintptr, thread uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Unsubscribe(driver.Context(ac), thread, driver.Stream(s))
	})
}

//export simSubscribeHostFunc
func simSubscribeHostFunc(ac uintptr, thread uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SubscribeHostFunc(driver.Context(ac), thread, driver.Stream(s))
	})
}

//export simUnSubscribeHostFunc
func simUnSubscribeHostFunc(ac uintptr, thread uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.UnsubscribeHostFunc(driver.Context(ac), thread, driver.Stream(s))
	})
}

//export simProcessHostFunc
func simProcessHostFunc(thread uint64, ms int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ProcessHostFunc(thread, ms) })
}

//export simProcessReport
func simProcessReport(thread uint64, ms int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.ProcessReport(thread, ms) })
}
