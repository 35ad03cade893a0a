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
	ANSWER(memPool, simMemPoolCreate(sim_context(), (int32_t)poolProps->allocType, (int32_t)poolProps->handleType,
				(int32_t)poolProps->location.id, (int32_t)poolProps->location.type, poolProps->maxSize));
}

aclError aclrtMemPoolDestroy(const aclrtMemPool memPool)
{
	REQUIRE(memPool);
	return simMemPoolDestroy(sim_context(), HANDLE(memPool));
}

/*
 * width is how many bytes an attribute has behind its pointer: a uint32_t for the reuse
 * switches, a uint64_t for the others. Behind the pointer of an attribute that does not
 * exist there may be nothing.
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

/* The pool is looked at by the acl layer, the value by the runtime below it. */
static aclError no_value(const char *text)
{
	return sim_fail(ACL_ERROR_RT_PARAM_INVALID, text);
}

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
	return simMemPoolSetAttr(sim_context(), HANDLE(memPool), attr, v);
}

aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void *value)
{
	REQUIRE(memPool);
	if (value == NULL)
		return no_value("EE1004: aclrtMemPoolGetAttr: value is NULL");
	if (width(attr) == sizeof(uint32_t))
		ANSWER((uint32_t *)value, simMemPoolGetAttr(sim_context(), HANDLE(memPool), attr));
	ANSWER((uint64_t *)value, simMemPoolGetAttr(sim_context(), HANDLE(memPool), attr));
}

/*
 * A thread without a context is told that it has another one than the stream: these two
 * calls compare before they look for one.
 */
static aclError foreign(const char *text)
{
	return sim_fail(ACL_ERROR_RT_STREAM_CONTEXT, text);
}

/* For size 0 *ptr stays as it was. */
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
