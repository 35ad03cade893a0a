//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "call.h"
#include "made.h"

aclError aclrtGetFunctionName(aclrtFuncHandle funcHandle, uint32_t maxLen, char *name)
{
	REQUIRE(funcHandle);
	REQUIRE(name);
	const struct simFunctionName_return r = simFunctionName(HANDLE(funcHandle), maxLen);
	if (r.r1 == 0)
		memcpy(name, r.r0, strlen(r.r0) + 1);
	sim_free(r.r0);
	return r.r1;
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle funcHandle, aclrtFuncAttribute attrType, int64_t *attrValue)
{
	REQUIRE(funcHandle);
	REQUIRE(attrValue);
	RETURN_INTO(attrValue, simFunctionAttribute(HANDLE(funcHandle), (int32_t)attrType));
}

aclError aclrtFunctionGetBinary(const aclrtFuncHandle funcHandle, aclrtBinHandle *binHandle)
{
	REQUIRE(funcHandle);
	REQUIRE(binHandle);
	RETURN_INTO(binHandle, simFunctionBinary(HANDLE(funcHandle)));
}

/* The older pair of calls that loads a binary. The first keeps the pointer to the data. */
struct binary {
	const void *data;
	size_t size;
};

aclrtBinary aclrtCreateBinary(const void *data, size_t dataLen)
{
	struct binary *b;

	if (data == NULL || dataLen == 0) {
		sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtCreateBinary: data is NULL, or dataLen is 0");
		return NULL;
	}
	if ((b = sim_make(SIM_BINARY, sizeof *b)) != NULL)
		*b = (struct binary){data, dataLen};
	return b;
}

aclError aclrtDestroyBinary(aclrtBinary binary)
{
	UNMAKE(SIM_BINARY, binary);
}

aclError aclrtBinaryLoad(const aclrtBinary binary, aclrtBinHandle *binHandle)
{
	REQUIRE_MADE(SIM_BINARY, binary);
	REQUIRE(binHandle);
	const struct binary *b = binary;
	RETURN_INTO(binHandle, simBinaryLoadFromData(sim_context(), (void *)b->data, b->size));
}
