//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "shim.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

// CreateContext calls aclrtCreateContext.
func (l *Library) CreateContext(id int32) (driver.Context, driver.Status) {
	ac, st := value[driver.Context](C.aclpool_create_context(C.int32_t(id)))
	l.repairSignals("aclrtCreateContext") // the call opens the device if it is not open
	return ac, st
}

// DestroyContext calls aclrtDestroyContext.
func (l *Library) DestroyContext(ac driver.Context) driver.Status {
	return status(C.aclpool_destroy_context(C.uintptr_t(ac)))
}

// CtxGetCurrentDefaultStream calls aclrtCtxGetCurrentDefaultStream.
func (l *Library) CtxGetCurrentDefaultStream(ac driver.Context) (driver.Stream, driver.Status) {
	return value[driver.Stream](C.aclpool_current_default_stream(C.uintptr_t(ac)))
}
