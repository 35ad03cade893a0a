/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The list of the library's functions that aclpool calls. The table of pointers, the code
 * that fills it and the check against the vendor's headers are generated from it. A pointer
 * is NULL if the loaded library does not have the function.
 */
#ifndef ACLPOOL_TABLE_H
#define ACLPOOL_TABLE_H

#include "abi.h"

/* X(name, result, parameters) */
#define ACLPOOL_SYMBOLS(X) \
	/* Process. */ \
	X(aclInit, aclError, (const char *configPath)) \
	X(aclFinalize, aclError, (void)) \
	X(aclFinalizeReference, aclError, (uint64_t *refCount)) \
	X(aclrtGetVersion, aclError, (int32_t *majorVersion, int32_t *minorVersion, int32_t *patchVersion)) \
	X(aclsysGetVersionStr, aclError, (char *pkgName, char *versionStr)) \
	X(aclrtGetSocName, const char *, (void)) \
	X(aclGetRecentErrMsg, const char *, (void)) \
	/* Devices. */ \
	X(aclrtGetDeviceCount, aclError, (uint32_t *count)) \
	X(aclrtGetDevice, aclError, (int32_t *deviceId)) \
	X(aclrtSetDevice, aclError, (int32_t deviceId)) \
	X(aclrtResetDevice, aclError, (int32_t deviceId)) \
	X(aclrtResetDeviceForce, aclError, (int32_t deviceId)) \
	X(aclrtGetRunMode, aclError, (aclrtRunMode *runMode)) \
	X(aclrtGetMemInfo, aclError, (aclrtMemAttr attr, size_t *free, size_t *total)) \
	X(aclrtSynchronizeDevice, aclError, (void)) \
	X(aclrtSynchronizeDeviceWithTimeout, aclError, (int32_t timeout)) \
	X(aclrtDeviceCanAccessPeer, aclError, (int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId)) \
	X(aclrtDeviceEnablePeerAccess, aclError, (int32_t peerDeviceId, uint32_t flags)) \
	/* Contexts. */ \
	X(aclrtCreateContext, aclError, (aclrtContext *context, int32_t deviceId)) \
	X(aclrtDestroyContext, aclError, (aclrtContext context)) \
	X(aclrtSetCurrentContext, aclError, (aclrtContext context)) \
	X(aclrtGetCurrentContext, aclError, (aclrtContext *context)) \
	X(aclrtCtxGetCurrentDefaultStream, aclError, (aclrtStream *stream)) \
	/* Device and host memory. */ \
	X(aclrtMalloc, aclError, (void **devPtr, size_t size, aclrtMemMallocPolicy policy)) \
	X(aclrtMallocAlign32, aclError, (void **devPtr, size_t size, aclrtMemMallocPolicy policy)) \
	X(aclrtFree, aclError, (void *devPtr)) \
	X(aclrtMallocHost, aclError, (void **hostPtr, size_t size)) \
	X(aclrtFreeHost, aclError, (void *hostPtr)) \
	X(aclrtMemcpy, aclError, (void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind)) \
	X(aclrtMemcpyAsync, aclError, (void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream)) \
	X(aclrtMemset, aclError, (void *devPtr, size_t maxCount, int32_t value, size_t count)) \
	X(aclrtMemsetAsync, aclError, (void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream)) \
	/* Virtual memory. */ \
	X(aclrtReserveMemAddress, aclError, (void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags)) \
	X(aclrtReleaseMemAddress, aclError, (void *virPtr)) \
	X(aclrtMallocPhysical, aclError, (aclrtDrvMemHandle *handle, size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags)) \
	X(aclrtFreePhysical, aclError, (aclrtDrvMemHandle handle)) \
	X(aclrtMapMem, aclError, (void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags)) \
	X(aclrtUnmapMem, aclError, (void *virPtr)) \
	X(aclrtMemGetAllocationGranularity, aclError, (aclrtPhysicalMemProp *prop, aclrtMemGranularityOptions option, size_t *granularity)) \
	X(aclrtMemSetAccess, aclError, (void *virPtr, size_t size, aclrtMemAccessDesc *desc, size_t count)) \
	X(aclrtMemGetAccess, aclError, (void *virPtr, aclrtMemLocation *location, uint64_t *flag)) \
	X(aclrtMemRetainAllocationHandle, aclError, (void *virPtr, aclrtDrvMemHandle *handle)) \
	X(aclrtMemGetAllocationPropertiesFromHandle, aclError, (aclrtDrvMemHandle handle, aclrtPhysicalMemProp *prop)) \
	X(aclrtMemExportToShareableHandle, aclError, (aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags, uint64_t *shareableHandle)) \
	X(aclrtMemImportFromShareableHandle, aclError, (uint64_t shareableHandle, int32_t deviceId, aclrtDrvMemHandle *handle)) \
	/* Streams. */ \
	X(aclrtCreateStream, aclError, (aclrtStream *stream)) \
	X(aclrtCreateStreamWithConfig, aclError, (aclrtStream *stream, uint32_t priority, uint32_t flag)) \
	X(aclrtDestroyStream, aclError, (aclrtStream stream)) \
	X(aclrtDestroyStreamForce, aclError, (aclrtStream stream)) \
	X(aclrtSynchronizeStream, aclError, (aclrtStream stream)) \
	X(aclrtSynchronizeStreamWithTimeout, aclError, (aclrtStream stream, int32_t timeout)) \
	X(aclrtStreamQuery, aclError, (aclrtStream stream, aclrtStreamStatus *status)) \
	X(aclrtStreamWaitEvent, aclError, (aclrtStream stream, aclrtEvent event)) \
	X(aclrtStreamAbort, aclError, (aclrtStream stream)) \
	X(aclrtStreamGetId, aclError, (aclrtStream stream, int32_t *streamId)) \
	X(aclrtStreamGetFlags, aclError, (aclrtStream stream, uint32_t *flags)) \
	X(aclrtSetStreamFailureMode, aclError, (aclrtStream stream, uint64_t mode)) \
	/* Events. */ \
	X(aclrtCreateEvent, aclError, (aclrtEvent *event)) \
	X(aclrtCreateEventWithFlag, aclError, (aclrtEvent *event, uint32_t flag)) \
	X(aclrtCreateEventExWithFlag, aclError, (aclrtEvent *event, uint32_t flag)) \
	X(aclrtDestroyEvent, aclError, (aclrtEvent event)) \
	X(aclrtRecordEvent, aclError, (aclrtEvent event, aclrtStream stream)) \
	X(aclrtResetEvent, aclError, (aclrtEvent event, aclrtStream stream)) \
	X(aclrtQueryEventStatus, aclError, (aclrtEvent event, aclrtEventRecordedStatus *status)) \
	X(aclrtQueryEventWaitStatus, aclError, (aclrtEvent event, aclrtEventWaitStatus *status)) \
	X(aclrtSynchronizeEvent, aclError, (aclrtEvent event)) \
	X(aclrtSynchronizeEventWithTimeout, aclError, (aclrtEvent event, int32_t timeout)) \
	X(aclrtEventElapsedTime, aclError, (float *ms, aclrtEvent startEvent, aclrtEvent endEvent)) \
	/* Stream-ordered memory pools. */ \
	X(aclrtMemPoolCreate, aclError, (aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps)) \
	X(aclrtMemPoolDestroy, aclError, (const aclrtMemPool memPool)) \
	X(aclrtMemPoolSetAttr, aclError, (aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)) \
	X(aclrtMemPoolGetAttr, aclError, (aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)) \
	X(aclrtMemPoolMallocAsync, aclError, (void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream)) \
	X(aclrtMemPoolFreeAsync, aclError, (void *ptr, aclrtStream stream)) \
	X(aclrtMemPoolTrimTo, aclError, (aclrtMemPool memPool, size_t minBytesToKeep)) \
	/* Kernels. */ \
	X(aclrtBinaryLoadFromFile, aclError, (const char *binPath, aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle)) \
	X(aclrtBinaryLoadFromData, aclError, (const void *data, size_t length, const aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle)) \
	X(aclrtBinaryUnLoad, aclError, (aclrtBinHandle binHandle)) \
	X(aclrtBinaryGetFunction, aclError, (const aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle)) \
	X(aclrtLaunchKernel, aclError, (aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize, aclrtStream stream)) \
	X(aclrtLaunchKernelWithHostArgs, aclError, (aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream, aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray, size_t placeHolderNum))

#pragma GCC visibility push(hidden)

typedef struct {
#define ACLPOOL_POINTER(name, result, parameters) result(*name) parameters;
	ACLPOOL_SYMBOLS(ACLPOOL_POINTER)
#undef ACLPOOL_POINTER
} aclpool_table;

/* aclpool_fn is written once, when the library is loaded. */
extern aclpool_table aclpool_fn;

#pragma GCC visibility pop

#endif
