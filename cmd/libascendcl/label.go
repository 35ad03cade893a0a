//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simCreateLabel
func simCreateLabel(ac uintptr) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.Label, driver.Status) { return m.CreateLabel(driver.Context(ac)) })
}

//export simDestroyLabel
func simDestroyLabel(ac, label uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.DestroyLabel(driver.Context(ac), fakeacl.Label(label))
	})
}

//export simSetLabel
func simSetLabel(ac, label, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SetLabel(driver.Context(ac), fakeacl.Label(label), driver.Stream(s))
	})
}

//export simCreateLabelList
func simCreateLabelList(ac uintptr, labels *byte, count uint64) (uint64, int32) {
	return value(func(m *fakeacl.Machine) (fakeacl.LabelList, driver.Status) {
		return m.CreateLabelList(driver.Context(ac), handlesAt[fakeacl.Label](labels, count))
	})
}

//export simDestroyLabelList
func simDestroyLabelList(list uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.DestroyLabelList(fakeacl.LabelList(list)) })
}

//export simSwitchStream
func simSwitchStream(ac uintptr, left, right uint64, condition, typ int32, then, otherwise, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.SwitchStream(driver.Context(ac), fakeacl.StreamSwitch{
			Left: driver.Addr(left), Right: driver.Addr(right), Condition: condition, DataType: typ,
			Then: driver.Stream(then), Else: driver.Stream(otherwise),
		}, driver.Stream(s))
	})
}
