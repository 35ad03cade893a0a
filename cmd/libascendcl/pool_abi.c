//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"

aclError aclrtMemPoolCreate(aclrtMemPool *memPool, const aclrtMemPoolProps *poolProps)
{
	static const unsigned char zeroes[sizeof poolProps->reserved];

	REQUIRE(memPool);
	REQUIRE(poolProps);
	if (memcmp(poolProps->reserved, zeroes, sizeof zeroes) != 0)
		return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtMemPoolCreate: a reserved byte of poolProps is not 0");
	RETURN_INTO(memPool, simMemPoolCreate(sim_context(), (int32_t)poolProps->allocType, (int32_t)poolProps->handleType,
				(int32_t)poolProps->location.id, (int32_t)poolProps->location.type, poolProps->maxSize));
}

aclError aclrtMemPoolDestroy(const aclrtMemPool memPool)
{
	REQUIRE(memPool);
	return simMemPoolDestroy(sim_context(), HANDLE(memPool));
}

/*
 * width returns the size of an attribute's value in bytes: a uint32_t for the reuse switches,
 * a uint64_t for the others, and 0 for an attribute that does not exist, whose value must
 * not be touched.
 */
static size_t width(aclrtMemPoolAttr attr)
{
	switch (attr) {
	case ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES:
	case ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC:
	case ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES:
		return sizeof(uint32_t);
	case ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD:
	case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT:
	case ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH:
	case ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT:
	case ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH:
		return sizeof(uint64_t);
	}
	return 0;
}

/* The acl layer checks the pool, and the runtime below it the value: their codes differ. */
static aclError no_value(const char *text)
{
	return sim_fail(ACL_ERROR_RT_PARAM_INVALID, text);
}

/* Attributes need no context. */
aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)
{
	uint64_t v = 0;
	uint32_t narrow;

	REQUIRE(memPool);
	if (value == NULL)
		return no_value("EE1004: aclrtMemPoolSetAttr: value is NULL");
	if (width(attr) == sizeof narrow) {
		memcpy(&narrow, value, sizeof narrow);
		v = narrow;
	} else {
		memcpy(&v, value, width(attr));
	}
	return simMemPoolSetAttr(HANDLE(memPool), attr, v);
}

aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)
{
	REQUIRE(memPool);
	if (value == NULL)
		return no_value("EE1004: aclrtMemPoolGetAttr: value is NULL");
	if (width(attr) == sizeof(uint32_t))
		RETURN_INTO((uint32_t *)value, simMemPoolGetAttr(HANDLE(memPool), attr));
	RETURN_INTO((uint64_t *)value, simMemPoolGetAttr(HANDLE(memPool), attr));
}

/*
 * On a thread without a context, these two calls report that the stream belongs to another
 * context: they compare the contexts before they check that there is one.
 */
static aclError foreign(const char *text)
{
	return sim_fail(ACL_ERROR_RT_STREAM_CONTEXT, text);
}

/* Size 0 succeeds and does not write *ptr. */
aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream)
{
	REQUIRE(ptr);
	REQUIRE(memPool);
	REQUIRE(stream);
	if (sim_context() == 0)
		return foreign("EE1018: aclrtMemPoolMallocAsync: the thread has no context");
	const struct simMemPoolMallocAsync_return r =
		simMemPoolMallocAsync(sim_context(), size, HANDLE(memPool), HANDLE(stream));
	if (r.r1 == 0 && size != 0)
		*ptr = (void *)r.r0;
	return r.r1;
}

aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream)
{
	REQUIRE(ptr);
	if (stream != NULL && sim_context() == 0)
		return foreign("EE1018: aclrtMemPoolFreeAsync: the thread has no context");
	return simMemPoolFreeAsync(sim_context(), (uintptr_t)ptr, HANDLE(stream));
}

aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep)
{
	REQUIRE(memPool);
	return simMemPoolTrimTo(sim_context(), HANDLE(memPool), minBytesToKeep);
}
