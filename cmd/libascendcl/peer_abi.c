//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtDeviceCanAccessPeer(int32_t *canAccessPeer, int32_t deviceId, int32_t peerDeviceId)
{
	REQUIRE(canAccessPeer);
	RETURN_INTO(canAccessPeer, simDeviceCanAccessPeer(deviceId, peerDeviceId));
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags)
{
	return simDeviceEnablePeerAccess(sim_context(), peerDeviceId, flags);
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId)
{
	return simDeviceDisablePeerAccess(sim_context(), peerDeviceId);
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t *status)
{
	REQUIRE(status);
	RETURN_INTO(status, simDevicePeerAccessStatus(deviceId, peerDeviceId));
}
