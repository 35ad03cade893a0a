//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simSetSysParam
func simSetSysParam(opt int32, v int64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status { return m.SetSysParam(fakeacl.SysParam(opt), v) })
}

//export simSysParam
func simSysParam(opt int32) (v int64, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		v, st = m.SysParam(fakeacl.SysParam(opt))
		return st
	})
	return v, code
}

//export simCtxSetSysParam
func simCtxSetSysParam(ac uintptr, opt int32, v int64) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.CtxSetSysParam(driver.Context(ac), fakeacl.SysParam(opt), v)
	})
}

//export simCtxSysParam
func simCtxSysParam(ac uintptr, opt int32) (v int64, code int32) {
	code = done(func(m *fakeacl.Machine) (st driver.Status) {
		v, st = m.CtxSysParam(driver.Context(ac), fakeacl.SysParam(opt))
		return st
	})
	return v, code
}
