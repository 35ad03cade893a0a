//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtMalloc(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
	REQUIRE(devPtr);
	RETURN_INTO(devPtr, simMalloc(sim_context(), size, policy));
}

aclError aclrtMallocAlign32(void **devPtr, size_t size, aclrtMemMallocPolicy policy)
{
	REQUIRE(devPtr);
	RETURN_INTO(devPtr, simMallocAlign32(sim_context(), size, policy));
}

aclError aclrtFree(void *devPtr)
{
	REQUIRE(devPtr);
	return simFree((uintptr_t)devPtr);
}

aclError aclrtMallocHost(void **hostPtr, size_t size)
{
	REQUIRE(hostPtr);
	RETURN_INTO(hostPtr, simMallocHost(sim_context(), size));
}

aclError aclrtFreeHost(void *hostPtr)
{
	REQUIRE(hostPtr);
	return simFreeHost(hostPtr);
}

/* A copy of 0 bytes succeeds; its other arguments are not checked. */
aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind)
{
	if (count == 0)
		return 0;
	REQUIRE_MEMORY(dst);
	REQUIRE_MEMORY(src);
	return simMemcpy(sim_context(), dst, destMax, (void *)src, count, kind);
}

aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind, aclrtStream stream)
{
	if (count == 0)
		return 0;
	REQUIRE_MEMORY(dst);
	REQUIRE_MEMORY(src);
	return simMemcpyAsync(sim_context(), dst, destMax, (void *)src, count, kind, HANDLE(stream));
}

aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count)
{
	if (count == 0)
		return 0;
	REQUIRE_MEMORY(devPtr);
	return simMemset(sim_context(), devPtr, maxCount, value, count);
}

aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream)
{
	if (count == 0)
		return 0;
	REQUIRE_MEMORY(devPtr);
	return simMemsetAsync(sim_context(), devPtr, maxCount, value, count, HANDLE(stream));
}
