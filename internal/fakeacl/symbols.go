// SPDX-License-Identifier: Apache-2.0

package fakeacl

// Has reports whether the machine has the C function: all that the driver interface
// calls, those of the pools only where the product supports them.
func (m *Machine) Has(symbol string) bool {
	poolCall, ok := symbols[symbol]
	return ok && (m.cfg.Pools || !poolCall)
}

// symbols are the C functions behind the driver interface; true is a pool call.
var symbols = map[string]bool{
	"aclInit":              false,
	"aclFinalize":          false,
	"aclFinalizeReference": false,
	"aclrtGetVersion":      false,
	"aclsysGetVersionStr":  false,
	"aclrtGetSocName":      false,

	"aclrtGetDeviceCount":               false,
	"aclrtSetDevice":                    false,
	"aclrtResetDevice":                  false,
	"aclrtResetDeviceForce":             false,
	"aclrtGetRunMode":                   false,
	"aclrtGetMemInfo":                   false,
	"aclrtSynchronizeDevice":            false,
	"aclrtSynchronizeDeviceWithTimeout": false,
	"aclrtDeviceCanAccessPeer":          false,
	"aclrtDeviceEnablePeerAccess":       false,

	"aclrtCreateContext":              false,
	"aclrtDestroyContext":             false,
	"aclrtCtxGetCurrentDefaultStream": false,

	"aclrtMalloc":        false,
	"aclrtMallocAlign32": false,
	"aclrtFree":          false,
	"aclrtMallocHost":    false,
	"aclrtFreeHost":      false,
	"aclrtMemcpy":        false,
	"aclrtMemcpyAsync":   false,
	"aclrtMemset":        false,
	"aclrtMemsetAsync":   false,

	"aclrtCreateStream":                 false,
	"aclrtCreateStreamWithConfig":       false,
	"aclrtDestroyStream":                false,
	"aclrtDestroyStreamForce":           false,
	"aclrtSynchronizeStream":            false,
	"aclrtSynchronizeStreamWithTimeout": false,
	"aclrtStreamQuery":                  false,
	"aclrtStreamWaitEvent":              false,
	"aclrtStreamAbort":                  false,
	"aclrtStreamGetId":                  false,
	"aclrtSetStreamFailureMode":         false,

	"aclrtCreateEvent":                 false,
	"aclrtCreateEventWithFlag":         false,
	"aclrtCreateEventExWithFlag":       false,
	"aclrtDestroyEvent":                false,
	"aclrtRecordEvent":                 false,
	"aclrtResetEvent":                  false,
	"aclrtQueryEventStatus":            false,
	"aclrtQueryEventWaitStatus":        false,
	"aclrtSynchronizeEvent":            false,
	"aclrtSynchronizeEventWithTimeout": false,
	"aclrtEventElapsedTime":            false,

	"aclrtMemPoolCreate":      true,
	"aclrtMemPoolDestroy":     true,
	"aclrtMemPoolSetAttr":     true,
	"aclrtMemPoolGetAttr":     true,
	"aclrtMemPoolMallocAsync": true,
	"aclrtMemPoolFreeAsync":   true,
	"aclrtMemPoolTrimTo":      true,

	"aclrtBinaryLoadFromFile":       false,
	"aclrtBinaryLoadFromData":       false,
	"aclrtBinaryUnLoad":             false,
	"aclrtBinaryGetFunction":        false,
	"aclrtLaunchKernel":             false,
	"aclrtLaunchKernelWithHostArgs": false,
}
