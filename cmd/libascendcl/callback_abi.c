//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <pthread.h>

#include "call.h"

void sim_call(sim_callback fn, uintptr_t argument)
{
	fn((void *)argument);
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void *args)
{
	return simLaunchHostFunc(sim_context(), HANDLE(stream), fn, (uintptr_t)args);
}

/* A threadId is the result of pthread_self. */

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream)
{
	return simSubscribeReport(sim_context(), threadId, HANDLE(stream));
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream)
{
	return simUnSubscribeReport(sim_context(), threadId, HANDLE(stream));
}

aclError aclrtLaunchCallback(aclrtCallback fn, void *userData, aclrtCallbackBlockType blockType, aclrtStream stream)
{
	if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK)
		return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtLaunchCallback: blockType is neither 0 nor 1");
	return simLaunchCallback(sim_context(), fn, (uintptr_t)userData, blockType == ACL_CALLBACK_BLOCK, HANDLE(stream));
}

aclError aclrtProcessReport(int32_t timeout)
{
	return simProcessReport((uint64_t)pthread_self(), timeout);
}

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream)
{
	return simSubscribeHostFunc(sim_context(), hostFuncThreadId, HANDLE(exeStream));
}

aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream)
{
	return simUnSubscribeHostFunc(sim_context(), hostFuncThreadId, HANDLE(exeStream));
}

aclError aclrtProcessHostFunc(int32_t timeout)
{
	return simProcessHostFunc((uint64_t)pthread_self(), timeout);
}
