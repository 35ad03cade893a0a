//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"encoding/binary"
	"slices"

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
		return m.BinaryLoadFromData(driver.Context(ac), bytesAt(data, length))
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

//export simBinaryGetGlobal
func simBinaryGetGlobal(ac, binary uintptr, name *C.char) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.BinaryGetGlobal(driver.Context(ac), driver.Binary(binary), C.GoString(name))
	})
}

//export simLaunchKernel
func simLaunchKernel(ac, function uintptr, blocks uint32, args, size uint64, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.LaunchKernel(driver.Context(ac), driver.Function(function), blocks, driver.Addr(args), size, driver.Stream(s))
	})
}

// placeHolderSize is the size of an aclrtPlaceHolderInfo: two offsets of 32 bits.
const placeHolderSize = 8

// simLaunchKernelWithPlaceHolders takes an array of aclrtPlaceHolderInfo.
//
//export simLaunchKernelWithPlaceHolders
func simLaunchKernelWithPlaceHolders(op *C.char, ac, function uintptr, blocks uint32, s uintptr, args *byte, size uint64, offsets *byte, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		var holders []fakeacl.PlaceHolder
		for p := range slices.Chunk(bytesAt(offsets, count*placeHolderSize), placeHolderSize) {
			holders = append(holders, fakeacl.PlaceHolder{
				AddrOffset: binary.NativeEndian.Uint32(p), DataOffset: binary.NativeEndian.Uint32(p[4:]),
			})
		}
		return m.LaunchKernelWithPlaceHolders(C.GoString(op), driver.Context(ac), driver.Function(function), blocks, driver.Stream(s),
			bytesAt(args, size), holders)
	})
}

//export simCheckFunction
func simCheckFunction(op *C.char, function uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CheckFunction(C.GoString(op), driver.Function(function))
	})
}

//export simFunctionAttribute
func simFunctionAttribute(function uintptr, attr int32) (v int64, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		v, st = m.FunctionAttribute(driver.Function(function), fakeacl.FunctionAttr(attr))
		return st
	})
	return v, code
}

//export simFunctionBinary
func simFunctionBinary(function uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Binary, driver.Status) {
		return m.FunctionBinary(driver.Function(function))
	})
}

// simFunctionName returns a text that C frees, or NULL if it fails.
//
//export simFunctionName
func simFunctionName(function uintptr, room uint32) (text *C.char, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		name, st := m.FunctionName(driver.Function(function), room)
		if st.OK() {
			text = C.CString(name)
		}
		return st
	})
	return text, code
}
