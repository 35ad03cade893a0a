//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import (
	"runtime"

	"github.com/ascend-go/aclpool/internal/driver"
)

var (
	_ driver.Binder    = (*Library)(nil)
	_ driver.Inspector = (*Library)(nil)
)

// InContext runs f with ac current, by aclrtSetCurrentContext. A text that f leaves behind
// on the thread is dropped.
func (l *Library) InContext(ac driver.Context, f func()) driver.Status {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	found, st := value[driver.Context](C.aclpool_enter_context(C.uintptr_t(ac)))
	if !st.OK() {
		return st
	}
	defer C.aclpool_leave_context(C.uintptr_t(found))
	f()
	return driver.Status{}
}

// DeviceOf calls aclrtGetDevice with ac current.
func (l *Library) DeviceOf(ac driver.Context) (int32, driver.Status) {
	return value[int32](C.aclpool_device_of(C.uintptr_t(ac)))
}

// StreamFlags calls aclrtStreamGetFlags.
func (l *Library) StreamFlags(ac driver.Context, s driver.Stream) (uint32, driver.Status) {
	return value[uint32](C.aclpool_stream_get_flags(C.uintptr_t(ac), C.uintptr_t(s)))
}
