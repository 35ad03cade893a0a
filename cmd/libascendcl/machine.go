//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #cgo CFLAGS: -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter
// #include <stdlib.h>
// #include "release.h"
// #include "thread.h"
import "C"

import (
	"fmt"
	"os"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// process holds the one machine of this process.
var process struct {
	mu      sync.RWMutex
	machine *fakeacl.Machine
}

// machine answers the machine of this process, and makes it first where there is none.
func machine() (*fakeacl.Machine, driver.Status) {
	process.mu.RLock()
	m := process.machine
	process.mu.RUnlock()
	if m != nil {
		return m, driver.Status{}
	}
	process.mu.Lock()
	defer process.mu.Unlock()
	if process.machine == nil {
		made, err := fakeacl.FromVariables(setting)
		if err != nil { // as on a host whose driver shows no device
			// Without a context on the thread no caller gets to read the text.
			fmt.Fprintf(os.Stderr, "libascendcl: no simulated machine: %v\n", err)
			return nil, driver.Fail(driver.InternalError, err.Error())
		}
		process.machine = made
	}
	return process.machine, driver.Status{}
}

// setting reads a variable. What the pools do is, unless one says it, what they do in the
// release that a build tag has made this library.
func setting(name string) string {
	value := variable(name)
	if name == "ACLPOOL_SIM_BEHAVIOUR" && value == "" {
		return C.GoString(C.sim_behaviour)
	}
	return value
}

// variable reads C's environment as it is now. Go's own is what the process started with.
func variable(name string) string {
	c := C.CString(name)
	defer C.sim_free(c)
	return C.GoString(C.getenv(c))
}

// simReset throws the machine away; the next call makes another one. It waits for running
// kernels.
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
