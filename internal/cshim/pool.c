//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Every reserved byte must be zero. */
aclpool_result aclpool_pool_create(uintptr_t ac, int32_t alloc_type, int32_t handle_type, int32_t location_id,
	int32_t location_type, uint64_t max_size)
{
	const aclrtMemPoolProps props = {
		.allocType = (aclrtMemAllocationType)alloc_type,
		.handleType = (aclrtMemHandleType)handle_type,
		.location = {.id = (uint32_t)location_id, .type = (aclrtMemLocationType)location_type},
		.maxSize = max_size,
	};
	aclrtMemPool pool = NULL;
	IN_CONTEXT(ac, aclrtMemPoolCreate, (&pool, &props), (uintptr_t)pool);
}

aclpool_result aclpool_pool_destroy(uintptr_t ac, uintptr_t pool)
{
	IN_CONTEXT(ac, aclrtMemPoolDestroy, ((aclrtMemPool)pool), 0);
}

/*
 * Every attribute is passed in eight zeroed bytes. The library reads and writes the first
 * four bytes of the reuse attributes and all eight bytes of the others.
 */
aclpool_result aclpool_pool_set_attr(uintptr_t ac, uintptr_t pool, int32_t attr, uint64_t value)
{
	IN_CONTEXT(ac, aclrtMemPoolSetAttr, ((aclrtMemPool)pool, (aclrtMemPoolAttr)attr, &value), 0);
}

aclpool_result aclpool_pool_get_attr(uintptr_t ac, uintptr_t pool, int32_t attr)
{
	uint64_t value = 0;
	IN_CONTEXT(ac, aclrtMemPoolGetAttr, ((aclrtMemPool)pool, (aclrtMemPoolAttr)attr, &value), value);
}

aclpool_result aclpool_pool_trim_to(uintptr_t ac, uintptr_t pool, uint64_t keep)
{
	IN_CONTEXT(ac, aclrtMemPoolTrimTo, ((aclrtMemPool)pool, keep), 0);
}
