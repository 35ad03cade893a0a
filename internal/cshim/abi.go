//go:build cgo && linux && (amd64 || arm64) && !fakeacl

// SPDX-License-Identifier: Apache-2.0

package cshim

// #include "abi.h"
import "C"

import "github.com/ascend-go/aclpool/internal/driver"

//go:generate go run gen_declared.go
//go:generate go run gen_exported.go

// same asserts at compile time that two constants are equal: it has a single element, so
// an index that is the difference of two constants compiles only if the difference is zero.
type same [1]struct{}

// The constants of package driver have the values of the C interface.
var (
	_ = same{}[C.ACLPOOL_NO_SYMBOL-driver.CodeNoSymbol]
	_ = same{}[C.ACLPOOL_STUB_LIBRARY-driver.CompilingStubMode]
	_ = same{}[C.ACLPOOL_NO_CONTEXT-driver.RTContextNull]

	_ = same{}[C.ACL_DEVICE-driver.RunOnDevice]
	_ = same{}[C.ACL_HOST-driver.RunOnHost]

	_ = same{}[C.ACL_MEM_MALLOC_HUGE_FIRST-driver.MallocHugeFirst]
	_ = same{}[C.ACL_MEM_MALLOC_HUGE_ONLY-driver.MallocHugeOnly]
	_ = same{}[C.ACL_MEM_MALLOC_NORMAL_ONLY-driver.MallocNormalOnly]

	_ = same{}[C.ACL_DDR_MEM-driver.MemDDR]
	_ = same{}[C.ACL_HBM_MEM-driver.MemHBM]
	_ = same{}[C.ACL_HBM_MEM_HUGE-driver.MemHBMHuge]
	_ = same{}[C.ACL_HBM_MEM_NORMAL-driver.MemHBMNormal]
	_ = same{}[C.ACL_HBM_MEM_P2P_HUGE-driver.MemHBMP2PHuge]
	_ = same{}[C.ACL_HBM_MEM_P2P_NORMAL-driver.MemHBMP2PNormal]
	_ = same{}[C.ACL_HBM_MEM_HUGE1G-driver.MemHBMHuge1G]
	_ = same{}[C.ACL_HBM_MEM_P2P_HUGE1G-driver.MemHBMP2PHuge1G]
	_ = same{}[C.ACL_MEM_NORMAL-driver.MemNormal]
	_ = same{}[C.ACL_MEM_HUGE-driver.MemHuge]
	_ = same{}[C.ACL_MEM_HUGE1G-driver.MemHuge1G]
	_ = same{}[C.ACL_MEM_P2P_NORMAL-driver.MemP2PNormal]
	_ = same{}[C.ACL_MEM_P2P_HUGE-driver.MemP2PHuge]
	_ = same{}[C.ACL_MEM_P2P_HUGE1G-driver.MemP2PHuge1G]

	_ = same{}[C.ACL_MEMCPY_HOST_TO_HOST-driver.CopyHostToHost]
	_ = same{}[C.ACL_MEMCPY_HOST_TO_DEVICE-driver.CopyHostToDevice]
	_ = same{}[C.ACL_MEMCPY_DEVICE_TO_HOST-driver.CopyDeviceToHost]
	_ = same{}[C.ACL_MEMCPY_DEVICE_TO_DEVICE-driver.CopyDeviceToDevice]
	_ = same{}[C.ACL_MEMCPY_DEFAULT-driver.CopyDefault]
	_ = same{}[C.ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE-driver.CopyHostToBufToDevice]

	_ = same{}[C.ACL_STREAM_FAST_LAUNCH-driver.StreamFastLaunch]
	_ = same{}[C.ACL_STREAM_FAST_SYNC-driver.StreamFastSync]
	_ = same{}[C.ACL_STREAM_PERSISTENT-driver.StreamPersistent]
	_ = same{}[C.ACL_STREAM_HUGE-driver.StreamHuge]
	_ = same{}[C.ACL_STREAM_CPU_SCHEDULE-driver.StreamCPUSchedule]
	_ = same{}[C.ACL_STREAM_DEVICE_USE_ONLY-driver.StreamDeviceUseOnly]

	_ = same{}[C.ACL_CONTINUE_ON_FAILURE-driver.ContinueOnFailure]
	_ = same{}[C.ACL_STOP_ON_FAILURE-driver.StopOnFailure]

	_ = same{}[C.ACL_STREAM_STATUS_COMPLETE-driver.StreamComplete]
	_ = same{}[C.ACL_STREAM_STATUS_NOT_READY-driver.StreamNotReady]

	_ = same{}[C.ACL_EVENT_SYNC-driver.EventSync]
	_ = same{}[C.ACL_EVENT_CAPTURE_STREAM_PROGRESS-driver.EventCaptureProgress]
	_ = same{}[C.ACL_EVENT_TIME_LINE-driver.EventTimeLine]
	_ = same{}[C.ACL_EVENT_DEVICE_USE_ONLY-driver.EventDeviceUseOnly]
	_ = same{}[C.ACL_EVENT_EXTERNAL-driver.EventExternal]
	_ = same{}[C.ACL_EVENT_IPC-driver.EventIPC]

	_ = same{}[C.ACL_EVENT_RECORDED_STATUS_NOT_READY-driver.EventNotReady]
	_ = same{}[C.ACL_EVENT_RECORDED_STATUS_COMPLETE-driver.EventComplete]

	_ = same{}[C.ACL_EVENT_WAIT_STATUS_COMPLETE-driver.EventWaitComplete]
	_ = same{}[C.ACL_EVENT_WAIT_STATUS_NOT_READY-driver.EventWaitNotReady]

	_ = same{}[C.ACL_MEM_ALLOCATION_TYPE_PINNED-driver.AllocationPinned]
	_ = same{}[C.ACL_MEM_HANDLE_TYPE_NONE-driver.HandleNone]
	_ = same{}[C.ACL_MEM_LOCATION_TYPE_HOST-driver.LocationTypeHost]
	_ = same{}[C.ACL_MEM_LOCATION_TYPE_DEVICE-driver.LocationTypeDevice]
	_ = same{}[C.ACL_MEM_LOCATION_TYPE_UNREGISTERED-driver.LocationTypeUnregistered]

	_ = same{}[C.ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM-driver.GranularityMinimum]
	_ = same{}[C.ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED-driver.GranularityRecommended]

	_ = same{}[C.ACL_RT_MEM_ACCESS_FLAGS_NONE-driver.AccessNone]
	_ = same{}[C.ACL_RT_MEM_ACCESS_FLAGS_READ-driver.AccessRead]
	_ = same{}[C.ACL_RT_MEM_ACCESS_FLAGS_READWRITE-driver.AccessReadWrite]

	_ = same{}[C.ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES-driver.PoolReuseEvent]
	_ = same{}[C.ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC-driver.PoolReuseOpportunistic]
	_ = same{}[C.ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES-driver.PoolReuseInternal]
	_ = same{}[C.ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD-driver.PoolReleaseThreshold]
	_ = same{}[C.ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT-driver.PoolReserved]
	_ = same{}[C.ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH-driver.PoolReservedHigh]
	_ = same{}[C.ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT-driver.PoolUsed]
	_ = same{}[C.ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH-driver.PoolUsedHigh]
)
