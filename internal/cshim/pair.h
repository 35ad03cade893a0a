/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The two most frequent calls. They are inlined into the functions that cgo generates,
 * which saves a call and the saving of registers: a tenth of the cost of a pair beyond that
 * of two empty calls.
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
