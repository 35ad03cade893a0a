/* SPDX-License-Identifier: Apache-2.0 */

/* Queries and attributes of devices, streams, events and memory. */

#include "check.h"

static void devices(void)
{
	aclrtDeviceStatus status = ACL_RT_DEVICE_STATUS_END;
	int32_t least = -1, greatest = -1, n = -1, active = -1, can = -1;
	uint32_t flags = 0;

	OK(aclrtQueryDeviceStatus(1, &status));
	EQUAL(ACL_RT_DEVICE_STATUS_NORMAL, status);
	EQUAL(107001, aclrtQueryDeviceStatus(2, &status));
	OK(aclrtSetTsDevice(ACL_TS_ID_AICORE));
	OK(aclrtSetTsDevice(ACL_TS_ID_AIVECTOR));
	EQUAL(100000, aclrtSetTsDevice((aclrtTsId)2));
	OK(aclrtDeviceGetStreamPriorityRange(&least, &greatest));
	EQUAL(7, least);
	EQUAL(0, greatest);
	OK(aclrtGetPrimaryCtxState(0, NULL, &active));
	EQUAL(1, active);
	OK(aclrtGetPrimaryCtxState(1, NULL, &active));
	EQUAL(0, active);
	EQUAL(100000, aclrtGetPrimaryCtxState(0, &flags, &active));
	OK(aclrtGetLogicDevIdByUserDevId(1, &n));
	EQUAL(1, n);
	OK(aclrtGetPhyDevIdByLogicDevId(0, &n));
	EQUAL(0, n);
	EQUAL(107001, aclrtGetUserDevIdByPhyDevId(7, &n));
	EQUAL(0, n);

	OK(aclrtDeviceCanAccessPeer(&can, 0, 1));
	EQUAL(1, can);
	OK(aclrtDevicePeerAccessStatus(0, 1, &can));
	EQUAL(0, can);
	EQUAL(200006, aclrtDeviceEnablePeerAccess(1, 1));
	OK(aclrtDeviceEnablePeerAccess(1, 0));
	OK(aclrtDevicePeerAccessStatus(0, 1, &can));
	EQUAL(1, can);
	OK(aclrtDeviceDisablePeerAccess(1));
	OK(aclrtDevicePeerAccessStatus(0, 1, &can));
	EQUAL(0, can);
}

static void options(void)
{
	int64_t value = 9;

	OK(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
	EQUAL(0, value); /* never set */
	OK(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1));
	OK(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
	EQUAL(1, value);
	EQUAL(107021, aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value)); /* not set in this context */
	OK(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, -1));
	OK(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
	EQUAL(-1, value);
}

static void streams(void)
{
	aclrtStreamAttrValue value;
	uint32_t left, after, flags, priority;
	aclrtStream stream;

	OK(aclrtGetStreamAvailableNum(&left));
	OK(aclrtCreateStreamWithConfig(&stream, 99, ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC));
	OK(aclrtGetStreamAvailableNum(&after));
	EQUAL(left - 1, after);
	OK(aclrtStreamGetFlags(stream, &flags));
	EQUAL(ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC, flags);
	OK(aclrtStreamGetPriority(stream, &priority));
	EQUAL(7, priority); /* clamped */

	/* The calls read and write 32 bits, and leave the bytes after them as they are. */
	memset(&value, 0xff, sizeof value);
	value.streamPriority = 2;
	OK(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value));
	memset(&value, 0xff, sizeof value);
	OK(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_PRIORITY, &value));
	EQUAL(2, value.streamPriority);
	EQUAL(0xffffffff, value.reserve[1]);
	value.failureMode = ACL_STOP_ON_FAILURE;
	OK(aclrtSetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value));
	value.failureMode = 77;
	OK(aclrtGetStreamAttribute(stream, ACL_STREAM_ATTR_FAILURE_MODE, &value));
	EQUAL(ACL_STOP_ON_FAILURE, value.failureMode);
	EQUAL(107000, aclrtGetStreamAttribute(stream, (aclrtStreamAttr)6, &value));
	OK(aclrtDestroyStream(stream));
}

static void events(void)
{
	aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
	uint64_t time;
	uint32_t left, after;
	aclrtEvent event, ex;

	OK(aclrtCreateEvent(&event));
	OK(aclrtQueryEvent(event, &status));
	EQUAL(ACL_EVENT_STATUS_COMPLETE, status); /* never recorded */
	EQUAL(507000, aclrtEventGetTimestamp(event, &time));
	OK(aclrtGetEventAvailNum(&left));
	OK(aclrtRecordEvent(event, NULL));
	OK(aclrtGetEventAvailNum(&after));
	EQUAL(left - 1, after);
	OK(aclrtSynchronizeEvent(event));
	OK(aclrtQueryEvent(event, &status));
	EQUAL(ACL_EVENT_STATUS_COMPLETE, status);
	OK(aclrtEventGetTimestamp(event, &time));
	OK(aclrtCreateEventExWithFlag(&ex, ACL_EVENT_SYNC));
	EQUAL(207000, aclrtQueryEvent(ex, &status));
	OK(aclrtDestroyEvent(ex));
	OK(aclrtDestroyEvent(event));
}

static void memory(void)
{
	aclrtMallocAttribute attributes[] = {
		{.attr = ACL_RT_MEM_ATTR_MODULE_ID, .value.moduleId = 3},
		{.attr = ACL_RT_MEM_ATTR_DEVICE_ID, .value.deviceId = 0},
	};
	aclrtMallocConfig config = {attributes, 2}, nothing = {NULL, 0}, missing = {NULL, 1};
	const char rows[] = "abcdefghi";
	char back[10] = ".........";
	void *p, *q;

	OK(aclrtMallocWithCfg(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config));
	OK(aclrtMallocHostWithCfg(&q, 64, &config));
	OK(aclrtFreeHost(q));
	EQUAL(107000, aclrtMallocWithCfg(&q, 64, ACL_MEM_MALLOC_HUGE_FIRST, &nothing));
	EQUAL(100000, aclrtMallocWithCfg(&q, 64, ACL_MEM_MALLOC_HUGE_FIRST, &missing));
	attributes[1].value.deviceId = 1; /* not the current device */
	EQUAL(107000, aclrtMallocWithCfg(&q, 64, ACL_MEM_MALLOC_HUGE_FIRST, &config));
	attributes[1].attr = (aclrtMallocAttrType)9;
	EQUAL(107000, aclrtMallocHostWithCfg(&q, 64, &config));

	OK(aclrtMemcpy2d(p, 8, rows, 3, 2, 3, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtMemcpy2dAsync(back, 4, p, 8, 2, 2, ACL_MEMCPY_DEVICE_TO_HOST, NULL));
	CHECK(memcmp(back, "ab..de...", 9) == 0);
	OK(aclrtFree(p));
	OK(aclrtMallocCached(&p, 64, ACL_MEM_MALLOC_NORMAL_ONLY));
	OK(aclrtMemFlush(p, 64));
	OK(aclrtMemInvalidate(p, 64));
	EQUAL(100000, aclrtMemFlush(p, 0));
	OK(aclrtFree(p));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	devices();
	options();
	streams();
	events();
	memory();
	return 0;
}
