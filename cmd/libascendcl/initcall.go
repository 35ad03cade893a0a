//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "callback.h"
// #include "thread.h"
import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simRegisterInit
func simRegisterInit(part int32, fn uintptr, argument uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RegisterInit(fakeacl.InitPart(part), fn, func(config string) driver.Code {
			text := C.CString(config)
			defer C.sim_free(text)
			return driver.Code(C.sim_call_init(C.uintptr_t(fn), text, C.size_t(len(config)), C.uintptr_t(argument)))
		})
	})
}

//export simUnregisterInit
func simUnregisterInit(part int32, fn uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.UnregisterInit(fakeacl.InitPart(part), fn)
	})
}

//export simRegisterFinalize
func simRegisterFinalize(part int32, fn uintptr, argument uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RegisterFinalize(fakeacl.InitPart(part), fn, func(string) driver.Code {
			return driver.Code(C.sim_call_finalize(C.uintptr_t(fn), C.uintptr_t(argument)))
		})
	})
}

//export simUnregisterFinalize
func simUnregisterFinalize(part int32, fn uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.UnregisterFinalize(fakeacl.InitPart(part), fn)
	})
}
