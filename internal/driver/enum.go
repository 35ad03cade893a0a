// SPDX-License-Identifier: Apache-2.0

package driver

// MallocPolicy is aclrtMemMallocPolicy: the page size of a plain allocation.
type MallocPolicy int32

const (
	MallocHugeFirst  MallocPolicy = 0 // ACL_MEM_MALLOC_HUGE_FIRST
	MallocHugeOnly   MallocPolicy = 1 // ACL_MEM_MALLOC_HUGE_ONLY
	MallocNormalOnly MallocPolicy = 2 // ACL_MEM_MALLOC_NORMAL_ONLY
)

// MemAttr is aclrtMemAttr: the kind of memory that a query is about.
type MemAttr int32

const (
	MemDDR MemAttr = 0 // ACL_DDR_MEM
	MemHBM MemAttr = 1 // ACL_HBM_MEM

	memAttrLast MemAttr = 17 // ACL_MEM_P2P_HUGE1G
)

// Known reports whether a is a value that the headers define.
func (a MemAttr) Known() bool { return a >= 0 && a <= memAttrLast }

// MemcpyKind is aclrtMemcpyKind. The library derives the direction from the addresses,
// but refuses kinds above [CopyHostToBufToDevice].
type MemcpyKind int32

const (
	CopyHostToHost        MemcpyKind = 0 // ACL_MEMCPY_HOST_TO_HOST
	CopyHostToDevice      MemcpyKind = 1 // ACL_MEMCPY_HOST_TO_DEVICE
	CopyDeviceToHost      MemcpyKind = 2 // ACL_MEMCPY_DEVICE_TO_HOST
	CopyDeviceToDevice    MemcpyKind = 3 // ACL_MEMCPY_DEVICE_TO_DEVICE
	CopyDefault           MemcpyKind = 4 // ACL_MEMCPY_DEFAULT
	CopyHostToBufToDevice MemcpyKind = 5 // ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE
)

// Flags of CreateStreamWithConfig. They may be combined; the library ignores unknown bits.
const (
	StreamFastLaunch    uint32 = 1  // ACL_STREAM_FAST_LAUNCH
	StreamFastSync      uint32 = 2  // ACL_STREAM_FAST_SYNC
	StreamPersistent    uint32 = 4  // ACL_STREAM_PERSISTENT
	StreamHuge          uint32 = 8  // ACL_STREAM_HUGE
	StreamCPUSchedule   uint32 = 16 // ACL_STREAM_CPU_SCHEDULE
	StreamDeviceUseOnly uint32 = 32 // ACL_STREAM_DEVICE_USE_ONLY
)

// The range of stream priorities. The library clamps values outside it.
const (
	StreamPriorityGreatest uint32 = 0
	StreamPriorityLeast    uint32 = 7
)

// FailureMode is what a stream does after one of its tasks has failed.
type FailureMode uint64

const (
	ContinueOnFailure FailureMode = 0 // ACL_CONTINUE_ON_FAILURE
	StopOnFailure     FailureMode = 1 // ACL_STOP_ON_FAILURE
)

// StreamStatus is aclrtStreamStatus.
type StreamStatus int32

const (
	StreamComplete StreamStatus = 0 // ACL_STREAM_STATUS_COMPLETE
	StreamNotReady StreamStatus = 1 // ACL_STREAM_STATUS_NOT_READY
)

// Flags of CreateEventWithFlag and CreateEventExWithFlag.
const (
	EventSync            uint32 = 1  // ACL_EVENT_SYNC: streams can wait for the event
	EventCaptureProgress uint32 = 2  // ACL_EVENT_CAPTURE_STREAM_PROGRESS: the host can query the event
	EventTimeLine        uint32 = 8  // ACL_EVENT_TIME_LINE: the event takes a time stamp
	EventDeviceUseOnly   uint32 = 16 // ACL_EVENT_DEVICE_USE_ONLY
	EventExternal        uint32 = 32 // ACL_EVENT_EXTERNAL
	EventIPC             uint32 = 64 // ACL_EVENT_IPC
)

// EventRecordedStatus is aclrtEventRecordedStatus. Zero means not ready, unlike in every
// other status type.
type EventRecordedStatus int32

const (
	EventNotReady EventRecordedStatus = 0 // ACL_EVENT_RECORDED_STATUS_NOT_READY
	EventComplete EventRecordedStatus = 1 // ACL_EVENT_RECORDED_STATUS_COMPLETE
)

// EventWaitStatus is aclrtEventWaitStatus.
type EventWaitStatus int32

const (
	EventWaitComplete EventWaitStatus = 0 // ACL_EVENT_WAIT_STATUS_COMPLETE
	EventWaitNotReady EventWaitStatus = 1 // ACL_EVENT_WAIT_STATUS_NOT_READY
)

// PoolAttr is aclrtMemPoolAttr.
type PoolAttr int32

const (
	PoolReuseEvent         PoolAttr = 1 // ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, uint32
	PoolReuseOpportunistic PoolAttr = 2 // ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC, uint32
	PoolReuseInternal      PoolAttr = 3 // ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES, uint32
	PoolReleaseThreshold   PoolAttr = 4 // ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, uint64
	PoolReserved           PoolAttr = 5 // ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT, uint64, read-only
	PoolReservedHigh       PoolAttr = 6 // ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH, uint64, only 0 can be set
	PoolUsed               PoolAttr = 7 // ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, uint64, read-only
	PoolUsedHigh           PoolAttr = 8 // ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH, uint64, only 0 can be set
)

// Values of the fields of aclrtMemPoolProps.
const (
	AllocationPinned   int32 = 0 // ACL_MEM_ALLOCATION_TYPE_PINNED
	HandleNone         int32 = 0 // ACL_MEM_HANDLE_TYPE_NONE
	LocationTypeHost   int32 = 0 // ACL_MEM_LOCATION_TYPE_HOST
	LocationTypeDevice int32 = 1 // ACL_MEM_LOCATION_TYPE_DEVICE
)

// PoolProps is aclrtMemPoolProps without its reserved bytes, which the drivers set to zero.
type PoolProps struct {
	AllocType    int32
	HandleType   int32
	LocationID   int32 // device number
	LocationType int32
	MaxSize      uint64 // bytes; 0 means all memory of the device
}

// RunMode is aclrtRunMode.
type RunMode int32

const (
	RunOnDevice RunMode = 0 // ACL_DEVICE
	RunOnHost   RunMode = 1 // ACL_HOST
)
