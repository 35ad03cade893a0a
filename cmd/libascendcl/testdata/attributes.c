/* SPDX-License-Identifier: Apache-2.0 */

/* Attributes of devices and addresses, limits, modes of overflow, versions and types. */

#include "check.h"

MAYBE(aclFloat16ToFloat);
MAYBE(aclFloatToFloat16);
MAYBE(aclrtSetDeviceSatMode);
MAYBE(aclrtGetDeviceSatMode);
MAYBE(aclrtGetOverflowStatus);
MAYBE(aclrtResetOverflowStatus);

static void devices(void)
{
	size_t free_bytes, total;
	int64_t cubes, vectors, memory;

	OK(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, &cubes));
	OK(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &vectors));
	EQUAL(2 * cubes, vectors);
	OK(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &cubes));
	EQUAL(2 * cubes, vectors);
	OK(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &memory));
	OK(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total));
	EQUAL(total, memory);
	EQUAL(107001, aclrtGetDeviceInfo(5, ACL_DEV_ATTR_VECTOR_CORE_NUM, &cubes));
	EQUAL(107000, aclrtGetDeviceInfo(0, (aclrtDevAttr)999, &cubes));
	EQUAL(100000, aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, NULL));
}

static void *other_thread(void *device_limit)
{
	uint32_t n;

	OK(aclrtSetDevice(0));
	OK(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(*(uint32_t *)device_limit, n);
	return NULL;
}

static void limits(void)
{
	uint32_t all, n, device = 30;
	aclrtStream stream;

	OK(aclrtCreateStream(&stream));
	OK(aclrtGetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, &all));
	OK(aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, device));
	OK(aclrtSetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, 10));
	OK(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(10, n);
	OK(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(device, n);
	OK(aclrtUseStreamResInCurrentThread(stream));
	OK(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(10, n);
	on_thread(other_thread, &device);
	OK(aclrtUnuseStreamResInCurrentThread(stream));
	OK(aclrtResetStreamResLimit(stream));
	OK(aclrtGetStreamResLimit(stream, ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(device, n);
	OK(aclrtResetDeviceResLimit(0));
	OK(aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &n));
	EQUAL(all, n);
	EQUAL(107000, aclrtSetDeviceResLimit(0, ACL_RT_DEV_RES_VECTOR_CORE, all + 1));
	EQUAL(107000, aclrtSetStreamResLimit(stream, (aclrtDevResLimitType)2, 1));
	OK(aclrtDestroyStream(stream));
	EQUAL(107017, aclrtUseStreamResInCurrentThread(stream));
}

static void addresses(void)
{
	aclrtPtrAttributes a;
	void *device, *host;

	OK(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMallocHost(&host, 64));
	OK(aclrtPointerGetAttributes(device, &a));
	CHECK(a.location.type == ACL_MEM_LOCATION_TYPE_DEVICE && a.location.id == 0 && a.pageSize > 0);
	OK(aclrtPointerGetAttributes(host, &a));
	CHECK(a.location.type == ACL_MEM_LOCATION_TYPE_HOST);
	OK(aclrtPointerGetAttributes(&a, &a));
	EQUAL(ACL_MEM_LOCATION_TYPE_UNREGISTERED, a.location.type);
	EQUAL(100000, aclrtPointerGetAttributes(NULL, &a));
	EQUAL(100000, aclrtPointerGetAttributes(host, NULL));
	OK(aclrtFree(device));
	OK(aclrtFreeHost(host));
}

static void overflow(void)
{
	aclrtFloatOverflowMode mode;
	uint32_t status[16], on;
	void *out;

	OK(aclrtSetStreamOverflowSwitch(NULL, 1));
	OK(aclrtGetStreamOverflowSwitch(NULL, &on));
	EQUAL(1, on);
	EQUAL(107000, aclrtSetStreamOverflowSwitch(NULL, 2));
	if (!HAS(aclrtSetDeviceSatMode))
		return;
	OK(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN));
	OK(aclrtGetDeviceSatMode(&mode));
	EQUAL(ACL_RT_OVERFLOW_MODE_INFNAN, mode);
	EQUAL(107000, aclrtSetDeviceSatMode((aclrtFloatOverflowMode)3));
	OK(aclrtMalloc(&out, sizeof status, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtResetOverflowStatus(NULL));
	OK(aclrtGetOverflowStatus(out, sizeof status, NULL));
	OK(aclrtSynchronizeStream(NULL));
	OK(aclrtMemcpy(status, sizeof status, out, sizeof status, ACL_MEMCPY_DEVICE_TO_HOST));
	EQUAL(0, status[0]);
	EQUAL(107000, aclrtGetOverflowStatus(out, 32, NULL));
	OK(aclrtFree(out));
}

static void versions(void)
{
	char runtime[] = "runtime", unknown[] = "unknown";
	const aclCannAttr *list;
	int32_t number, value;
	size_t count;

	OK(aclsysGetVersionNum(runtime, &number));
	CHECK(number >= 90000000 && number % 1000 == 0);
	EQUAL(100003, aclsysGetVersionNum(unknown, &number));
	OK(aclGetCannAttributeList(&list, &count));
	EQUAL(3, count);
	for (size_t i = 0; i < count; i++) {
		OK(aclGetCannAttribute(list[i], &value));
		CHECK(value == 0 || value == 1);
	}
	EQUAL(100000, aclGetCannAttribute(ACL_CANN_ATTR_UNDEFINED, &value));
}

static void types(void)
{
	EQUAL(4, aclDataTypeSize(ACL_FLOAT));
	EQUAL(2, aclDataTypeSize(ACL_BF16));
	EQUAL(8, aclDataTypeSize(ACL_INT64));
	EQUAL(1, aclDataTypeSize((aclDataType)29));
	EQUAL(0, aclDataTypeSize(ACL_DT_UNDEFINED));
	if (!HAS(aclFloat16ToFloat))
		return;
	CHECK(aclFloat16ToFloat(0x3c00) == 1 && aclFloat16ToFloat(0xc000) == -2);
	EQUAL(0x3555, aclFloatToFloat16(1.0f / 3));
	EQUAL(0x7c00, aclFloatToFloat16(65520));
}

static void time_limits(void)
{
	aclrtStream stream;
	aclrtEvent event;
	uint64_t actual, step;
	uint32_t ms;

	OK(aclrtGetOpTimeOutInterval(&step));
	OK(aclrtSetOpExecuteTimeOutV2(step + 1, &actual));
	EQUAL(2 * step, actual);
	OK(aclrtSetOpExecuteTimeOut(2));
	OK(aclrtGetOpExecuteTimeout(&ms));
	EQUAL(2000, ms);
	OK(aclrtSetOpWaitTimeout(1));
	OK(aclrtCreateStream(&stream));
	OK(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
	OK(aclrtStreamWaitEvent(stream, event));
	EQUAL(107019, aclrtSynchronizeStream(stream));
	OK(aclrtSetOpWaitTimeout(0));
	OK(aclrtDestroyStreamForce(stream));
	OK(aclrtDestroyEvent(event));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	devices();
	limits();
	addresses();
	overflow();
	versions();
	types();
	time_limits();
	return 0;
}
