// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "slices"

// Has reports whether the machine has the C function: it has all functions that the driver
// interfaces call, except those that the release of its [Behaviour] lacks. As in the vendor's
// library, that does not depend on the product: on one without pools, the functions of pools
// exist and fail.
func (m *Machine) Has(symbol string) bool {
	_, ok := symbols[symbol]
	return ok && !m.lacks(symbol)
}

// lacks reports whether the release lacks a call.
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

	"aclrtReserveMemAddress":                    {},
	"aclrtReleaseMemAddress":                    {},
	"aclrtMallocPhysical":                       {},
	"aclrtFreePhysical":                         {},
	"aclrtMapMem":                               {},
	"aclrtUnmapMem":                             {},
	"aclrtMemGetAllocationGranularity":          {},
	"aclrtMemSetAccess":                         {},
	"aclrtMemGetAccess":                         {},
	"aclrtMemRetainAllocationHandle":            {},
	"aclrtMemGetAllocationPropertiesFromHandle": {},
	"aclrtMemExportToShareableHandle":           {},
	"aclrtMemImportFromShareableHandle":         {},

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
