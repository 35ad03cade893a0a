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

//export simCreateNotify
func simCreateNotify(ac uintptr, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.Notify, driver.Status) {
		return m.CreateNotify(driver.Context(ac), flags)
	})
}

//export simDestroyNotify
func simDestroyNotify(n uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyNotify(fakeacl.Notify(n)) })
}

//export simRecordNotify
func simRecordNotify(ac, n, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RecordNotify(driver.Context(ac), fakeacl.Notify(n), driver.Stream(s))
	})
}

//export simWaitAndResetNotify
func simWaitAndResetNotify(ac, n, s uintptr, ms uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.WaitAndResetNotify(driver.Context(ac), fakeacl.Notify(n), driver.Stream(s), ms)
	})
}

// handleSize is the size of a handle in an array.
const handleSize = 8

// handlesAt returns the handles in an array.
func handlesAt[H ~uintptr](array *byte, count uint64) (handles []H) {
	for b := range slices.Chunk(bytesAt(array, count*handleSize), handleSize) {
		handles = append(handles, H(binary.NativeEndian.Uint64(b)))
	}
	return handles
}

//export simNotifyBatchReset
func simNotifyBatchReset(notifies *byte, count uint64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.NotifyBatchReset(handlesAt[fakeacl.Notify](notifies, count))
	})
}

//export simNotifyID
func simNotifyID(n uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) { return m.NotifyID(fakeacl.Notify(n)) })
}

//export simCreateCountNotify
func simCreateCountNotify(ac uintptr, flags uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.Notify, driver.Status) {
		return m.CreateCountNotify(driver.Context(ac), flags)
	})
}

//export simDestroyCountNotify
func simDestroyCountNotify(n uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyCountNotify(fakeacl.Notify(n)) })
}

//export simRecordCountNotify
func simRecordCountNotify(ac, n, s uintptr, mode int32, v uint32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.RecordCountNotify(driver.Context(ac), fakeacl.Notify(n), driver.Stream(s), fakeacl.CountRecordMode(mode), v)
	})
}

//export simResetCountNotify
func simResetCountNotify(ac, n, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ResetCountNotify(driver.Context(ac), fakeacl.Notify(n), driver.Stream(s))
	})
}

//export simWaitCountNotify
func simWaitCountNotify(ac, n, s uintptr, mode int32, v, seconds uint32, clear int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.WaitCountNotify(driver.Context(ac), fakeacl.Notify(n), driver.Stream(s),
			fakeacl.CountWait{Mode: fakeacl.CountWaitMode(mode), Value: v, Seconds: seconds, Clear: clear != 0})
	})
}

//export simCountNotifyID
func simCountNotifyID(n uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (uint32, driver.Status) { return m.CountNotifyID(fakeacl.Notify(n)) })
}

//export simValueWrite
func simValueWrite(ac uintptr, addr, v uint64, flags uint32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ValueWrite(driver.Context(ac), driver.Addr(addr), v, flags, driver.Stream(s))
	})
}

//export simValueWait
func simValueWait(ac uintptr, addr, v uint64, condition uint32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.ValueWait(driver.Context(ac), driver.Addr(addr), v, fakeacl.ValueCondition(condition), driver.Stream(s))
	})
}
