//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclpool_result aclpool_binary_load_from_file(uintptr_t ac, const char *path)
{
	aclrtBinHandle binary = NULL;
	IN_CONTEXT(ac, aclrtBinaryLoadFromFile, (path, NULL, &binary), (uintptr_t)binary);
}

aclpool_result aclpool_binary_load_from_data(uintptr_t ac, const uint8_t *data, uint64_t size)
{
	aclrtBinHandle binary = NULL;
	IN_CONTEXT(ac, aclrtBinaryLoadFromData, (data, size, NULL, &binary), (uintptr_t)binary);
}

aclpool_result aclpool_binary_unload(uintptr_t ac, uintptr_t binary)
{
	IN_CONTEXT(ac, aclrtBinaryUnLoad, ((aclrtBinHandle)binary), 0);
}

aclpool_result aclpool_binary_get_function(uintptr_t ac, uintptr_t binary, const char *name)
{
	aclrtFuncHandle function = NULL;
	IN_CONTEXT(ac, aclrtBinaryGetFunction, ((aclrtBinHandle)binary, name, &function), (uintptr_t)function);
}

aclpool_result aclpool_launch_kernel(uintptr_t ac, uintptr_t function, uint32_t blocks, uint64_t args,
	uint64_t size, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtLaunchKernel,
		((aclrtFuncHandle)function, blocks, (const void *)(uintptr_t)args, size, (aclrtStream)stream), 0);
}

aclpool_result aclpool_launch_kernel_with_host_args(uintptr_t ac, uintptr_t function, uint32_t blocks,
	uintptr_t stream, uint8_t *args, uint64_t size)
{
	IN_CONTEXT(ac, aclrtLaunchKernelWithHostArgs,
		((aclrtFuncHandle)function, blocks, (aclrtStream)stream, NULL, args, size, NULL, 0), 0);
}
