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

/*
 * A process has numbers of its own for the devices that it sees, the user numbers. The logical
 * and the physical number of a device are the same, that of the host.
 */

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t *const logicDevId)
{
	REQUIRE(logicDevId);
	RETURN_INTO(logicDevId, simHostNumber((char *)__func__, userDevid));
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t *const userDevid)
{
	REQUIRE(userDevid);
	RETURN_INTO(userDevid, simNumberOfHost((char *)__func__, logicDevId));
}

static aclError same(const char *function, int32_t host, int32_t *number)
{
	const aclError code = simCheckHostNumber((char *)function, host);

	if (code == 0)
		*number = host;
	return code;
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
	RETURN_INTO(userDevId, simNumberOfHost((char *)__func__, phyDevId));
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t *const phyDevId)
{
	REQUIRE(phyDevId);
	RETURN_INTO(phyDevId, simHostNumber((char *)__func__, userDevId));
}
