//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclpool_result aclpool_device_count(void)
{
	uint32_t count = 0;
	ON_THREAD(aclrtGetDeviceCount, (&count), count);
}

/*
 * opened returns the context that aclrtSetDevice has made current. If it cannot be read, the
 * device could not be used, so the reference to the device is released.
 */
static aclpool_result opened(int32_t id)
{
	aclrtContext made = NULL;
	aclpool_result result;
	int32_t code = aclpool_fn.aclrtGetCurrentContext(&made);

	if (code == 0 && made != NULL) {
		aclpool_discard_message(); /* otherwise messages of successful calls would precede that of the next failure */
		return (aclpool_result){(uint64_t)(uintptr_t)made, 0};
	}
	if (code == 0)
		code = ACLPOOL_NO_CONTEXT;
	result = aclpool_step_failed("aclrtGetCurrentContext", "no context is current after aclrtSetDevice", code);
	if (aclpool_fn.aclrtResetDevice != NULL)
		(void)aclpool_fn.aclrtResetDevice(id);
	return result;
}

/*
 * Returns the primary context, which the call makes current. The previous context is
 * restored.
 */
aclpool_result aclpool_set_device(int32_t id)
{
	aclrtContext found;
	aclpool_result result;

	if (aclpool_fn.aclrtSetDevice == NULL)
		return aclpool_missing("aclrtSetDevice");
	found = aclpool_current();
	aclpool_discard_unread(found);
	result.code = aclpool_fn.aclrtSetDevice(id);
	result = result.code == 0 ? opened(id) : aclpool_call_failed((int32_t)result.code);
	if (found != NULL && found != aclpool_current())
		aclpool_restore(found);
	return result;
}

/* on reports whether the current context belongs to the device. */
static int on(int32_t id)
{
	int32_t current = -1;

	return aclpool_fn.aclrtGetDevice != NULL && aclpool_fn.aclrtGetDevice(&current) == 0 && current == id;
}

/* Resetting the device of the current context may destroy that context. */
aclpool_result aclpool_reset_device(int32_t id)
{
	ON_THREAD_BUT(aclrtResetDevice, (id), 0, found_ != NULL && on(id));
}

aclpool_result aclpool_reset_device_force(int32_t id)
{
	ON_THREAD_BUT(aclrtResetDeviceForce, (id), 0, found_ != NULL && on(id));
}

aclpool_result aclpool_run_mode(void)
{
	aclrtRunMode mode = ACL_DEVICE;
	ON_THREAD(aclrtGetRunMode, (&mode), mode);
}

static aclpool_result get_mem_info(uintptr_t ac, int32_t attr, size_t *free, size_t *total)
{
	IN_CONTEXT(ac, aclrtGetMemInfo, ((aclrtMemAttr)attr, free, total), 0);
}

aclpool_mem_info aclpool_get_mem_info(uintptr_t ac, int32_t attr)
{
	size_t free = 0, total = 0;
	const aclpool_result result = get_mem_info(ac, attr, &free, &total);
	return (aclpool_mem_info){result, free, total};
}

aclpool_result aclpool_synchronize_device(uintptr_t ac)
{
	IN_CONTEXT(ac, aclrtSynchronizeDevice, (), 0);
}

aclpool_result aclpool_synchronize_device_with_timeout(uintptr_t ac, int32_t ms)
{
	IN_CONTEXT(ac, aclrtSynchronizeDeviceWithTimeout, (ms), 0);
}

aclpool_result aclpool_device_can_access_peer(int32_t id, int32_t peer)
{
	int32_t can = 0;
	ON_THREAD(aclrtDeviceCanAccessPeer, (&can, id, peer), can != 0);
}

aclpool_result aclpool_device_enable_peer_access(uintptr_t ac, int32_t peer, uint32_t flags)
{
	IN_CONTEXT(ac, aclrtDeviceEnablePeerAccess, (peer, flags), 0);
}
