//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/*
 * check_config checks the attributes of an allocation. They have no effect here, but the
 * device attribute must name the current device.
 */
static aclError check_config(const aclrtMallocConfig *cfg)
{
	if (cfg == NULL)
		return 0;
	if (cfg->attrs == NULL)
		return sim_fail(cfg->numAttrs == 0 ? ACL_ERROR_RT_PARAM_INVALID : ACL_ERROR_INVALID_PARAM,
			"EE1004: aclrtMallocConfig: attrs is NULL");
	for (size_t i = 0; i < cfg->numAttrs; i++) {
		const aclrtMallocAttribute *const a = &cfg->attrs[i];
		struct simGetDevice_return current;

		switch (a->attr) {
		case ACL_RT_MEM_ATTR_MODULE_ID:
		case ACL_RT_MEM_ATTR_VA_FLAG:
			break;
		case ACL_RT_MEM_ATTR_DEVICE_ID:
			current = simGetDevice(sim_context());
			if (current.r1 != 0)
				return current.r1;
			if (current.r0 != a->value.deviceId)
				return sim_fail(ACL_ERROR_RT_PARAM_INVALID, "EE1003: aclrtMallocConfig: the device is not the current one");
			break;
		default:
			return sim_fail(ACL_ERROR_RT_PARAM_INVALID, "EE1003: aclrtMallocConfig: an attribute is unknown");
		}
	}
	return 0;
}

aclError aclrtMallocWithCfg(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg)
{
	REQUIRE(devPtr);
	const aclError code = check_config(cfg);
	if (code != 0)
		return code;
	RETURN_INTO(devPtr, simMallocWithCfg(sim_context(), size, (int32_t)policy));
}

aclError aclrtMallocHostWithCfg(void **ptr, uint64_t size, aclrtMallocConfig *cfg)
{
	REQUIRE(ptr);
	const aclError code = check_config(cfg);
	if (code != 0)
		return code;
	RETURN_INTO(ptr, simMallocHost(sim_context(), size));
}

aclError aclrtMallocCached(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
	REQUIRE(devPtr);
	RETURN_INTO(devPtr, simMallocCached(sim_context(), size, (int32_t)policy));
}

aclError aclrtMemFlush(void *devPtr, size_t size)
{
	REQUIRE(devPtr);
	return simMemFlush(sim_context(), (uintptr_t)devPtr, size);
}

aclError aclrtMemInvalidate(void *devPtr, size_t size)
{
	REQUIRE(devPtr);
	return simMemInvalidate(sim_context(), (uintptr_t)devPtr, size);
}

/* The memory may be anywhere: the scheduler of the simulated device reaches all of it. */
aclError aclrtMallocForTaskScheduler(void **devPtr, size_t size, aclrtMemMallocPolicy policy, aclrtMallocConfig *cfg)
{
	REQUIRE(devPtr);
	const aclError code = check_config(cfg);
	if (code != 0)
		return code;
	RETURN_INTO(devPtr, simMallocWithCfg(sim_context(), size, (int32_t)policy));
}
