//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Options and configurations are ignored: they mean nothing to a kernel in Go or C. */

aclError aclrtBinaryLoadFromFile(const char *binPath, aclrtBinaryLoadOptions *options, aclrtBinHandle *binHandle)
{
	(void)options;
	REQUIRE(binPath);
	REQUIRE(binHandle);
	RETURN_INTO(binHandle, simBinaryLoadFromFile(sim_context(), (char *)binPath));
}

aclError aclrtBinaryLoadFromData(const void *data, size_t length, const aclrtBinaryLoadOptions *options,
	aclrtBinHandle *binHandle)
{
	(void)options;
	REQUIRE(data);
	REQUIRE(binHandle);
	RETURN_INTO(binHandle, simBinaryLoadFromData(sim_context(), (void *)data, length));
}

aclError aclrtBinaryUnLoad(aclrtBinHandle binHandle)
{
	REQUIRE(binHandle);
	return simBinaryUnload(sim_context(), HANDLE(binHandle));
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle binHandle, const char *kernelName, aclrtFuncHandle *funcHandle)
{
	REQUIRE(binHandle);
	REQUIRE(kernelName);
	REQUIRE(funcHandle);
	RETURN_INTO(funcHandle, simBinaryGetFunction(sim_context(), HANDLE(binHandle), (char *)kernelName));
}

/* argsData is device memory. */
aclError aclrtLaunchKernel(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
	aclrtStream stream)
{
	REQUIRE(funcHandle);
	REQUIRE(argsData);
	return simLaunchKernel(sim_context(), HANDLE(funcHandle), numBlocks, (uintptr_t)argsData, argsSize, HANDLE(stream));
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle funcHandle, uint32_t numBlocks, const void *argsData, size_t argsSize,
	aclrtLaunchKernelCfg *cfg, aclrtStream stream)
{
	(void)cfg;
	REQUIRE(funcHandle);
	REQUIRE(argsData);
	return simLaunchKernel(sim_context(), HANDLE(funcHandle), numBlocks, (uintptr_t)argsData, argsSize, HANDLE(stream));
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle funcHandle, uint32_t numBlocks, aclrtStream stream,
	aclrtLaunchKernelCfg *cfg, void *hostArgs, size_t argsSize, aclrtPlaceHolderInfo *placeHolderArray,
	size_t placeHolderNum)
{
	(void)cfg;
	(void)placeHolderArray;
	REQUIRE(funcHandle);
	if ((uint32_t)argsSize != 0)
		REQUIRE(hostArgs);
	if (placeHolderNum != 0)
		return sim_fail(ACL_ERROR_FEATURE_UNSUPPORTED,
			"EE1016: aclrtLaunchKernelWithHostArgs: the simulated device has no place holders");
	return simLaunchKernelWithHostArgs(sim_context(), HANDLE(funcHandle), numBlocks, HANDLE(stream), hostArgs,
		(uint32_t)argsSize); /* the vendor's library ignores the upper 32 bits, too */
}
