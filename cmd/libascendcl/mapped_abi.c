//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Host memory that devices reach. */

aclError aclrtHostRegister(void *ptr, uint64_t size, aclrtHostRegisterType type, void **devPtr)
{
	REQUIRE(ptr);
	REQUIRE(devPtr);
	if (type != ACL_HOST_REGISTER_MAPPED && type != ACL_HOST_REGISTER_IOMEMORY && type != ACL_HOST_REGISTER_READONLY)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "type is none of 0, 4 and 8");
	RETURN_INTO(devPtr, simHostRegister((char *)__func__, sim_context(), ptr, size, ACL_HOST_REG_MAPPED | (uint32_t)type));
}

aclError aclrtHostRegisterV2(void *ptr, uint64_t size, uint32_t flag)
{
	REQUIRE(ptr);
	return simHostRegister((char *)__func__, sim_context(), ptr, size, flag).r1;
}

aclError aclrtHostUnregister(void *ptr)
{
	REQUIRE(ptr);
	return simHostUnregister(ptr);
}

aclError aclrtHostGetDevicePointer(void *pHost, void **pDevice, uint32_t flag)
{
	REQUIRE(pHost);
	REQUIRE(pDevice);
	RETURN_INTO(pDevice, simHostDevicePointer(pHost, flag));
}

aclError aclrtMemAllocManaged(void **ptr, uint64_t size, uint32_t flag)
{
	REQUIRE(ptr);
	RETURN_INTO(ptr, simAllocManaged(sim_context(), size, flag));
}

aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType, aclrtHostMemMapCapability *capabilities)
{
	REQUIRE(capabilities);
	RETURN_INTO(capabilities, simReachesHost(deviceId, (int32_t)hacType));
}
