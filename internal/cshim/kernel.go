//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// The library copies names, binaries and host arguments during the call, and does not run
// kernels during it.

// #cgo noescape aclpool_binary_load_from_file
// #cgo nocallback aclpool_binary_load_from_file
// #cgo noescape aclpool_binary_load_from_data
// #cgo nocallback aclpool_binary_load_from_data
// #cgo noescape aclpool_binary_get_function
// #cgo nocallback aclpool_binary_get_function
// #cgo noescape aclpool_launch_kernel_with_host_args
// #cgo nocallback aclpool_launch_kernel_with_host_args
// #include "shim.h"
import "C"

import (
	"unsafe"

	"github.com/ascend-go/aclpool/internal/driver"
)

// BinaryLoadFromFile calls aclrtBinaryLoadFromFile.
func (l *Library) BinaryLoadFromFile(ac driver.Context, path string) (driver.Binary, driver.Status) {
	text, ok := cString(path)
	if !ok {
		return 0, zeroByte(path)
	}
	return value[driver.Binary](C.aclpool_binary_load_from_file(C.uintptr_t(ac), chars(text)))
}

// BinaryLoadFromData calls aclrtBinaryLoadFromData.
func (l *Library) BinaryLoadFromData(ac driver.Context, data []byte) (driver.Binary, driver.Status) {
	return value[driver.Binary](C.aclpool_binary_load_from_data(C.uintptr_t(ac), first(data), C.uint64_t(len(data))))
}

// BinaryUnload calls aclrtBinaryUnLoad.
func (l *Library) BinaryUnload(ac driver.Context, b driver.Binary) driver.Status {
	return status(C.aclpool_binary_unload(C.uintptr_t(ac), C.uintptr_t(b)))
}

// BinaryGetFunction calls aclrtBinaryGetFunction.
func (l *Library) BinaryGetFunction(ac driver.Context, b driver.Binary, name string) (driver.Function, driver.Status) {
	text, ok := cString(name)
	if !ok {
		return 0, zeroByte(name)
	}
	return value[driver.Function](C.aclpool_binary_get_function(C.uintptr_t(ac), C.uintptr_t(b), chars(text)))
}

// LaunchKernel calls aclrtLaunchKernel; args is device memory.
func (l *Library) LaunchKernel(ac driver.Context, f driver.Function, blocks uint32, args driver.Addr, size uint64, s driver.Stream) driver.Status {
	return status(C.aclpool_launch_kernel(C.uintptr_t(ac), C.uintptr_t(f), C.uint32_t(blocks), C.uint64_t(args),
		C.uint64_t(size), C.uintptr_t(s)))
}

// LaunchKernelWithHostArgs calls aclrtLaunchKernelWithHostArgs without place holders.
func (l *Library) LaunchKernelWithHostArgs(ac driver.Context, f driver.Function, blocks uint32, s driver.Stream, args []byte) driver.Status {
	return status(C.aclpool_launch_kernel_with_host_args(C.uintptr_t(ac), C.uintptr_t(f), C.uint32_t(blocks), C.uintptr_t(s),
		first(args), C.uint64_t(len(args))))
}

// first returns the address of the first byte, or NULL if b is empty.
func first(b []byte) *C.uint8_t {
	if len(b) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(b)))
}
