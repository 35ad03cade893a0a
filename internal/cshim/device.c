//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclpool_result aclpool_device_count(void)
{
	uint32_t count = 0;
	ON_THREAD(aclrtGetDeviceCount, (&count), count);
}

/*
 * Returns the primary context, which the call makes current. A created context that was
 * current before is restored.
 */
aclpool_result aclpool_set_device(int32_t id)
{
	ON_THREAD(aclrtSetDevice, (id), (uintptr_t)aclpool_current());
}

aclpool_result aclpool_reset_device(int32_t id)
{
	ON_THREAD(aclrtResetDevice, (id), 0);
}

aclpool_result aclpool_reset_device_force(int32_t id)
{
	ON_THREAD(aclrtResetDeviceForce, (id), 0);
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
