//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

// #cgo LDFLAGS: -ldl
// #include "fill.h"
import "C"

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
)

// fill enqueues setting size bytes at p on a stream, by a C function that calls ACL itself.
// The library is the one that aclpool has loaded. A device without one, such as a simulated
// machine in Go, is [acl.ErrNotSupported].
func fill(library string, stream uintptr, p acl.DevicePtr, value byte, size uint64) error {
	switch code := C.foreign_fill(C.CString(library), C.uintptr_t(stream), C.uint64_t(p), C.int32_t(value), C.uint64_t(size)); code {
	case 0:
		return nil
	case C.FOREIGN_NO_LIBRARY:
		return fmt.Errorf("%s is no ACL library that C could call: %w", library, acl.ErrNotSupported)
	default:
		return fmt.Errorf("foreign_fill: %w", acl.Code(code))
	}
}
