//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include <string.h>
import "C"

import "unsafe"

// cAccess accesses host memory from C, where a fault is the program's: see signals.c.
type cAccess struct{}

func (cAccess) Copy(dst, src []byte) {
	C.memmove(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), C.size_t(len(dst)))
}

func (cAccess) Fill(dst []byte, value byte) {
	C.memset(unsafe.Pointer(unsafe.SliceData(dst)), C.int(value), C.size_t(len(dst)))
}
