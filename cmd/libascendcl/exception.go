//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include "exception.h"
import "C"

import "github.com/ascend-go/aclpool/internal/fakeacl"

// reportException calls the program's functions for a task that has failed. The thread that
// enqueued the task is not known.
func reportException(e fakeacl.Exception) {
	C.sim_exception(C.struct_aclrtExceptionInfo{
		task:      C.uint32_t(e.Task),
		stream:    C.uint32_t(e.Stream),
		device:    C.uint32_t(e.Device),
		code:      C.uint32_t(e.Code),
		args:      C.uint64_t(e.Args),
		args_size: C.uint64_t(e.ArgsSize),
		function:  C.uintptr_t(e.Function),
	})
}
