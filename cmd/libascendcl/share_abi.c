//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"

/*
 * What is exported for other processes can be imported in this one, since the simulated device
 * exists in one process only.
 */

/* give stores a key, which it frees, in a buffer of len bytes. */
static aclError give(const char *function, char *key, aclError code, char *to, size_t len)
{
	if (code == 0 && len < strlen(key) + 1)
		code = sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", function, "len is too small: a key takes 65 bytes");
	if (code == 0)
		strcpy(to, key);
	sim_free(key);
	return code;
}

static aclError short_key(const char *function, size_t len)
{
	if (len >= simShareKeySize())
		return 0;
	return sim_refuse(ACL_ERROR_RT_PARAM_INVALID, "EE1003", function, "len is less than the 65 bytes of a key");
}

aclError aclrtIpcMemGetExportKey(void *devPtr, size_t size, char *key, size_t len, uint64_t flags)
{
	(void)flags;
	REQUIRE(devPtr);
	REQUIRE(key);
	const aclError code = short_key(__func__, len);
	if (code != 0)
		return code;
	const struct simExportMemory_return r = simExportMemory((uintptr_t)devPtr, size);
	return give(__func__, r.r0, r.r1, key, len);
}

aclError aclrtIpcMemImportByKey(void **devPtr, const char *key, uint64_t flags)
{
	(void)flags;
	REQUIRE(devPtr);
	REQUIRE(key);
	RETURN_INTO(devPtr, simImportMemory((char *)key));
}

aclError aclrtIpcMemClose(const char *key)
{
	REQUIRE(key);
	return simCloseMemory((char *)key);
}

aclError aclrtIpcMemSetImportPid(const char *key, int32_t *pid, size_t num)
{
	REQUIRE(key);
	REQUIRE(pid);
	const aclError code = simCheckShared((char *)__func__, (char *)key);
	return code != 0 ? code : simAllowProcesses((char *)__func__, (void *)pid, num);
}

aclError aclrtIpcGetEventHandle(aclrtEvent event, aclrtIpcEventHandle *handle)
{
	REQUIRE(event);
	REQUIRE(handle);
	const struct simExportEvent_return r = simExportEvent(HANDLE(event));
	if (r.r1 == 0)
		memset(handle, 0, sizeof *handle);
	return give(__func__, r.r0, r.r1, handle->reserved, sizeof handle->reserved);
}

aclError aclrtIpcOpenEventHandle(aclrtIpcEventHandle handle, aclrtEvent *event)
{
	REQUIRE(event);
	handle.reserved[sizeof handle.reserved - 1] = '\0';
	RETURN_INTO(event, simImportEvent(handle.reserved));
}

aclError aclrtNotifyGetExportKey(aclrtNotify notify, char *key, size_t len, uint64_t flags)
{
	(void)flags;
	REQUIRE_RT(notify);
	REQUIRE_RT(key);
	const aclError code = short_key(__func__, len);
	if (code != 0)
		return code;
	const struct simExportNotify_return r = simExportNotify(HANDLE(notify));
	return give(__func__, r.r0, r.r1, key, len);
}

aclError aclrtNotifyImportByKey(aclrtNotify *notify, const char *key, uint64_t flags)
{
	(void)flags;
	REQUIRE_RT(notify);
	REQUIRE_RT(key);
	RETURN_INTO(notify, simImportNotify((char *)key));
}

aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t *pid, size_t num)
{
	uint32_t id;

	REQUIRE_RT(notify);
	REQUIRE_RT(pid);
	const aclError code = aclrtGetNotifyId(notify, &id);
	return code != 0 ? code : simAllowProcesses((char *)__func__, (void *)pid, num);
}
