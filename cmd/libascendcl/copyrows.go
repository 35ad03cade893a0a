//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

//export simMemcpy2d
func simMemcpy2d(ac uintptr, dst *byte, dstPitch uint64, src *byte, srcPitch, width, height uint64, kind int32) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Memcpy2d(driver.Context(ac), place(dst), dstPitch, place(src), srcPitch, width, height, driver.MemcpyKind(kind))
	})
}

//export simMemcpy2dAsync
func simMemcpy2dAsync(ac uintptr, dst *byte, dstPitch uint64, src *byte, srcPitch, width, height uint64, kind int32, s uintptr) int32 {
	return done(func(m *fakeacl.Machine) driver.Status {
		return m.Memcpy2dAsync(driver.Context(ac), place(dst), dstPitch, place(src), srcPitch, width, height,
			driver.MemcpyKind(kind), driver.Stream(s))
	})
}
