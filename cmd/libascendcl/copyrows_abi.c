//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
	aclrtMemcpyKind kind)
{
	REQUIRE_MEMORY(dst);
	REQUIRE_MEMORY(src);
	return simMemcpy2d(sim_context(), dst, dpitch, (void *)src, spitch, width, height, (int32_t)kind);
}

aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
	aclrtMemcpyKind kind, aclrtStream stream)
{
	REQUIRE_MEMORY(dst);
	REQUIRE_MEMORY(src);
	return simMemcpy2dAsync(sim_context(), dst, dpitch, (void *)src, spitch, width, height, (int32_t)kind, HANDLE(stream));
}
