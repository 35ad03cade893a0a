/* SPDX-License-Identifier: Apache-2.0 */

/* What tells devices apart, their use and errors, limits of kernels, and aborts of all work. */

#include <unistd.h>

#include "check.h"

MAYBE(aclrtDeviceGetPCIBusId);
MAYBE(aclrtDeviceGetByPCIBusId);
MAYBE(aclrtDeviceSetLimit);
MAYBE(aclrtDeviceGetLimit);
MAYBE(aclrtDeviceL2CacheFlush);

static void identities(void)
{
	aclrtUuid first, second;
	uint64_t topology = 0;
	int32_t pid = 0, device = -1;
	char place[13];

	OK(aclrtDeviceGetUuid(0, &first));
	OK(aclrtDeviceGetUuid(1, &second));
	CHECK(memcmp(&first, &second, sizeof first) != 0);
	OK(aclrtDeviceGetUuid(1, &first));
	CHECK(memcmp(&first, &second, sizeof first) == 0);
	EQUAL(107001, aclrtDeviceGetUuid(2, &first));
	EQUAL(100000, aclrtDeviceGetUuid(0, NULL));
	OK(aclrtGetDevicesTopo(0, 1, &topology));
	EQUAL(ACL_RT_DEVS_TOPOLOGY_HCCS, topology);
	EQUAL(107001, aclrtGetDevicesTopo(0, 2, &topology));
	OK(aclrtDeviceGetBareTgid(&pid));
	EQUAL(getpid(), pid);

	if (!HAS(aclrtDeviceGetPCIBusId))
		return;
	OK(aclrtDeviceGetPCIBusId(1, place, sizeof place));
	EQUAL(12, strlen(place));
	OK(aclrtDeviceGetByPCIBusId(place, &device));
	EQUAL(1, device);
	EQUAL(107000, aclrtDeviceGetPCIBusId(1, place, sizeof place - 1));
	EQUAL(107000, aclrtDeviceGetByPCIBusId("0000:00:00.0", &device));
}

static void health(void)
{
	aclrtUtilizationInfo use = {9, 9, 9, 9, NULL};
	aclrtMemUceInfo faulty[2];
	aclrtErrorInfo error;
	size_t count = 9;
	int32_t can = 9;
	void *p;

	OK(aclrtMalloc(&p, (size_t)32 << 30, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtGetDeviceUtilizationRate(0, &use));
	CHECK(use.cubeUtilization == 0 && use.vectorUtilization == 0 && use.aicpuUtilization == 0);
	EQUAL(50, use.memoryUtilization);
	OK(aclrtFree(p));
	use.utilizationExtend = (aclrtUtilizationExtendInfo *)&use;
	EQUAL(100000, aclrtGetDeviceUtilizationRate(0, &use));
	OK(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &can));
	EQUAL(ACL_DEV_FEATURE_NOT_SUPPORT, can);
	EQUAL(107000, aclrtGetDeviceCapability(0, (aclrtDevFeatureType)2, &can));

	OK(aclrtGetMemUceInfo(0, faulty, 2, &count));
	EQUAL(0, count);
	OK(aclrtMemUceRepair(0, faulty, 0));
	memset(&error, 0xff, sizeof error);
	OK(aclrtGetErrorVerbose(1, &error));
	CHECK(error.errorType == ACL_RT_NO_ERROR && !error.tryRepair && !error.hasDetail);
	OK(aclrtRepairError(1, &error));
	EQUAL(107001, aclrtRepairError(2, &error));
	if (HAS(aclrtDeviceL2CacheFlush)) {
		OK(aclrtDeviceL2CacheFlush(NULL));
		EQUAL(107000, aclrtDeviceL2CacheFlush(&error));
	}
}

static void limits(void)
{
	size_t value = 0;

	if (!HAS(aclrtDeviceSetLimit))
		return;
	OK(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &value));
	EQUAL(32768, value);
	OK(aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, 65537));
	OK(aclrtDeviceGetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, &value));
	EQUAL(65536 + 16384, value);
	EQUAL(107000, aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE, 1));
	EQUAL(207000, aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMT_STACK_SIZE, 1024));
	EQUAL(100000, aclrtDeviceSetLimit((aclrtDeviceLimit)5, 1024));
	EQUAL(100000, aclrtDeviceSetLimit(ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, (size_t)1 << 32));
}

static int stages[2];
static int32_t result;

static int32_t on_abort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout, void *arguments)
{
	CHECK(device == 0 && timeout == 60000 && arguments == &result);
	stages[stage]++;
	return result;
}

static uint32_t started;

static int waits(uintptr_t user, const void *arguments, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)arguments, (void)size, (void)block, (void)blocks;
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	aclpoolSimWaitGivenUp(aclpoolSimCall());
	return 1;
}

static void on_host(void *called)
{
	*(int *)called = 1;
}

/* An abort ends the running kernel and drops what comes after it. The streams go on. */
static void aborts(void)
{
	aclrtStream stream, kept;
	int called = 0;

	OK(aclpoolSimRegisterKernel("waits", waits, 0));
	OK(aclrtCreateStream(&stream));
	OK(aclpoolSimLaunch("waits", 1, stream, NULL, 0));
	OK(aclrtLaunchHostFunc(stream, on_host, &called));
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		;
	OK(aclrtSetDeviceTaskAbortCallback("test", on_abort, &result));
	result = 7;
	EQUAL(107035, aclrtDeviceTaskAbort(0, 60000));
	CHECK(stages[0] == 1 && stages[1] == 0);
	result = 0;
	OK(aclrtDeviceTaskAbort(0, 60000));
	CHECK(stages[0] == 2 && stages[1] == 1);
	OK(aclrtSetDeviceTaskAbortCallback("test", NULL, NULL));
	OK(aclrtDeviceTaskAbort(0, 1000));
	EQUAL(2, stages[0]);
	EQUAL(107001, aclrtDeviceTaskAbort(2, 0));
	OK(aclrtSynchronizeStream(stream));
	EQUAL(0, called);
	OK(aclrtLaunchHostFunc(stream, on_host, &called));
	OK(aclrtSynchronizeStream(stream));
	EQUAL(1, called);

	/* A persistent stream keeps its work until that is cleaned. */
	OK(aclrtCreateStreamWithConfig(&kept, 0, ACL_STREAM_PERSISTENT));
	OK(aclrtLaunchHostFunc(kept, on_host, &called));
	OK(aclrtPersistentTaskClean(kept));
	OK(aclrtDestroyStream(kept));
	EQUAL(107000, aclrtPersistentTaskClean(stream));
	OK(aclrtDestroyStream(stream));
}

int main(void)
{
	OK(aclInit(NULL));
	limits();
	OK(aclrtSetDevice(0));
	identities();
	health();
	aborts();
	return 0;
}
