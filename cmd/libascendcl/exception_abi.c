//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>

#include "call.h"
#include "exception.h"

/*
 * Functions that the program has called for tasks that fail: one that the old call sets, and
 * those of the newer pair of calls. They are called on threads of the library.
 */

enum { MAX_CALLBACKS = 64, NOTHING = 0xFFFFFFFFu };

static aclrtExceptionInfoCallback only, registered[MAX_CALLBACKS];
static size_t count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void sim_exception(struct aclrtExceptionInfo info)
{
	aclrtExceptionInfoCallback all[MAX_CALLBACKS + 1];
	size_t n = 0;

	pthread_mutex_lock(&lock);
	if (only != NULL)
		all[n++] = only;
	for (size_t i = 0; i < count; i++)
		all[n++] = registered[i];
	pthread_mutex_unlock(&lock);
	for (size_t i = 0; i < n; i++)
		all[i](&info);
}

void sim_call_exception(sim_exception_function fn, struct aclrtExceptionInfo info, uintptr_t argument)
{
	fn(&info, (void *)argument);
}

aclError aclrtBinarySetExceptionCallback(aclrtBinHandle binHandle, aclrtOpExceptionCallback callback, void *userData)
{
	REQUIRE(binHandle);
	simRecordThreads();
	return simOnBinaryException(sim_context(), HANDLE(binHandle), callback, (uintptr_t)userData);
}

/* NULL takes the function out. */
aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback)
{
	simRecordThreads();
	pthread_mutex_lock(&lock);
	only = callback;
	pthread_mutex_unlock(&lock);
	return 0;
}

aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback)
{
	int full;

	REQUIRE_RT(callback);
	simRecordThreads();
	pthread_mutex_lock(&lock);
	full = count == MAX_CALLBACKS;
	if (!full)
		registered[count++] = callback;
	pthread_mutex_unlock(&lock);
	return full ? sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1023", __func__, "64 functions are registered already") : 0;
}

aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback)
{
	int found = 0;

	REQUIRE_RT(callback);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < count && !found; i++) {
		if (registered[i] != callback)
			continue;
		found = 1;
		for (count--; i < count; i++)
			registered[i] = registered[i + 1];
	}
	pthread_mutex_unlock(&lock);
	return found ? 0 : sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "the function is not registered");
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
	return info == NULL ? NOTHING : info->task;
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
	return info == NULL ? NOTHING : info->stream;
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
	return info == NULL ? NOTHING : info->thread;
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo *info)
{
	return info == NULL ? NOTHING : info->device;
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo *info)
{
	return info == NULL ? NOTHING : info->code;
}

aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo *info, void **devArgsPtr, uint32_t *devArgsLen)
{
	REQUIRE(info);
	REQUIRE(devArgsPtr);
	REQUIRE(devArgsLen);
	*devArgsPtr = (void *)info->args;
	*devArgsLen = (uint32_t)info->args_size;
	return 0;
}

aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo *info, aclrtFuncHandle *func)
{
	REQUIRE(info);
	REQUIRE(func);
	*func = (aclrtFuncHandle)info->function;
	return 0;
}
