//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simBinaryLoadFromFile
func simBinaryLoadFromFile(ac uintptr, path *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Binary, driver.Status) {
		return m.BinaryLoadFromFile(driver.Context(ac), C.GoString(path))
	})
}

//export simBinaryLoadFromData
func simBinaryLoadFromData(ac uintptr, data *byte, length uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Binary, driver.Status) {
		return m.BinaryLoadFromData(driver.Context(ac), driver.HostAt(data).Bytes(length))
	})
}

//export simBinaryUnload
func simBinaryUnload(ac, binary uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.BinaryUnload(driver.Context(ac), driver.Binary(binary))
	})
}

//export simBinaryGetFunction
func simBinaryGetFunction(ac, binary uintptr, name *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Function, driver.Status) {
		return m.BinaryGetFunction(driver.Context(ac), driver.Binary(binary), C.GoString(name))
	})
}

//export simLaunchKernel
func simLaunchKernel(ac, function uintptr, blocks uint32, args, size uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchKernel(driver.Context(ac), driver.Function(function), blocks, driver.Addr(args), size, driver.Stream(s))
	})
}

//export simLaunchKernelWithHostArgs
func simLaunchKernelWithHostArgs(ac, function uintptr, blocks uint32, s uintptr, args *byte, size uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchKernelWithHostArgs(driver.Context(ac), driver.Function(function), blocks, driver.Stream(s),
			driver.HostAt(args).Bytes(size))
	})
}
