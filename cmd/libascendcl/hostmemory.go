//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include <stdint.h>
// #include <string.h>
// static void move(uint8_t *dst, const uint8_t *src, size_t n) { memmove(dst, src, n); }
// static void fill(uint8_t *dst, uint8_t value, size_t n) { memset(dst, value, n); }
import "C"

// cAccess accesses host memory from C, where a fault is the program's: see signals.c.
type cAccess struct{}

func (cAccess) Copy(dst, src []byte) {
	if len(dst) > 0 {
		C.move((*C.uint8_t)(&dst[0]), (*C.uint8_t)(&src[0]), C.size_t(len(dst)))
	}
}

func (cAccess) Fill(dst []byte, value byte) {
	if len(dst) > 0 {
		C.fill((*C.uint8_t)(&dst[0]), C.uint8_t(value), C.size_t(len(dst)))
	}
}
