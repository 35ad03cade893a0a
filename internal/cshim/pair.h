/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The two calls that programs make most of all. They are compiled into the functions that
 * cgo makes of them, which saves a call and a set of registers: a tenth of what a pair
 * costs above two empty crossings.
 */
#ifndef ACLPOOL_PAIR_H
#define ACLPOOL_PAIR_H

#include "call.h"

/* ptr starts NULL: for size 0 the vendor reports success without writing it. */
static inline aclpool_result aclpool_malloc_async(uintptr_t ac, uintptr_t pool, uint64_t size, uintptr_t stream)
{
	void *ptr = NULL;
	IN_CONTEXT(ac, aclrtMemPoolMallocAsync, (&ptr, size, (aclrtMemPool)pool, (aclrtStream)stream), (uintptr_t)ptr);
}

static inline aclpool_result aclpool_free_async(uintptr_t ac, uint64_t address, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtMemPoolFreeAsync, ((void *)(uintptr_t)address, (aclrtStream)stream), 0);
}

#endif
