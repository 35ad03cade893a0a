//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #cgo LDFLAGS: ${SRCDIR}/exports.so
// #cgo CFLAGS: -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter
// #include <stdlib.h>
// #include "release.h"
// #include "thread.h"
// #include "enter.h"
import "C"

import (
	"fmt"
	"os"
	"sync"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// process holds the machine of this process.
var process struct {
	mu      sync.RWMutex
	machine *fakeacl.Machine
}

// machine returns the machine of this process, which it creates if there is none.
func machine() (*fakeacl.Machine, driver.Status) {
	if C.sim_forked != 0 {
		return nil, forked()
	}
	process.mu.RLock()
	m := process.machine
	process.mu.RUnlock()
	if m != nil {
		return m, driver.Status{}
	}
	process.mu.Lock()
	defer process.mu.Unlock()
	if process.machine == nil {
		made, err := fakeacl.ForProgram(setting, reportHazard)
		if err != nil { // as on a host whose driver shows no device
			// Without a context on the thread, no caller can read the message.
			fmt.Fprintf(os.Stderr, "libascendcl: no simulated machine: %v\n", err)
			return nil, driver.Fail(driver.InternalError, err.Error())
		}
		made.OnException(reportException)
		recordThreads(made)
		made.AccessHost(cAccess{})
		process.machine = made
	}
	return process.machine, driver.Status{}
}

// reportHazard prints a violation of stream order.
func reportHazard(r hazard.Report) { fmt.Fprintf(os.Stderr, "libascendcl: %v\n", r) }

var sayForked sync.Once

// forked refuses a call in the child of a fork.
func forked() driver.Status {
	const why = "this process was forked: the simulated device is its parent's; a program that it executes has its own"
	sayForked.Do(func() { fmt.Fprintln(os.Stderr, "libascendcl:", why) })
	return driver.Fail(driver.FeatureUnsupported, "EH0006: "+why)
}

// setting returns the value of an environment variable. The default of
// ACLPOOL_SIM_BEHAVIOUR is the behaviour of the release that a build tag has selected.
func setting(name string) (value string, set bool) {
	value, set = variable(name)
	if name == "ACLPOOL_SIM_BEHAVIOUR" && value == "" {
		return C.GoString(C.sim_behaviour), true
	}
	return value, set
}

// variable reads C's current environment. Go's is a copy from the start of the process.
func variable(name string) (value string, set bool) {
	c := C.CString(name)
	defer C.sim_free(c)
	v := C.getenv(c)
	return C.GoString(v), v != nil
}

// simReset waits for running kernels and discards the machine. The next call creates
// another one.
//
//export simReset
func simReset() int32 {
	return attempt(func() driver.Status {
		process.mu.Lock()
		defer process.mu.Unlock()
		m := process.machine
		process.machine = nil
		C.sim_new_generation()
		if m != nil {
			if err := m.Close(); err != nil {
				return driver.Fail(driver.InternalError, err.Error())
			}
		}
		return driver.Status{}
	})
}
