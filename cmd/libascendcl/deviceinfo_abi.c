//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Every device that exists works normally. */
aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus *deviceStatus)
{
	REQUIRE(deviceStatus);
	const aclError code = simCheckDevice((char *)__func__, deviceId);
	if (code == 0)
		*deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
	return code;
}

/* A device has one scheduler for both kinds of core. */
aclError aclrtSetTsDevice(aclrtTsId tsId)
{
	if (tsId != ACL_TS_ID_AICORE && tsId != ACL_TS_ID_AIVECTOR)
		return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtSetTsDevice: tsId is neither 0 nor 1");
	return 0;
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t *flags, int32_t *active)
{
	REQUIRE(active);
	if (flags != NULL)
		return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtGetPrimaryCtxState: flags is not NULL");
	RETURN_INTO(active, simPrimaryContextActive(deviceId));
}

aclError aclrtDeviceGetStreamPriorityRange(int32_t *leastPriority, int32_t *greatestPriority)
{
	REQUIRE(leastPriority);
	REQUIRE(greatestPriority);
	*leastPriority = 7;
	*greatestPriority = 0;
	return 0;
}

/* The user, logical and physical numbers of a device are the same. */
static aclError same(const char *function, int32_t device, int32_t *number)
{
	const aclError code = simCheckDevice((char *)function, device);

	if (code == 0)
		*number = device;
	return code;
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t *const logicDevId)
{
	REQUIRE(logicDevId);
	return same(__func__, userDevid, logicDevId);
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t *const userDevid)
{
	REQUIRE(userDevid);
	return same(__func__, logicDevId, userDevid);
}

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t *const logicDevId)
{
	REQUIRE(logicDevId);
	return same(__func__, phyDevId, logicDevId);
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t *const phyDevId)
{
	REQUIRE(phyDevId);
	return same(__func__, logicDevId, phyDevId);
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t *const userDevId)
{
	REQUIRE(userDevId);
	return same(__func__, phyDevId, userDevId);
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t *const phyDevId)
{
	REQUIRE(phyDevId);
	return same(__func__, userDevId, phyDevId);
}
