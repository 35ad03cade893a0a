// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "slices"

// Has reports whether the machine has the C function: all that the driver interface
// calls, but for those that the release of its [Behaviour] does not have. As in the
// vendor's library that says nothing about the product: the functions of the pools are
// there on one without pools too, and fail there.
func (m *Machine) Has(symbol string) bool {
	_, ok := symbols[symbol]
	return ok && !m.lacks(symbol)
}

// lacks reports a call that the release does not have.
func (m *Machine) lacks(symbol string) bool {
	return m.release != nil && m.release.NoCalls && slices.Contains(allocation, symbol)
}

// allocation are the calls that the oldest release with pools does not have.
var allocation = []string{"aclrtMemPoolMallocAsync", "aclrtMemPoolFreeAsync", "aclrtMemPoolTrimTo"}

// symbols are the C functions behind the driver interface.
var symbols = map[string]struct{}{
	"aclInit":              {},
	"aclFinalize":          {},
	"aclFinalizeReference": {},
	"aclrtGetVersion":      {},
	"aclsysGetVersionStr":  {},
	"aclrtGetSocName":      {},

	"aclrtGetDeviceCount":               {},
	"aclrtSetDevice":                    {},
	"aclrtResetDevice":                  {},
	"aclrtResetDeviceForce":             {},
	"aclrtGetRunMode":                   {},
	"aclrtGetMemInfo":                   {},
	"aclrtSynchronizeDevice":            {},
	"aclrtSynchronizeDeviceWithTimeout": {},
	"aclrtDeviceCanAccessPeer":          {},
	"aclrtDeviceEnablePeerAccess":       {},

	"aclrtCreateContext":              {},
	"aclrtDestroyContext":             {},
	"aclrtCtxGetCurrentDefaultStream": {},

	"aclrtMalloc":        {},
	"aclrtMallocAlign32": {},
	"aclrtFree":          {},
	"aclrtMallocHost":    {},
	"aclrtFreeHost":      {},
	"aclrtMemcpy":        {},
	"aclrtMemcpyAsync":   {},
	"aclrtMemset":        {},
	"aclrtMemsetAsync":   {},

	"aclrtCreateStream":                 {},
	"aclrtCreateStreamWithConfig":       {},
	"aclrtDestroyStream":                {},
	"aclrtDestroyStreamForce":           {},
	"aclrtSynchronizeStream":            {},
	"aclrtSynchronizeStreamWithTimeout": {},
	"aclrtStreamQuery":                  {},
	"aclrtStreamWaitEvent":              {},
	"aclrtStreamAbort":                  {},
	"aclrtStreamGetId":                  {},
	"aclrtSetStreamFailureMode":         {},

	"aclrtCreateEvent":                 {},
	"aclrtCreateEventWithFlag":         {},
	"aclrtCreateEventExWithFlag":       {},
	"aclrtDestroyEvent":                {},
	"aclrtRecordEvent":                 {},
	"aclrtResetEvent":                  {},
	"aclrtQueryEventStatus":            {},
	"aclrtQueryEventWaitStatus":        {},
	"aclrtSynchronizeEvent":            {},
	"aclrtSynchronizeEventWithTimeout": {},
	"aclrtEventElapsedTime":            {},

	"aclrtMemPoolCreate":      {},
	"aclrtMemPoolDestroy":     {},
	"aclrtMemPoolSetAttr":     {},
	"aclrtMemPoolGetAttr":     {},
	"aclrtMemPoolMallocAsync": {},
	"aclrtMemPoolFreeAsync":   {},
	"aclrtMemPoolTrimTo":      {},

	"aclrtBinaryLoadFromFile":       {},
	"aclrtBinaryLoadFromData":       {},
	"aclrtBinaryUnLoad":             {},
	"aclrtBinaryGetFunction":        {},
	"aclrtLaunchKernel":             {},
	"aclrtLaunchKernelWithHostArgs": {},
}
