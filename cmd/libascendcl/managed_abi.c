//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Managed memory stays where it is. What is advised and prefetched is kept for the queries. */

aclError aclrtMemManagedAdvise(const void *const ptr, uint64_t size, aclrtMemManagedAdviseType advise,
	aclrtMemManagedLocation location)
{
	REQUIRE(ptr);
	return simManagedAdvise(sim_context(), (uintptr_t)ptr, size, (int32_t)advise, (int32_t)location.type, location.id);
}

aclError aclrtMemManagedPrefetchAsync(const void *ptr, size_t size, aclrtMemManagedLocation location, uint32_t flags,
	aclrtStream stream)
{
	size_t first = 0;

	REQUIRE(ptr);
	return simManagedPrefetch((char *)__func__, sim_context(), (void *)&ptr, (void *)&size, 1, (void *)&location,
		(void *)&first, 1, flags, HANDLE(stream));
}

/* The first ranges go to the first location, up to the index of the second one, and so on. */
aclError aclrtMemManagedPrefetchBatchAsync(const void **ptrs, size_t *sizes, size_t count,
	aclrtMemManagedLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, uint64_t flags,
	aclrtStream stream)
{
	REQUIRE(ptrs);
	REQUIRE(sizes);
	REQUIRE(prefetchLocs);
	REQUIRE(prefetchLocIdxs);
	return simManagedPrefetch((char *)__func__, sim_context(), (void *)ptrs, (void *)sizes, count, (void *)prefetchLocs,
		(void *)prefetchLocIdxs, numPrefetchLocs, flags, HANDLE(stream));
}

aclError aclrtMemManagedGetAttr(aclrtMemManagedRangeAttribute attribute, const void *ptr, size_t size, void *data,
	size_t dataSize)
{
	REQUIRE(ptr);
	REQUIRE(data);
	if (size == 0)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "size is 0");
	return simManagedAttribute((char *)__func__, (int32_t)attribute, (uintptr_t)ptr, size, data, dataSize);
}

aclError aclrtMemManagedGetAttrs(aclrtMemManagedRangeAttribute *attributes, size_t numAttributes, const void *ptr,
	size_t size, void **data, size_t *dataSizes)
{
	aclError code = 0;

	REQUIRE(attributes);
	REQUIRE(ptr);
	REQUIRE(data);
	REQUIRE(dataSizes);
	if (size == 0 || numAttributes == 0)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "size or numAttributes is 0");
	for (size_t i = 0; i < numAttributes && code == 0; i++) {
		REQUIRE(data[i]);
		code = simManagedAttribute((char *)__func__, (int32_t)attributes[i], (uintptr_t)ptr, size, data[i], dataSizes[i]);
	}
	return code;
}
