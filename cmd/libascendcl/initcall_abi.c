//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"
#include "callback.h"

/* Functions of the program that aclInit and aclFinalize call, on the thread of the call. */

int32_t sim_call_init(uintptr_t fn, const char *config, size_t length, uintptr_t argument)
{
	return ((aclInitCallbackFunc)fn)(config, length, (void *)argument);
}

int32_t sim_call_finalize(uintptr_t fn, uintptr_t argument)
{
	return ((aclFinalizeCallbackFunc)fn)((void *)argument);
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void *userData)
{
	REQUIRE(cbFunc);
	return simRegisterInit((int32_t)type, (uintptr_t)cbFunc, (uintptr_t)userData);
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc)
{
	REQUIRE(cbFunc);
	return simUnregisterInit((int32_t)type, (uintptr_t)cbFunc);
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc, void *userData)
{
	REQUIRE(cbFunc);
	return simRegisterFinalize((int32_t)type, (uintptr_t)cbFunc, (uintptr_t)userData);
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc)
{
	REQUIRE(cbFunc);
	return simUnregisterFinalize((int32_t)type, (uintptr_t)cbFunc);
}
