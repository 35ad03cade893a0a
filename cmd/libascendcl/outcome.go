//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "thread.h"
import "C"

import (
	"runtime/debug"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// done makes a call of the machine and returns its code.
func done(call func(*fakeacl.Machine) driver.Status) int32 {
	return attempt(func() driver.Status {
		m, st := machine()
		if !st.OK() {
			return st
		}
		return call(m)
	})
}

// value makes a call of the machine and returns its value and its code.
func value[T ~int32 | ~uint32 | ~uint64 | ~uintptr](call func(*fakeacl.Machine) (T, driver.Status)) (v uint64, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		result, st := call(m)
		v = uint64(result)
		return st
	})
	return v, code
}

// attempt runs a call from C. It stores the message of a failure for the thread, and turns
// a panic into the runtime's internal error.
func attempt(call func() driver.Status) (code int32) {
	debug.SetPanicOnFault(true) // for this thread's calls; so that no lock is left held
	defer func() {
		if r := recover(); r != nil {
			code = failed(panicked(r))
		}
	}()
	return failed(call())
}

func failed(st driver.Status) int32 {
	if st.Code == driver.CodeNoSymbol { // the behaviour of a release without a function that the library has
		st = driver.Fail(driver.RTFeatureNotSupport, "EE1016: "+st.Msg+": the release whose pools are simulated has no such function")
	}
	if !st.OK() {
		C.sim_failed(C.int32_t(st.Code), C.CString(st.Msg)) // takes ownership of the text
	}
	return int32(st.Code)
}

// holds makes a call of the machine and returns 1 if it succeeds, else 0. It leaves no error
// message.
func holds(call func(*fakeacl.Machine) driver.Status) (yes int32) {
	attempt(func() driver.Status {
		if m, st := machine(); st.OK() && call(m).OK() {
			yes = 1
		}
		return driver.Status{}
	})
	return yes
}
