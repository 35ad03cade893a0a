//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* Options are ignored: they mean nothing to a kernel in Go or C. */

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

/* Kernels in Go or C have no variables in device memory. */
aclError aclrtBinaryGetGlobal(aclrtBinHandle binHandle, const char *name, void **dptr, size_t *size)
{
	(void)dptr;
	(void)size;
	REQUIRE(binHandle);
	REQUIRE(name);
	return simBinaryGetGlobal(sim_context(), HANDLE(binHandle), (char *)name);
}
