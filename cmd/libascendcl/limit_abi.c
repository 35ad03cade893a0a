//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Limits of resources, which the simulated device stores, and modes of overflow. */

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simDeviceLimit(deviceId, (int32_t)type));
}

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value)
{
	return simSetDeviceLimit(deviceId, (int32_t)type, value);
}

aclError aclrtResetDeviceResLimit(int32_t deviceId)
{
	return simResetDeviceLimit(deviceId);
}

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simStreamLimit(sim_context(), HANDLE(stream), (int32_t)type));
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value)
{
	return simSetStreamLimit(sim_context(), HANDLE(stream), (int32_t)type, value);
}

aclError aclrtResetStreamResLimit(aclrtStream stream)
{
	return simResetStreamLimit(sim_context(), HANDLE(stream));
}

/* The stream whose limits this thread uses, or NULL. It may have been destroyed. */
static _Thread_local aclrtStream used;

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream)
{
	int32_t id;
	const aclError code = aclrtStreamGetId(stream, &id);

	if (code == 0 && stream == NULL)
		return aclrtCtxGetCurrentDefaultStream(&used);
	if (code == 0)
		used = stream;
	return code;
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream)
{
	int32_t id;
	const aclError code = aclrtStreamGetId(stream, &id);

	if (code == 0)
		used = NULL;
	return code;
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simThreadLimit(sim_context(), HANDLE(used), (int32_t)type));
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode)
{
	return simSetOverflowMode(sim_context(), (int32_t)mode);
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode *mode)
{
	REQUIRE_RT(mode);
	RETURN_INTO(mode, simOverflowMode(sim_context()));
}

aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream)
{
	REQUIRE_RT(outputAddr);
	return simOverflowStatus(sim_context(), (uintptr_t)outputAddr, outputSize, HANDLE(stream));
}

aclError aclrtResetOverflowStatus(aclrtStream stream)
{
	return simResetOverflowStatus(sim_context(), HANDLE(stream));
}

/* The switch is an attribute of the stream, too. */
aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag)
{
	if (flag > 1)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "flag is neither 0 nor 1");
	return simSetStreamAttribute(sim_context(), HANDLE(stream), ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK, flag);
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t *flag)
{
	REQUIRE(flag);
	RETURN_INTO(flag, simStreamAttribute(sim_context(), HANDLE(stream), ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK));
}

/* Limits of time: that of waits works, that of kernels is stored. */

aclError aclrtSetOpWaitTimeout(uint32_t timeout)
{
	return simSetWaitTimeout(timeout);
}

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout)
{
	return simSetKernelTimeout(timeout * UINT64_C(1000000)).r1;
}

/* No product has a limit in milliseconds. */
aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout)
{
	(void)timeout;
	return sim_refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "EE1016", __func__, "the product has no limits in milliseconds");
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t *actualTimeout)
{
	REQUIRE(actualTimeout);
	RETURN_INTO(actualTimeout, simSetKernelTimeout(timeout));
}

aclError aclrtGetOpExecuteTimeout(uint32_t *const timeoutMs)
{
	REQUIRE(timeoutMs);
	const struct simKernelTimeout_return r = simKernelTimeout();
	if (r.r1 == 0)
		*timeoutMs = (uint32_t)(r.r0 / 1000);
	return r.r1;
}

aclError aclrtGetOpTimeOutInterval(uint64_t *interval)
{
	REQUIRE(interval);
	*interval = simTimeoutStep();
	return 0;
}

/* Limits of all devices, which have no effect here. */

aclError aclrtDeviceSetLimit(aclrtDeviceLimit limit, size_t value)
{
	return simSetKernelLimit((int32_t)limit, value);
}

aclError aclrtDeviceGetLimit(aclrtDeviceLimit limit, size_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simKernelLimit((int32_t)limit));
}
