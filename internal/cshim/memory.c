//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclpool_result aclpool_malloc(uintptr_t ac, uint64_t size, int32_t policy)
{
	void *ptr = NULL;
	IN_CONTEXT(ac, aclrtMalloc, (&ptr, size, (aclrtMemMallocPolicy)policy), (uintptr_t)ptr);
}

aclpool_result aclpool_malloc_align32(uintptr_t ac, uint64_t size, int32_t policy)
{
	void *ptr = NULL;
	IN_CONTEXT(ac, aclrtMallocAlign32, (&ptr, size, (aclrtMemMallocPolicy)policy), (uintptr_t)ptr);
}

aclpool_result aclpool_free(uintptr_t ac, uint64_t address)
{
	IN_CONTEXT(ac, aclrtFree, ((void *)(uintptr_t)address), 0);
}

aclpool_result aclpool_malloc_host(uintptr_t ac, uint64_t size)
{
	void *ptr = NULL;
	IN_CONTEXT(ac, aclrtMallocHost, (&ptr, size), (uintptr_t)ptr);
}

aclpool_result aclpool_free_host(uintptr_t ac, aclpool_mem m, uint8_t *host)
{
	IN_CONTEXT(ac, aclrtFreeHost, (aclpool_address(m, host)), 0);
}

aclpool_result aclpool_memcpy(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	aclpool_mem src, uint8_t *src_host, uint64_t count, int32_t kind)
{
	IN_CONTEXT(ac, aclrtMemcpy,
		(aclpool_address(dst, dst_host), dst_max, aclpool_address(src, src_host), count, (aclrtMemcpyKind)kind), 0);
}

aclpool_result aclpool_memcpy_async(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	aclpool_mem src, uint8_t *src_host, uint64_t count, int32_t kind, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtMemcpyAsync,
		(aclpool_address(dst, dst_host), dst_max, aclpool_address(src, src_host), count, (aclrtMemcpyKind)kind,
			(aclrtStream)stream), 0);
}

aclpool_result aclpool_memset(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	int32_t value, uint64_t count)
{
	IN_CONTEXT(ac, aclrtMemset, (aclpool_address(dst, dst_host), dst_max, value, count), 0);
}

aclpool_result aclpool_memset_async(uintptr_t ac, aclpool_mem dst, uint8_t *dst_host, uint64_t dst_max,
	int32_t value, uint64_t count, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtMemsetAsync, (aclpool_address(dst, dst_host), dst_max, value, count, (aclrtStream)stream), 0);
}
