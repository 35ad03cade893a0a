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

aclError aclrtResetDeviceForce(int32_t deviceId)
{
	return reset(deviceId, simResetDeviceForce);
}

aclError aclrtGetDevice(int32_t *deviceId)
{
	REQUIRE(deviceId);
	RETURN_INTO(deviceId, simGetDevice(sim_context()));
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
	return simSynchronizeDeviceWithTimeout(sim_context(), timeout);
}
