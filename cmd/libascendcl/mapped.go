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

//export simHostRegister
func simHostRegister(op *C.char, ac uintptr, p *byte, size uint64, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) {
		return m.HostRegister(C.GoString(op), driver.Context(ac), place(p), size, flags)
	})
}

//export simHostUnregister
func simHostUnregister(p *byte) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.HostUnregister(place(p)) })
}

//export simHostDevicePointer
func simHostDevicePointer(p *byte, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) { return m.HostDevicePointer(place(p), flags) })
}

//export simAllocManaged
func simAllocManaged(ac uintptr, size uint64, flags uint32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uintptr, driver.Status) {
		mem, st := m.AllocManaged(driver.Context(ac), size, flags)
		return uintptr(mem.Host), st
	})
}

//export simReachesHost
func simReachesHost(id uint32, part int32) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) {
		reaches, st := m.ReachesHost(id, fakeacl.Accelerator(part))
		return one(reaches), st
	})
}

// text returns a text that C frees, or NULL if the call fails.
func text(call func(*fakeacl.Machine) (string, driver.Status)) (c *C.char, code int32) {
	code = done(func(m *fakeacl.Machine) driver.Status {
		s, st := call(m)
		if st.OK() {
			c = C.CString(s)
		}
		return st
	})
	return c, code
}

//export simShareKeySize
func simShareKeySize() uint64 { return fakeacl.ShareKeySize }

//export simExportMemory
func simExportMemory(a, size uint64) (*C.char, int32) {
	return text(func(m *fakeacl.Machine) (string, driver.Status) { return m.ExportMemory(driver.Addr(a), size) })
}

//export simImportMemory
func simImportMemory(key *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Addr, driver.Status) { return m.ImportMemory(C.GoString(key)) })
}

//export simCloseMemory
func simCloseMemory(key *C.char) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.CloseMemory(C.GoString(key)) })
}

//export simCheckShared
func simCheckShared(op, key *C.char) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.CheckShared(C.GoString(op), C.GoString(key)) })
}

// pidSize is the size of the number of a process in an array.
const pidSize = 4

//export simAllowProcesses
func simAllowProcesses(op *C.char, pids *byte, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		var numbers []int32
		for b := range slices.Chunk(bytesAt(pids, count*pidSize), pidSize) {
			numbers = append(numbers, int32(binary.NativeEndian.Uint32(b)))
		}
		return m.AllowProcesses(C.GoString(op), numbers)
	})
}

//export simExportNotify
func simExportNotify(n uintptr) (*C.char, int32) {
	return text(func(m *fakeacl.Machine) (string, driver.Status) { return m.ExportNotify(fakeacl.Notify(n)) })
}

//export simImportNotify
func simImportNotify(key *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.Notify, driver.Status) { return m.ImportNotify(C.GoString(key)) })
}

//export simExportEvent
func simExportEvent(e uintptr) (*C.char, int32) {
	return text(func(m *fakeacl.Machine) (string, driver.Status) { return m.ExportEvent(driver.Event(e)) })
}

//export simImportEvent
func simImportEvent(key *C.char) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (driver.Event, driver.Status) { return m.ImportEvent(C.GoString(key)) })
}
