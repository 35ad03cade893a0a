//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "callback.h"
// #include "thread.h"
import "C"

import (
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simRegisterInit
func simRegisterInit(part int32, fn C.sim_init_function, argument uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RegisterInit(fakeacl.InitPart(part), addressOf(unsafe.Pointer(fn)), func(config string) driver.Code {
			text := C.CString(config)
			defer C.sim_free(text)
			return driver.Code(C.sim_call_init(fn, text, C.size_t(len(config)), C.uintptr_t(argument)))
		})
	})
}

//export simUnregisterInit
func simUnregisterInit(part int32, fn C.sim_init_function) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.UnregisterInit(fakeacl.InitPart(part), addressOf(unsafe.Pointer(fn)))
	})
}

//export simRegisterFinalize
func simRegisterFinalize(part int32, fn C.sim_finalize_function, argument uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RegisterFinalize(fakeacl.InitPart(part), addressOf(unsafe.Pointer(fn)), func(string) driver.Code {
			return driver.Code(C.sim_call_finalize(fn, C.uintptr_t(argument)))
		})
	})
}

//export simUnregisterFinalize
func simUnregisterFinalize(part int32, fn C.sim_finalize_function) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.UnregisterFinalize(fakeacl.InitPart(part), addressOf(unsafe.Pointer(fn)))
	})
}

// addressOf returns the address of a function in C, which identifies it.
func addressOf(fn unsafe.Pointer) uintptr { return uintptr(fn) }
