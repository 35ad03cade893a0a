//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "exception.h"
import "C"

import (
	"sync/atomic"
	"syscall"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// reportException calls the program's functions for a task that has failed.
func reportException(e fakeacl.Exception) { C.sim_exception(infoOf(e)) }

func infoOf(e fakeacl.Exception) C.struct_aclrtExceptionInfo {
	return C.struct_aclrtExceptionInfo{
		task:      C.uint32_t(e.Task),
		stream:    C.uint32_t(e.Stream),
		thread:    C.uint32_t(e.Thread),
		device:    C.uint32_t(e.Device),
		code:      C.uint32_t(e.Code),
		args:      C.uint64_t(e.Args),
		args_size: C.uint64_t(e.ArgsSize),
		function:  C.uintptr_t(e.Function),
	}
}

//export simOnBinaryException
func simOnBinaryException(ac, binary uintptr, fn C.sim_exception_function, argument uintptr) int32 {
	var call func(fakeacl.Exception)
	if fn != nil {
		call = func(e fakeacl.Exception) { C.sim_call_exception(fn, infoOf(e), C.uintptr_t(argument)) }
	}
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.OnBinaryException(driver.Context(ac), driver.Binary(binary), call)
	})
}

// threadsRecorded is whether the program has registered a function that may ask for threads. For
// others it would be a system call at each task.
var threadsRecorded atomic.Bool

// simRecordThreads has the threads recorded that enqueue tasks from now on, on this machine and
// later ones.
//
//export simRecordThreads
func simRecordThreads() {
	if !threadsRecorded.Swap(true) {
		done(func(m *fakeacl.Machine) driver.Status {
			recordThreads(m)
			return driver.Status{}
		})
	}
}

// recordThreads identifies a thread of the program as the system does. A call from C runs on the
// thread that makes it.
func recordThreads(m *fakeacl.Machine) {
	if threadsRecorded.Load() {
		m.RecordThreads(func() uint32 { return uint32(syscall.Gettid()) })
	}
}
