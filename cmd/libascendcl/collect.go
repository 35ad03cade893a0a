//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package main

import "C"

import "runtime"

//export simCollect
func simCollect() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return uint64(m.NumGC)
}
