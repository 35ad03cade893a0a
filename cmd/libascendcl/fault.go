//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #include <stdint.h>
// static void read_at(uintptr_t address) { (void)*(volatile const char *)address; }
import "C"

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

// bytesAt returns n bytes of the program's memory. It reads the last of them: if they are not
// there, that is a fault before memory for a copy of so many bytes is allocated.
func bytesAt(p *byte, n uint64) []byte {
	b := driver.HostAt(p).Bytes(n)
	if n > 0 {
		read(&b[n-1])
	}
	return b
}

// arrayAt returns an array of the program, and reads its last byte as bytesAt does.
func arrayAt[T any](p *byte, count uint64) []T {
	a := driver.Slice[T](driver.HostAt(p), int(count))
	if b := driver.SliceBytes(a); len(b) > 0 {
		read(&b[len(b)-1])
	}
	return a
}

// read is not inlined, so that the compiler keeps a read without a use.
//
//go:noinline
func read(b *byte) byte { return *b }

// panicked returns the internal error that a panic is for the program. A panic that was a fault
// comes from an address that the program has passed: the access is repeated in C, where the
// fault is the program's. See signals.c.
func panicked(cause any) driver.Status {
	if at, ok := cause.(interface{ Addr() uintptr }); ok {
		C.read_at(C.uintptr_t(at.Addr()))
	}
	return driver.Fail(driver.RTInternalError, fmt.Sprintf("EE9999: the simulated device panicked: %v", cause))
}
