//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Copies whose addresses are in memory, reductions and cache operations. */

/* aclrtMemcpyAsync, on a device that can leave it out. */
aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
	aclrtStream stream)
{
	return aclrtMemcpyAsync(dst, destMax, src, count, kind, stream);
}

aclError aclrtMemcpyAsyncWithOffset(void **dst, size_t destMax, size_t dstDataOffset, const void **src, size_t count,
	size_t srcDataOffset, aclrtMemcpyKind kind, aclrtStream stream)
{
	REQUIRE_RT(dst);
	REQUIRE_RT(src);
	return simMemcpyAsyncWithOffset(sim_context(), (void *)dst, destMax, dstDataOffset, (void *)src, count, srcDataOffset,
		(int32_t)kind, HANDLE(stream));
}

/* Descriptors of all kinds have one size. */
aclError aclrtGetMemcpyDescSize(aclrtMemcpyKind kind, size_t *descSize)
{
	(void)kind;
	REQUIRE_RT(descSize);
	*descSize = simDescriptorSize();
	return 0;
}

aclError aclrtSetMemcpyDesc(void *desc, aclrtMemcpyKind kind, void *srcAddr, void *dstAddr, size_t count, void *config)
{
	REQUIRE_RT(desc);
	REQUIRE_RT(srcAddr);
	REQUIRE_RT(dstAddr);
	if (config != NULL)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "config is not NULL");
	return simSetMemcpyDesc(sim_context(), desc, (int32_t)kind, (uintptr_t)srcAddr, (uintptr_t)dstAddr, count);
}

aclError aclrtMemcpyAsyncWithDesc(void *desc, aclrtMemcpyKind kind, aclrtStream stream)
{
	REQUIRE_RT(desc);
	return simMemcpyAsyncWithDesc(sim_context(), desc, (int32_t)kind, HANDLE(stream));
}

aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type,
	aclrtStream stream, void *reserve)
{
	REQUIRE_RT(dst);
	REQUIRE_RT(src);
	if (reserve != NULL)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "reserve is not NULL");
	return simReduceAsync(sim_context(), (uintptr_t)dst, (uintptr_t)src, count, (int32_t)kind, (int32_t)type,
		HANDLE(stream));
}

aclError aclrtCmoAsync(void *src, size_t size, aclrtCmoType cmoType, aclrtStream stream)
{
	return simCacheOperation((char *)__func__, sim_context(), (uintptr_t)src, size, (int32_t)cmoType, HANDLE(stream));
}

aclError aclrtCmoAsyncWithBarrier(void *src, size_t size, aclrtCmoType cmoType, uint32_t barrierId, aclrtStream stream)
{
	(void)barrierId;
	return simCacheOperation((char *)__func__, sim_context(), (uintptr_t)src, size, (int32_t)cmoType, HANDLE(stream));
}

/* Cache operations take no time: there is nothing to wait for. */
aclError aclrtCmoWaitBarrier(aclrtBarrierTaskInfo *taskInfo, aclrtStream stream, uint32_t flag)
{
	int32_t id;

	REQUIRE_RT(taskInfo);
	if (taskInfo->barrierNum == 0 || taskInfo->barrierNum > ACL_RT_CMO_MAX_BARRIER_NUM || flag != 0)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "barrierNum is not from 1 to 6, or flag is not 0");
	return aclrtStreamGetId(stream, &id);
}

aclError aclrtCmoGetDescSize(size_t *size)
{
	REQUIRE_RT(size);
	*size = simDescriptorSize();
	return 0;
}

aclError aclrtCmoSetDesc(void *cmoDesc, void *src, size_t size)
{
	REQUIRE_RT(cmoDesc);
	REQUIRE_RT(src);
	return simCmoSetDesc(sim_context(), cmoDesc, (uintptr_t)src, size);
}

aclError aclrtCmoAsyncWithDesc(void *cmoDesc, aclrtCmoType cmoType, aclrtStream stream, const void *reserve)
{
	REQUIRE_RT(cmoDesc);
	if (reserve != NULL)
		return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", __func__, "reserve is not NULL");
	return simCmoAsyncWithDesc(sim_context(), cmoDesc, (int32_t)cmoType, HANDLE(stream));
}

aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N)
{
	REQUIRE(ptr);
	return simMemsetWords(sim_context(), ptr, memSize, value, N);
}

aclError aclrtMemsetD32Async(void *ptr, size_t memSize, uint32_t value, size_t N, aclrtStream stream)
{
	REQUIRE(ptr);
	return simMemsetWordsAsync(sim_context(), ptr, memSize, value, N, HANDLE(stream));
}

/* The wait is that of aclrtSynchronizeDevice, for the streams of the context. */

aclError aclrtFreeWithDevSync(void *devPtr)
{
	REQUIRE(devPtr);
	const aclError code = aclrtSynchronizeDevice();
	return code != 0 ? code : aclrtFree(devPtr);
}

aclError aclrtFreeHostWithDevSync(void *hostPtr)
{
	REQUIRE(hostPtr);
	const aclError code = aclrtSynchronizeDevice();
	return code != 0 ? code : aclrtFreeHost(hostPtr);
}
