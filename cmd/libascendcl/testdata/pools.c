/* SPDX-License-Identifier: Apache-2.0 */

/* Pools: the width of attributes, an allocation of size 0, and a copy through a block. */

#include "check.h"

static aclrtMemPool pool;

/* Reads an attribute into memory full of ones. Returns how many bytes were written. */
static size_t get(aclrtMemPoolAttr attr, uint64_t *value)
{
	unsigned char bytes[16];
	size_t n = sizeof bytes;

	memset(bytes, 0xff, sizeof bytes);
	OK(aclrtMemPoolGetAttr(pool, attr, bytes));
	while (n > 0 && bytes[n - 1] == 0xff)
		n--;
	*value = 0;
	memcpy(value, bytes, n <= sizeof *value ? n : sizeof *value);
	return n;
}

/* Attributes of a pool need no context. */
static void *without_context(void *unused)
{
	uint64_t value = 7, two = (uint64_t)2 << 20;

	CHECK(current() == NULL);
	OK(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &two));
	EQUAL(8, get(ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &value));
	EQUAL(two, value);
	EQUAL(107000, aclrtMemPoolGetAttr(pool, (aclrtMemPoolAttr)99, &value));
	return unused;
}

int main(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}, .maxSize = 64 << 20};
	/* A switch has four bytes: the bytes after them must stay as they are. */
	struct {
		uint32_t on, behind;
	} off = {0, 1}, on = {2, 0};
	static const char text[] = "through a block and back";
	uint64_t value, threshold = (uint64_t)6 << 20;
	aclrtStream stream;
	char back[sizeof text];
	void *p = (void *)1, *q;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMemPoolCreate(&pool, &props));

	for (int attr = ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES; attr <= ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES; attr++) {
		OK(aclrtMemPoolSetAttr(pool, attr, &on));
		EQUAL(4, get(attr, &value));
		EQUAL(1, value);
		OK(aclrtMemPoolSetAttr(pool, attr, &off));
		EQUAL(4, get(attr, &value));
		EQUAL(0, value);
	}
	on_thread(without_context, NULL);
	OK(aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD, &threshold));
	for (int attr = ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD; attr <= ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH; attr++) {
		EQUAL(8, get(attr, &value));
		EQUAL(attr == ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD ? threshold : 0, value);
	}
	EQUAL(107000, aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &value));
	EQUAL(107000, aclrtMemPoolSetAttr(pool, (aclrtMemPoolAttr)9, &value));
	EQUAL(107000, aclrtMemPoolGetAttr(pool, (aclrtMemPoolAttr)0, &value));
	EQUAL(107000, aclrtMemPoolGetAttr((aclrtMemPool)stream, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &value));

	OK(aclrtMemPoolMallocAsync(&p, 0, pool, stream));
	CHECK(p == (void *)1); /* not written */
	OK(aclrtMemPoolMallocAsync(&p, 1, pool, stream));
	OK(aclrtMemPoolMallocAsync(&q, 3 << 20, pool, stream));
	EQUAL(8, get(ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &value));
	EQUAL(6 << 20, value);
	EQUAL(507000, aclrtMemPoolMallocAsync(&q, 64 << 20, pool, stream));

	/* The stack and constants are host memory. Device addresses are not host pointers. */
	OK(aclrtMemcpy(p, 2 << 20, text, sizeof text, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtMemcpy(back, sizeof back, p, sizeof back, ACL_MEMCPY_DEVICE_TO_HOST));
	CHECK(memcmp(text, back, sizeof back) == 0);
	EQUAL(107000, aclrtMemcpy(p, 1, text, sizeof text, ACL_MEMCPY_HOST_TO_DEVICE));

	OK(aclrtMemPoolFreeAsync(p, stream));
	OK(aclrtMemPoolFreeAsync(q, stream));
	EQUAL(107000, aclrtMemPoolFreeAsync(p, stream)); /* freed already */
	OK(aclrtSynchronizeStream(stream));
	get(ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT, &value);
	EQUAL(threshold, value);
	OK(aclrtMemPoolTrimTo(pool, 0));
	get(ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT, &value);
	EQUAL(0, value);
	OK(aclrtMemPoolDestroy(pool));
	OK(aclrtDestroyStream(stream));
	return 0;
}
