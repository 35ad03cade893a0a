/* SPDX-License-Identifier: Apache-2.0 */

/* The acl layer refuses NULL pointers with 100000 and does not set the last error. */

#include "check.h"

#define REFUSED(call)                                                      \
	do {                                                               \
		unread();                                                  \
		EQUAL(100000, call);                                       \
		EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));       \
		const char *text_ = aclGetRecentErrMsg();                  \
		CHECK(text_ != NULL && strstr(text_, " is NULL") != NULL); \
	} while (0)

int main(void)
{
	const aclrtMemPoolProps good = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}, .maxSize = 8 << 20};
	aclrtMemPoolProps reserved = good, alloc = good, host = good, nowhere = good;
	aclrtPhysicalMemProp physical = {.memAttr = ACL_HBM_MEM_HUGE, .location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtMemAccessDesc access = {.flags = ACL_RT_MEM_ACCESS_FLAGS_READ};
	aclrtEventRecordedStatus recorded;
	aclrtEventWaitStatus waited;
	aclrtFuncHandle function;
	aclrtMemPool pool;
	aclrtStream stream;
	aclrtEvent event;
	char text[ACL_PKG_VERSION_MAX_SIZE], name[] = "runtime";
	uint64_t value = 0;
	int32_t n;
	size_t size;
	float ms;
	void *p = (void *)1;

	OK(aclInit(NULL));
	OK(aclFinalizeReference(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
	OK(aclrtMemPoolCreate(&pool, &good));

	REFUSED(aclrtGetVersion(NULL, &n, &n));
	REFUSED(aclrtGetVersion(&n, NULL, &n));
	REFUSED(aclrtGetVersion(&n, &n, NULL));
	REFUSED(aclsysGetVersionStr(NULL, text));
	REFUSED(aclsysGetVersionStr(name, NULL));
	REFUSED(aclrtGetDeviceCount(NULL));
	REFUSED(aclrtGetDevice(NULL));
	REFUSED(aclrtGetRunMode(NULL));
	REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, NULL, &size));
	REFUSED(aclrtGetMemInfo(ACL_HBM_MEM, &size, NULL));
	REFUSED(aclrtDeviceCanAccessPeer(NULL, 0, 1));
	REFUSED(aclrtCreateContext(NULL, 0));
	REFUSED(aclrtDestroyContext(NULL));
	REFUSED(aclrtSetCurrentContext(NULL));
	REFUSED(aclrtGetCurrentContext(NULL));
	REFUSED(aclrtCtxGetCurrentDefaultStream(NULL));
	REFUSED(aclrtMalloc(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	REFUSED(aclrtMallocAlign32(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	REFUSED(aclrtFree(NULL));
	REFUSED(aclrtMallocHost(NULL, 1));
	REFUSED(aclrtFreeHost(NULL));
	REFUSED(aclrtMemcpy(NULL, 1, &n, 1, ACL_MEMCPY_DEFAULT));
	REFUSED(aclrtMemcpy(&n, 1, NULL, 1, ACL_MEMCPY_DEFAULT));
	REFUSED(aclrtMemcpyAsync(NULL, 1, &n, 1, ACL_MEMCPY_DEFAULT, stream));
	REFUSED(aclrtMemcpyAsync(&n, 1, NULL, 1, ACL_MEMCPY_DEFAULT, stream));
	REFUSED(aclrtMemset(NULL, 1, 0, 1));
	REFUSED(aclrtMemsetAsync(NULL, 1, 0, 1, stream));
	REFUSED(aclrtCreateStream(NULL));
	REFUSED(aclrtCreateStreamWithConfig(NULL, 0, 0));
	REFUSED(aclrtDestroyStream(NULL));
	REFUSED(aclrtDestroyStreamForce(NULL));
	REFUSED(aclrtStreamQuery(stream, NULL));
	REFUSED(aclrtStreamWaitEvent(stream, NULL));
	REFUSED(aclrtStreamGetId(stream, NULL));
	REFUSED(aclrtCreateEvent(NULL));
	REFUSED(aclrtCreateEventWithFlag(NULL, ACL_EVENT_SYNC));
	REFUSED(aclrtCreateEventExWithFlag(NULL, ACL_EVENT_SYNC));
	REFUSED(aclrtDestroyEvent(NULL));
	REFUSED(aclrtRecordEvent(NULL, stream));
	REFUSED(aclrtResetEvent(NULL, stream));
	REFUSED(aclrtQueryEventStatus(NULL, &recorded));
	REFUSED(aclrtQueryEventStatus(event, NULL));
	REFUSED(aclrtQueryEventWaitStatus(NULL, &waited));
	REFUSED(aclrtQueryEventWaitStatus(event, NULL));
	REFUSED(aclrtSynchronizeEvent(NULL));
	REFUSED(aclrtSynchronizeEventWithTimeout(NULL, 1));
	REFUSED(aclrtEventElapsedTime(NULL, event, event));
	REFUSED(aclrtEventElapsedTime(&ms, NULL, event));
	REFUSED(aclrtEventElapsedTime(&ms, event, NULL));
	REFUSED(aclrtMemPoolCreate(NULL, &good));
	REFUSED(aclrtMemPoolCreate(&pool, NULL));
	REFUSED(aclrtMemPoolDestroy(NULL));
	REFUSED(aclrtMemPoolSetAttr(NULL, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &value));
	REFUSED(aclrtMemPoolGetAttr(NULL, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &value));
	REFUSED(aclrtMemPoolMallocAsync(NULL, 1, pool, stream));
	REFUSED(aclrtMemPoolMallocAsync(&p, 1, NULL, stream));
	REFUSED(aclrtMemPoolMallocAsync(&p, 1, pool, NULL));
	REFUSED(aclrtMemPoolFreeAsync(NULL, stream));
	REFUSED(aclrtMemPoolTrimTo(NULL, 0));
	REFUSED(aclrtBinaryLoadFromFile(NULL, NULL, &p));
	REFUSED(aclrtBinaryLoadFromFile("/nowhere", NULL, NULL));
	REFUSED(aclrtBinaryLoadFromData(NULL, 1, NULL, &p));
	REFUSED(aclrtBinaryLoadFromData("x", 1, NULL, NULL));
	REFUSED(aclrtBinaryUnLoad(NULL));
	REFUSED(aclrtBinaryGetFunction(NULL, "add", &function));
	REFUSED(aclrtBinaryGetFunction(pool, NULL, &function));
	REFUSED(aclrtBinaryGetFunction(pool, "add", NULL));
	REFUSED(aclrtLaunchKernel(NULL, 1, &n, sizeof n, stream));
	REFUSED(aclrtLaunchKernel(pool, 1, NULL, sizeof n, stream));
	REFUSED(aclrtLaunchKernelWithHostArgs(NULL, 1, stream, NULL, &n, sizeof n, NULL, 0));
	REFUSED(aclrtLaunchKernelV2(NULL, 1, &n, sizeof n, NULL, stream));
	REFUSED(aclrtLaunchKernelV2(pool, 1, NULL, sizeof n, NULL, stream));
	REFUSED(aclrtQueryDeviceStatus(0, NULL));
	REFUSED(aclrtGetPrimaryCtxState(0, NULL, NULL));
	REFUSED(aclrtDeviceGetStreamPriorityRange(NULL, &n));
	REFUSED(aclrtDeviceGetStreamPriorityRange(&n, NULL));
	REFUSED(aclrtDevicePeerAccessStatus(0, 1, NULL));
	REFUSED(aclrtGetLogicDevIdByUserDevId(0, NULL));
	REFUSED(aclrtGetUserDevIdByLogicDevId(0, NULL));
	REFUSED(aclrtGetLogicDevIdByPhyDevId(0, NULL));
	REFUSED(aclrtGetPhyDevIdByLogicDevId(0, NULL));
	REFUSED(aclrtGetUserDevIdByPhyDevId(0, NULL));
	REFUSED(aclrtGetPhyDevIdByUserDevId(0, NULL));
	REFUSED(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, NULL));
	REFUSED(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, NULL));
	REFUSED(aclrtMallocWithCfg(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
	REFUSED(aclrtMallocHostWithCfg(NULL, 1, NULL));
	REFUSED(aclrtMallocCached(NULL, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	REFUSED(aclrtMemFlush(NULL, 1));
	REFUSED(aclrtMemInvalidate(NULL, 1));
	REFUSED(aclrtMemcpy2d(NULL, 1, &n, 1, 1, 1, ACL_MEMCPY_DEFAULT));
	REFUSED(aclrtMemcpy2d(&n, 1, NULL, 1, 1, 1, ACL_MEMCPY_DEFAULT));
	REFUSED(aclrtMemcpy2dAsync(NULL, 1, &n, 1, 1, 1, ACL_MEMCPY_DEFAULT, stream));
	REFUSED(aclrtMemcpy2dAsync(&n, 1, NULL, 1, 1, 1, ACL_MEMCPY_DEFAULT, stream));
	REFUSED(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, NULL));
	REFUSED(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, NULL));
	REFUSED(aclrtStreamGetFlags(stream, NULL));
	REFUSED(aclrtStreamGetPriority(stream, NULL));
	REFUSED(aclrtGetStreamAvailableNum(NULL));
	REFUSED(aclrtQueryEvent(NULL, NULL));
	REFUSED(aclrtQueryEvent(event, NULL));
	REFUSED(aclrtEventGetTimestamp(NULL, &value));
	REFUSED(aclrtEventGetTimestamp(event, NULL));
	REFUSED(aclrtGetEventAvailNum(NULL));
	REFUSED(aclpoolSimRegisterKernel(NULL, NULL, 0));
	REFUSED(aclpoolSimRegisterKernel("add", NULL, 0));
	REFUSED(aclrtReserveMemAddress(NULL, 1, 0, NULL, 0));
	REFUSED(aclrtReleaseMemAddress(NULL));
	REFUSED(aclrtMallocPhysical(NULL, 1, &physical, 0));
	REFUSED(aclrtMallocPhysical(&p, 1, NULL, 0));
	REFUSED(aclrtFreePhysical(NULL));
	REFUSED(aclrtMapMem(NULL, 1, 0, pool, 0));
	REFUSED(aclrtMapMem(pool, 1, 0, NULL, 0));
	REFUSED(aclrtMemMapNoAccess(NULL, 1, 0, pool, 0));
	REFUSED(aclrtMemMapNoAccess(pool, 1, 0, NULL, 0));
	REFUSED(aclrtUnmapMem(NULL));
	REFUSED(aclrtMemGetAllocationGranularity(NULL, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &size));
	REFUSED(aclrtMemGetAllocationGranularity(&physical, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, NULL));
	REFUSED(aclrtMemSetAccess(NULL, 1, &access, 1));
	REFUSED(aclrtMemSetAccess(pool, 1, NULL, 1));
	REFUSED(aclrtMemGetAccess(NULL, &access.location, &value));
	REFUSED(aclrtMemGetAccess(pool, NULL, &value));
	REFUSED(aclrtMemGetAccess(pool, &access.location, NULL));
	REFUSED(aclrtMemRetainAllocationHandle(NULL, &p));
	REFUSED(aclrtMemRetainAllocationHandle(pool, NULL));
	REFUSED(aclrtMemGetAllocationPropertiesFromHandle(NULL, &physical));
	REFUSED(aclrtMemGetAllocationPropertiesFromHandle(pool, NULL));
	REFUSED(aclrtMemExportToShareableHandle(NULL, ACL_MEM_HANDLE_TYPE_NONE, 0, &value));
	REFUSED(aclrtMemExportToShareableHandle(pool, ACL_MEM_HANDLE_TYPE_NONE, 0, NULL));
	REFUSED(aclrtMemExportToShareableHandleV2(NULL, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, &value));
	REFUSED(aclrtMemExportToShareableHandleV2(pool, 0, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, NULL));
	REFUSED(aclrtMemImportFromShareableHandle(1, 0, NULL));
	REFUSED(aclrtMemImportFromShareableHandleV2(NULL, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, 0, &p));
	REFUSED(aclrtMemImportFromShareableHandleV2(&value, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, 0, NULL));
	REFUSED(aclrtMemSetPidToShareableHandle(1, NULL, 1));
	REFUSED(aclrtMemSetPidToShareableHandleV2(NULL, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, &n, 1));
	REFUSED(aclrtMemSetPidToShareableHandleV2(&value, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, NULL, 1));
	CHECK(p == (void *)1);

	/* A copy of 0 bytes does not check its other arguments. */
	OK(aclrtMemcpy(NULL, 0, NULL, 0, (aclrtMemcpyKind)99));
	OK(aclrtMemset(NULL, 0, 0, 0));

	/* The runtime, not the acl layer, checks an attribute's value and the stream of a free. */
	EQUAL(107000, aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, NULL));
	EQUAL(107000, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
	EQUAL(107000, aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, NULL));
	EQUAL(507000, aclrtMemPoolFreeAsync(p, NULL));

	/* Invalid properties of a pool. */
	reserved.reserved[31] = 1;
	EQUAL(100000, aclrtMemPoolCreate(&pool, &reserved));
	alloc.allocType = (aclrtMemAllocationType)1;
	EQUAL(100000, aclrtMemPoolCreate(&pool, &alloc));
	host.location.type = ACL_MEM_LOCATION_TYPE_HOST;
	EQUAL(100000, aclrtMemPoolCreate(&pool, &host));
	nowhere.location.id = 5;
	EQUAL(107001, aclrtMemPoolCreate(&pool, &nowhere));
	return 0;
}
