//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Virtual memory. Its functions need no context. */

#define ADDRESS(p) ((uint64_t)(uintptr_t)(p))

aclError aclrtReserveMemAddress(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags)
{
	REQUIRE(virPtr);
	RETURN_INTO(virPtr, simReserveMemAddress(size, alignment, ADDRESS(expectPtr), flags));
}

aclError aclrtReserveMemAddressNoUCMemory(void **virPtr, size_t size, size_t alignment, void *expectPtr, uint64_t flags)
{
	REQUIRE(virPtr);
	RETURN_INTO(virPtr, simReserveMemAddressNoUC(size, alignment, ADDRESS(expectPtr), flags));
}

aclError aclrtReleaseMemAddress(void *virPtr)
{
	REQUIRE(virPtr);
	return simReleaseMemAddress(ADDRESS(virPtr));
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size, const aclrtPhysicalMemProp *prop, uint64_t flags)
{
	REQUIRE(handle);
	REQUIRE(prop);
	RETURN_INTO(handle, simMallocPhysical(size, (aclrtPhysicalMemProp *)prop, flags));
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle)
{
	REQUIRE(handle);
	return simFreePhysical(HANDLE(handle));
}

aclError aclrtMapMem(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags)
{
	REQUIRE(virPtr);
	REQUIRE(handle);
	return simMapMem(ADDRESS(virPtr), size, offset, HANDLE(handle), flags);
}

aclError aclrtMemMapNoAccess(void *virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle, uint64_t flags)
{
	REQUIRE(virPtr);
	REQUIRE(handle);
	return simMemMapNoAccess(ADDRESS(virPtr), size, offset, HANDLE(handle), flags);
}

aclError aclrtUnmapMem(void *virPtr)
{
	REQUIRE(virPtr);
	return simUnmapMem(ADDRESS(virPtr));
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *prop, aclrtMemGranularityOptions option, size_t *granularity)
{
	REQUIRE(prop);
	REQUIRE(granularity);
	RETURN_INTO(granularity, simMemGetAllocationGranularity(prop, (int32_t)option));
}

aclError aclrtMemSetAccess(void *virPtr, size_t size, aclrtMemAccessDesc *desc, size_t count)
{
	REQUIRE(virPtr);
	REQUIRE(desc);
	return simMemSetAccess(ADDRESS(virPtr), size, (uint8_t *)desc, count);
}

aclError aclrtMemGetAccess(void *virPtr, aclrtMemLocation *location, uint64_t *flag)
{
	REQUIRE(virPtr);
	REQUIRE(location);
	REQUIRE(flag);
	RETURN_INTO(flag, simMemGetAccess(ADDRESS(virPtr), *location));
}

aclError aclrtMemRetainAllocationHandle(void *virPtr, aclrtDrvMemHandle *handle)
{
	REQUIRE(virPtr);
	REQUIRE(handle);
	RETURN_INTO(handle, simMemRetainAllocationHandle(ADDRESS(virPtr)));
}

aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle, aclrtPhysicalMemProp *prop)
{
	REQUIRE(handle);
	REQUIRE(prop);
	return simMemGetAllocationProperties(HANDLE(handle), prop);
}
