//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <unistd.h>

#include "call.h"

/* What tells devices and processes apart, and how devices are connected. */

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid *uuid)
{
	REQUIRE(uuid);
	return simDeviceUUID(deviceId, (uint8_t *)uuid->bytes);
}

aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char *pciBusId, int32_t len)
{
	REQUIRE(pciBusId);
	const struct simPCIBusID_return r = simPCIBusID(deviceId, len);
	if (r.r1 == 0)
		memcpy(pciBusId, r.r0, strlen(r.r0) + 1);
	sim_free(r.r0);
	return r.r1;
}

aclError aclrtDeviceGetByPCIBusId(const char *pciBusId, int32_t *deviceId)
{
	REQUIRE(pciBusId);
	REQUIRE(deviceId);
	RETURN_INTO(deviceId, simDeviceByPCIBusID((char *)pciBusId));
}

aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t *value)
{
	REQUIRE(value);
	RETURN_INTO(value, simTopology(deviceId, otherDeviceId));
}

/* The numbers of processes that shares are given to are those of the container. */
aclError aclrtDeviceGetBareTgid(int32_t *pid)
{
	REQUIRE(pid);
	*pid = (int32_t)getpid();
	return 0;
}
