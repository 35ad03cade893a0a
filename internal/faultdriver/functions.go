// SPDX-License-Identifier: Apache-2.0

package faultdriver

import "slices"

// uncalled are functions of the driver that only the tests of drivers call.
var uncalled = []string{
	"aclrtMallocAlign32", "aclrtCreateEventWithFlag", "aclrtCtxGetCurrentDefaultStream", "aclrtGetRunMode",
	"aclrtQueryEventWaitStatus", "aclrtResetEvent", "aclrtStreamGetId", "aclrtSynchronizeDeviceWithTimeout",
	"aclrtSynchronizeEventWithTimeout", "aclrtSynchronizeStreamWithTimeout",

	// Virtual memory.
	"aclrtFreePhysical",
	"aclrtMallocPhysical",
	"aclrtMapMem",
	"aclrtMemExportToShareableHandle",
	"aclrtMemGetAccess",
	"aclrtMemGetAllocationGranularity",
	"aclrtMemGetAllocationPropertiesFromHandle",
	"aclrtMemImportFromShareableHandle",
	"aclrtMemRetainAllocationHandle",
	"aclrtMemSetAccess",
	"aclrtReleaseMemAddress",
	"aclrtReserveMemAddress",
	"aclrtUnmapMem",
}

// Functions returns the C names of the functions that the packages in Go call, sorted.
func Functions() []string {
	return slices.DeleteFunc(slices.Clone(functions), func(f string) bool { return slices.Contains(uncalled, f) })
}
