//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"
#include "state.h"

aclError aclrtGetDeviceCount(uint32_t *count)
{
	REQUIRE(count);
	RETURN_INTO(count, simGetDeviceCount());
}

/* Makes the primary context current, also if a created context was. */
aclError aclrtSetDevice(int32_t deviceId)
{
	sim_device_state(deviceId, ACL_RT_DEVICE_STATE_SET_PRE);
	const struct simSetDevice_return r = simSetDevice(deviceId);
	if (r.r1 == 0) {
		sim_bind(r.r0);
		sim_device_state(deviceId, ACL_RT_DEVICE_STATE_SET_POST);
	}
	return r.r1;
}

static aclError reset(int32_t device, int32_t (*call)(int32_t))
{
	sim_device_state(device, ACL_RT_DEVICE_STATE_RESET_PRE);
	const aclError code = call(device);
	if (code == 0)
		sim_device_state(device, ACL_RT_DEVICE_STATE_RESET_POST);
	return code;
}

aclError aclrtResetDevice(int32_t deviceId)
{
	return reset(deviceId, simResetDevice);
}

/* That the device is not set is not kept as the last error. */
aclError aclrtResetDeviceForce(int32_t deviceId)
{
	const int32_t before = sim_last();
	const aclError code = reset(deviceId, simResetDeviceForce);

	if (code == ACL_ERROR_RT_CONTEXT_RELEASE_ERROR)
		sim_set_last(before);
	return code;
}

/* That there is no context is not kept as the last error. */
aclError aclrtGetDevice(int32_t *deviceId)
{
	REQUIRE(deviceId);
	const int32_t before = sim_last();
	const struct simGetDevice_return r = simGetDevice(sim_context());
	if (r.r1 == 0)
		*deviceId = (int32_t)r.r0;
	else if (r.r1 == ACL_ERROR_RT_CONTEXT_NULL)
		sim_set_last(before);
	return r.r1;
}

aclError aclrtGetRunMode(aclrtRunMode *runMode)
{
	REQUIRE(runMode);
	RETURN_INTO(runMode, simGetRunMode());
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total)
{
	REQUIRE(free);
	REQUIRE(total);
	const struct simGetMemInfo_return r = simGetMemInfo(sim_context(), attr);
	if (r.r2 == 0) {
		*free = r.r0;
		*total = r.r1;
	}
	return r.r2;
}

aclError aclrtSynchronizeDevice(void)
{
	return simSynchronizeDevice(sim_context());
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout)
{
	REQUIRE_TIMEOUT(timeout);
	return simSynchronizeDeviceWithTimeout(sim_context(), timeout);
}
