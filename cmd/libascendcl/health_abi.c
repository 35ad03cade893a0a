//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"

/* Features, use and errors of devices. A simulated device has no errors. */

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType, int32_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simDeviceFeature(deviceId, (int32_t)devFeatureType));
}

/* Kernels run on the host: the cores of the device are never in use. */
aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo *utilizationInfo)
{
	REQUIRE(utilizationInfo);
	if (utilizationInfo->utilizationExtend != NULL)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "utilizationExtend is not NULL");
	const struct simMemoryInUse_return r = simMemoryInUse(deviceId);
	if (r.r1 == 0)
		*utilizationInfo = (aclrtUtilizationInfo){.memoryUtilization = (int32_t)r.r0};
	return r.r1;
}

/* There is no cache: only the argument, which is reserved, is checked. */
aclError aclrtDeviceL2CacheFlush(void *rsv)
{
	if (rsv != NULL)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "rsv is not NULL");
	return simCheckContext((char *)__func__, sim_context());
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize, size_t *retSize)
{
	(void)arraySize;
	REQUIRE(memUceInfoArray);
	REQUIRE(retSize);
	const aclError code = simCheckRepairs((char *)__func__, deviceId);
	if (code == 0)
		*retSize = 0;
	return code;
}

aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo *memUceInfoArray, size_t arraySize)
{
	(void)arraySize;
	REQUIRE(memUceInfoArray);
	return simCheckRepairs((char *)__func__, deviceId);
}

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo *errorInfo)
{
	REQUIRE(errorInfo);
	const aclError code = simCheckRepairs((char *)__func__, deviceId);
	if (code == 0)
		memset(errorInfo, 0, sizeof *errorInfo); /* ACL_RT_NO_ERROR */
	return code;
}

aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo *errorInfo)
{
	REQUIRE(errorInfo);
	return simCheckRepairs((char *)__func__, deviceId);
}
