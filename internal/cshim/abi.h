/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The part of the ACL interface that aclpool uses. It is declared here so that building
 * needs no vendor header. The assertions in declared.h check these declarations
 * (declared.c) and the vendor's (canncheck.c). abi.go checks Go's constants.
 */
#ifndef ACLPOOL_ABI_H
#define ACLPOOL_ABI_H

#include <stddef.h>
#include <stdint.h>

_Static_assert(sizeof(void *) == 8, "the vendor supports 64-bit systems only");

typedef int aclError;
typedef void *aclrtContext;
typedef void *aclrtStream;
typedef void *aclrtEvent;
typedef void *aclrtMemPool;
typedef void *aclrtDrvMemHandle;
typedef void *aclrtBinHandle;
typedef void *aclrtFuncHandle;

typedef enum aclrtRunMode { ACL_DEVICE = 0, ACL_HOST = 1 } aclrtRunMode;

typedef enum aclrtMemMallocPolicy {
	ACL_MEM_MALLOC_HUGE_FIRST = 0,
	ACL_MEM_MALLOC_HUGE_ONLY = 1,
	ACL_MEM_MALLOC_NORMAL_ONLY = 2
} aclrtMemMallocPolicy;

typedef enum aclrtMemAttr {
	ACL_DDR_MEM = 0,
	ACL_HBM_MEM = 1,
	ACL_HBM_MEM_HUGE = 4,
	ACL_HBM_MEM_NORMAL = 5,
	ACL_HBM_MEM_P2P_HUGE = 8,
	ACL_HBM_MEM_P2P_NORMAL = 9,
	ACL_HBM_MEM_HUGE1G = 10,
	ACL_HBM_MEM_P2P_HUGE1G = 11,
	ACL_MEM_NORMAL = 12,
	ACL_MEM_HUGE = 13,
	ACL_MEM_HUGE1G = 14,
	ACL_MEM_P2P_NORMAL = 15,
	ACL_MEM_P2P_HUGE = 16,
	ACL_MEM_P2P_HUGE1G = 17
} aclrtMemAttr;

typedef enum aclrtMemcpyKind {
	ACL_MEMCPY_HOST_TO_HOST = 0,
	ACL_MEMCPY_HOST_TO_DEVICE = 1,
	ACL_MEMCPY_DEVICE_TO_HOST = 2,
	ACL_MEMCPY_DEVICE_TO_DEVICE = 3,
	ACL_MEMCPY_DEFAULT = 4,
	ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE = 5
} aclrtMemcpyKind;

enum {
	ACL_STREAM_FAST_LAUNCH = 1,
	ACL_STREAM_FAST_SYNC = 2,
	ACL_STREAM_PERSISTENT = 4,
	ACL_STREAM_HUGE = 8,
	ACL_STREAM_CPU_SCHEDULE = 16,
	ACL_STREAM_DEVICE_USE_ONLY = 32
};

enum { ACL_CONTINUE_ON_FAILURE = 0, ACL_STOP_ON_FAILURE = 1 };

typedef enum aclrtStreamStatus {
	ACL_STREAM_STATUS_COMPLETE = 0,
	ACL_STREAM_STATUS_NOT_READY = 1,
	ACL_STREAM_STATUS_RESERVED = 65535
} aclrtStreamStatus;

enum {
	ACL_EVENT_SYNC = 1,
	ACL_EVENT_CAPTURE_STREAM_PROGRESS = 2,
	ACL_EVENT_TIME_LINE = 8,
	ACL_EVENT_DEVICE_USE_ONLY = 16,
	ACL_EVENT_EXTERNAL = 32,
	ACL_EVENT_IPC = 64
};

typedef enum aclrtEventRecordedStatus {
	ACL_EVENT_RECORDED_STATUS_NOT_READY = 0,
	ACL_EVENT_RECORDED_STATUS_COMPLETE = 1
} aclrtEventRecordedStatus;

typedef enum aclrtEventWaitStatus {
	ACL_EVENT_WAIT_STATUS_COMPLETE = 0,
	ACL_EVENT_WAIT_STATUS_NOT_READY = 1,
	ACL_EVENT_WAIT_STATUS_RESERVED = 65535
} aclrtEventWaitStatus;

typedef enum aclrtMemAllocationType { ACL_MEM_ALLOCATION_TYPE_PINNED = 0 } aclrtMemAllocationType;
typedef enum aclrtMemHandleType { ACL_MEM_HANDLE_TYPE_NONE = 0 } aclrtMemHandleType;

typedef enum aclrtMemLocationType {
	ACL_MEM_LOCATION_TYPE_HOST = 0,
	ACL_MEM_LOCATION_TYPE_DEVICE = 1,
	ACL_MEM_LOCATION_TYPE_UNREGISTERED = 2
} aclrtMemLocationType;

typedef struct aclrtMemLocation {
	uint32_t id;
	aclrtMemLocationType type;
} aclrtMemLocation;

typedef struct aclrtPhysicalMemProp {
	aclrtMemHandleType handleType;
	aclrtMemAllocationType allocationType;
	aclrtMemAttr memAttr;
	aclrtMemLocation location;
	uint64_t reserve;
} aclrtPhysicalMemProp;

typedef enum aclrtMemGranularityOptions {
	ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
	ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1,
	ACL_RT_MEM_ALLOC_GRANULARITY_UNDEF = 65535
} aclrtMemGranularityOptions;

typedef enum aclrtMemAccessFlags {
	ACL_RT_MEM_ACCESS_FLAGS_NONE = 0,
	ACL_RT_MEM_ACCESS_FLAGS_READ = 1,
	ACL_RT_MEM_ACCESS_FLAGS_READWRITE = 3
} aclrtMemAccessFlags;

typedef struct aclrtMemAccessDesc {
	aclrtMemAccessFlags flags;
	aclrtMemLocation location;
	unsigned char rsv[12];
} aclrtMemAccessDesc;

typedef struct aclrtMemPoolProps {
	aclrtMemAllocationType allocType;
	aclrtMemHandleType handleType;
	aclrtMemLocation location;
	size_t maxSize;
	unsigned char reserved[32];
} aclrtMemPoolProps;

typedef enum aclrtMemPoolAttr {
	ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
	ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC = 2,
	ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
	ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD = 4,
	ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT = 5,
	ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH = 6,
	ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT = 7,
	ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH = 8
} aclrtMemPoolAttr;

/* Options for loading a binary and for launching: aclpool always passes NULL. */
typedef struct aclrtBinaryLoadOptions {
	void *options;
	size_t numOpt;
} aclrtBinaryLoadOptions;

typedef struct aclrtLaunchKernelCfg {
	void *attrs;
	size_t numAttrs;
} aclrtLaunchKernelCfg;

typedef struct aclrtPlaceHolderInfo {
	uint32_t addrOffset;
	uint32_t dataOffset;
} aclrtPlaceHolderInfo;

#define ACL_PKG_VERSION_MAX_SIZE 128

/* Codes that the C side compares with. The vendor declares them as variables. */
enum {
	ACLPOOL_NO_SYMBOL = -1,        /* aclpool's own: the library does not have the function */
	ACLPOOL_STUB_LIBRARY = 100039, /* ACL_ERROR_COMPILING_STUB_MODE */
	ACLPOOL_NO_CONTEXT = 107002    /* ACL_ERROR_RT_CONTEXT_NULL */
};

#endif
