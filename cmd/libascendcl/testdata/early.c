/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls before aclInit and on a thread without a context. Most functions need no aclInit.
 * Functions that need a context return an error without one, and never crash.
 */

#include "check.h"

#define NO_CONTEXT(call)                                                            \
	do {                                                                        \
		EQUAL(107002, call);                                                \
		EQUAL(107002, aclrtGetLastError(ACL_RT_THREAD_LEVEL));              \
	} while (0)

int main(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtStreamAttrValue attribute = {.streamPriority = 1};
	int32_t major, minor, patch, n = -1;
	aclrtStreamStatus status;
	aclrtRunMode mode;
	aclrtStream stream;
	aclrtEvent event;
	aclrtMemPool pool;
	uint64_t left = 7;
	uint32_t count = 0;
	size_t free, total;
	int64_t option;
	char bytes[8] = "";
	void *p = (void *)1;

	OK(aclrtGetVersion(&major, &minor, &patch));
	EQUAL(1, major);
	OK(aclrtGetDeviceCount(&count));
	EQUAL(1, count);
	OK(aclrtGetRunMode(&mode));
	EQUAL(ACL_HOST, mode);
	CHECK(aclrtGetSocName() != NULL);
	EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	EQUAL(100037, aclFinalizeReference(&left)); /* there is no reference to drop */
	EQUAL(0, left);
	EQUAL(507007, aclrtResetDevice(0)); /* never set */
	EQUAL(507007, aclrtResetDeviceForce(0));
	EQUAL(107001, aclrtSetDevice(-1));
	EQUAL(107001, aclrtGetLastError(ACL_RT_THREAD_LEVEL));

	for (int initialised = 0; initialised < 2; initialised++) {
		EQUAL(107002, aclrtGetDevice(&n));
		EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL)); /* alone among these, it keeps none */
		NO_CONTEXT(aclrtSynchronizeDevice());
		NO_CONTEXT(aclrtSynchronizeDeviceWithTimeout(1));
		NO_CONTEXT(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
		NO_CONTEXT(aclrtDeviceEnablePeerAccess(1, 0));
		NO_CONTEXT(aclrtDeviceDisablePeerAccess(1));
		NO_CONTEXT(aclrtCtxGetCurrentDefaultStream(&stream));
		NO_CONTEXT(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
		NO_CONTEXT(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &option));
		NO_CONTEXT(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
		NO_CONTEXT(aclrtMallocAlign32(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
		NO_CONTEXT(aclrtMallocCached(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
		NO_CONTEXT(aclrtMallocWithCfg(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
		NO_CONTEXT(aclrtMallocHost(&p, 1));
		NO_CONTEXT(aclrtMemcpy(bytes, 1, bytes + 1, 1, ACL_MEMCPY_HOST_TO_HOST));
		NO_CONTEXT(aclrtMemcpy2d(bytes, 4, bytes + 4, 4, 1, 1, ACL_MEMCPY_DEFAULT));
		NO_CONTEXT(aclrtMemset(bytes, 1, 0, 1));
		NO_CONTEXT(aclrtMemsetAsync(bytes, 1, 0, 1, NULL));
		NO_CONTEXT(aclrtMemFlush(p, 1));
		NO_CONTEXT(aclrtCreateStream(&stream));
		NO_CONTEXT(aclrtCreateStreamWithConfig(&stream, 0, 0));
		NO_CONTEXT(aclrtSynchronizeStream(NULL));
		NO_CONTEXT(aclrtSynchronizeStreamWithTimeout(NULL, 1));
		NO_CONTEXT(aclrtStreamQuery(NULL, &status));
		NO_CONTEXT(aclrtStreamAbort(NULL));
		NO_CONTEXT(aclrtStreamGetId(NULL, &n));
		NO_CONTEXT(aclrtSetStreamFailureMode(NULL, 1));
		NO_CONTEXT(aclrtSetStreamAttribute(NULL, ACL_STREAM_ATTR_PRIORITY, &attribute));
		NO_CONTEXT(aclrtSubscribeReport(1, NULL));
		NO_CONTEXT(aclrtLaunchCallback(NULL, NULL, ACL_CALLBACK_BLOCK, NULL));
		NO_CONTEXT(aclrtLaunchHostFunc(NULL, NULL, NULL));
		NO_CONTEXT(aclrtCreateEvent(&event));
		NO_CONTEXT(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
		NO_CONTEXT(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
		NO_CONTEXT(aclrtRecordEvent((aclrtEvent)1, NULL));
		NO_CONTEXT(aclrtStreamWaitEvent(NULL, (aclrtEvent)1));
		NO_CONTEXT(aclrtMemPoolCreate(&pool, &props)); /* the vendor's library crashes here */
		NO_CONTEXT(aclrtMemPoolDestroy((aclrtMemPool)1));
		NO_CONTEXT(aclrtMemPoolTrimTo((aclrtMemPool)1, 0));
		EQUAL(107003, aclrtMemPoolMallocAsync(&p, 1, (aclrtMemPool)1, (aclrtStream)1));
		EQUAL(107003, aclrtMemPoolFreeAsync(p, (aclrtStream)1));
		(void)aclrtGetLastError(ACL_RT_THREAD_LEVEL);
		CHECK(p == (void *)1);
		if (!initialised)
			OK(aclInit(""));
	}

	/* A device can be set without aclInit; after that, all functions work. */
	OK(aclFinalize());
	OK(aclrtSetDevice(0));
	unread();
	OK(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtFree(p));
	return 0;
}
