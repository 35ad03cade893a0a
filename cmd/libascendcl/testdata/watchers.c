/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functions that the library calls: for tasks that fail, for streams and devices that come and
 * go, and host functions on a thread that has subscribed. Streams from a configuration.
 */

#include <sys/syscall.h>
#include <unistd.h>

#include "check.h"

MAYBE(aclrtExceptionInfoCallbackRegister);
MAYBE(aclrtExceptionInfoCallbackUnregister);
MAYBE(aclrtCreateStreamConfigHandle);
MAYBE(aclrtDestroyStreamConfigHandle);
MAYBE(aclrtSetStreamConfigOpt);
MAYBE(aclrtCreateStreamV2);
MAYBE(aclrtSubscribeHostFunc);
MAYBE(aclrtUnSubscribeHostFunc);
MAYBE(aclrtProcessHostFunc);

static aclrtFuncHandle failing, waiting;
static uint32_t failures, more_failures, stream_id, device_id = 99, code, task, thread;
static aclrtFuncHandle function;
static void *args;
static uint32_t args_size;

static int fails(uintptr_t user, const void *arguments, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)arguments, (void)size, (void)block, (void)blocks;
	return 1;
}

static uint32_t started;

static int waits(uintptr_t user, const void *arguments, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)arguments, (void)size, (void)block, (void)blocks;
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	aclpoolSimWaitGivenUp(aclpoolSimCall());
	return 1;
}

static void on_failure(aclrtExceptionInfo *info)
{
	failures++;
	task = aclrtGetTaskIdFromExceptionInfo(info);
	stream_id = aclrtGetStreamIdFromExceptionInfo(info);
	device_id = aclrtGetDeviceIdFromExceptionInfo(info);
	code = aclrtGetErrorCodeFromExceptionInfo(info);
	thread = aclrtGetThreadIdFromExceptionInfo(info);
	OK(aclrtGetFuncHandleFromExceptionInfo(info, &function));
	OK(aclrtGetArgsFromExceptionInfo(info, &args, &args_size));
}

static void on_failure_too(aclrtExceptionInfo *info)
{
	(void)info;
	more_failures++;
}

static aclrtBinHandle binary;
static int of_kernels;

static void on_kernel(aclrtExceptionInfo *info, void *count)
{
	EQUAL(507015, aclrtGetErrorCodeFromExceptionInfo(info));
	OK(aclrtGetFuncHandleFromExceptionInfo(info, &function));
	CHECK(function == failing);
	++*(int *)count;
}

static void fail_once(void)
{
	const uint64_t argument = 7;
	aclrtStream stream;
	int32_t id;

	OK(aclrtCreateStream(&stream));
	OK(aclrtStreamGetId(stream, &id));
	OK(aclrtLaunchKernelWithHostArgs(failing, 1, stream, NULL, (void *)&argument, sizeof argument, NULL, 0));
	EQUAL(507015, aclrtSynchronizeStream(stream));
	if (failures > 0)
		EQUAL(id, stream_id);
	OK(aclrtDestroyStreamForce(stream));
}

static void exceptions(void)
{
	void *p;

	fail_once();
	EQUAL(0, failures);
	OK(aclrtSetExceptionInfoCallback(on_failure));
	fail_once();
	EQUAL(1, failures);
	EQUAL(0, device_id);
	EQUAL(507015, code);
	EQUAL(syscall(SYS_gettid), thread);
	CHECK(task != 0xFFFFFFFF && function == failing && args != NULL && args_size == 8);
	if (HAS(aclrtExceptionInfoCallbackRegister)) {
		OK(aclrtExceptionInfoCallbackRegister(on_failure_too));
		fail_once();
		EQUAL(1, more_failures);
		OK(aclrtExceptionInfoCallbackUnregister(on_failure_too));
		EQUAL(107000, aclrtExceptionInfoCallbackUnregister(on_failure_too));
		EQUAL(107000, aclrtExceptionInfoCallbackRegister(NULL));
	}
	OK(aclrtSetExceptionInfoCallback(NULL));
	failures = more_failures = 0;
	OK(aclrtBinarySetExceptionCallback(binary, on_kernel, &of_kernels));
	fail_once();
	EQUAL(1, of_kernels);
	OK(aclrtBinarySetExceptionCallback(binary, NULL, NULL));
	EQUAL(100000, aclrtBinarySetExceptionCallback(NULL, on_kernel, NULL));
	fail_once();
	EQUAL(1, of_kernels);
	EQUAL(0, failures + more_failures);
	EQUAL(0xFFFFFFFF, aclrtGetErrorCodeFromExceptionInfo(NULL));
	EQUAL(100000, aclrtGetArgsFromExceptionInfo(NULL, &p, &args_size));
}

static int created, destroyed;

static void on_stream(aclrtStream stream, aclrtStreamState state, void *argument)
{
	CHECK(stream != NULL && argument == &created);
	*(state == ACL_RT_STREAM_STATE_CREATE_POST ? &created : &destroyed) += 1;
}

static int device_states[4];

static void on_device(int32_t device, aclrtDeviceState state, void *argument)
{
	CHECK(device == 0 && argument == NULL);
	device_states[state]++;
}

static void states(void)
{
	aclrtStream stream;

	OK(aclrtRegStreamStateCallback("test", on_stream, &created));
	OK(aclrtCreateStream(&stream));
	EQUAL(1, created);
	OK(aclrtDestroyStream(stream));
	EQUAL(107017, aclrtDestroyStream(stream));
	EQUAL(1, destroyed);
	OK(aclrtRegStreamStateCallback("test", NULL, NULL));
	OK(aclrtCreateStreamWithConfig(&stream, 0, 0));
	OK(aclrtDestroyStreamForce(stream));
	EQUAL(2, created + destroyed);
	EQUAL(100000, aclrtRegStreamStateCallback(NULL, on_stream, NULL));

	OK(aclrtRegDeviceStateCallback("test", on_device, NULL));
	OK(aclrtSetDevice(0));
	EQUAL(107001, aclrtSetDevice(9));
	OK(aclrtResetDevice(0));
	for (int i = 0; i < 4; i++)
		EQUAL(1, device_states[i]);
	OK(aclrtRegDeviceStateCallback("test", NULL, NULL));
}

/* A stop ends the running kernel; the stream goes on. */
static void stops(void)
{
	aclrtStream stream;

	OK(aclrtCreateStream(&stream));
	OK(aclrtLaunchKernelWithHostArgs(waiting, 1, stream, NULL, NULL, 0, NULL, 0));
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		;
	OK(aclrtStreamStop(stream));
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtDestroyStream(stream));
}

static void configured(void)
{
	const uint32_t priority = 3;
	const size_t flag = ACL_STREAM_FAST_SYNC;
	aclrtStreamConfigHandle *config;
	aclrtStream stream;
	uint32_t got;

	if (!HAS(aclrtCreateStreamV2))
		return;
	CHECK((config = aclrtCreateStreamConfigHandle()) != NULL);
	OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority));
	OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &flag, sizeof flag));
	EQUAL(100000, aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &priority, sizeof priority));
	EQUAL(100000, aclrtSetStreamConfigOpt(config, (aclrtStreamConfigAttr)4, &priority, sizeof priority));
	EQUAL(100000, aclrtSetStreamConfigOpt(NULL, ACL_RT_STREAM_FLAG, &flag, sizeof flag));
	EQUAL(100000, aclrtCreateStreamV2(&stream, NULL));
	OK(aclrtCreateStreamV2(&stream, config));
	OK(aclrtDestroyStreamConfigHandle(config));
	EQUAL(107017, aclrtDestroyStreamConfigHandle(config));
	OK(aclrtStreamGetPriority(stream, &got));
	EQUAL(priority, got);
	OK(aclrtStreamGetFlags(stream, &got));
	EQUAL(flag, got);
	OK(aclrtDestroyStream(stream));
}

static pthread_t caller;

static void on_host(void *argument)
{
	caller = pthread_self();
	++*(int *)argument;
}

static void host_functions(void)
{
	const uint64_t self = (uint64_t)pthread_self();
	aclrtStream stream;
	int called = 0;

	if (!HAS(aclrtSubscribeHostFunc))
		return;
	OK(aclrtCreateStream(&stream));
	EQUAL(107012, aclrtProcessHostFunc(1));
	OK(aclrtSubscribeHostFunc(self, stream));
	EQUAL(107011, aclrtSubscribeReport(self, stream));
	OK(aclrtLaunchHostFunc(stream, on_host, &called));
	OK(aclrtProcessHostFunc(-1));
	OK(aclrtSynchronizeStream(stream));
	CHECK(called == 1 && pthread_equal(caller, pthread_self()));
	EQUAL(507012, aclrtProcessHostFunc(1));
	OK(aclrtUnSubscribeHostFunc(self, stream));
	EQUAL(107011, aclrtUnSubscribeHostFunc(self, stream));
	OK(aclrtDestroyStream(stream));
}

int main(void)
{
	static const char names[] = "aclpool-sim 1\nfails\nwaits\n";

	OK(aclpoolSimRegisterKernel("fails", fails, 0));
	OK(aclpoolSimRegisterKernel("waits", waits, 0));
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtBinaryLoadFromData(names, sizeof names - 1, NULL, &binary));
	OK(aclrtBinaryGetFunction(binary, "fails", &failing));
	OK(aclrtBinaryGetFunction(binary, "waits", &waiting));
	exceptions();
	states();
	stops();
	configured();
	host_functions();
	return 0;
}
