//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"

/*
 * Physical memory is exported and imported within this process. A handle of kind fabric has
 * the same number as one of the default kind, in front of zeros.
 */

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType, uint64_t flags, uint64_t *shareableHandle)
{
	REQUIRE(handle);
	REQUIRE(shareableHandle);
	RETURN_INTO(shareableHandle, simMemExport(HANDLE(handle), (int32_t)handleType, flags));
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId, aclrtDrvMemHandle *handle)
{
	REQUIRE(handle);
	RETURN_INTO(handle, simMemImport(shareableHandle, deviceId));
}

aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t *pid, size_t pidNum)
{
	REQUIRE(pid);
	return simMemSetPid(shareableHandle, pidNum);
}

/* check_share_type refuses kinds of handles that there are not. */
static aclError check_share_type(aclrtMemSharedHandleType type)
{
	if (type == ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT || type == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC)
		return 0;
	return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: shareType is unknown: want 1 or 2");
}

static uint64_t number_of(const void *shareableHandle)
{
	uint64_t number;

	memcpy(&number, shareableHandle, sizeof number);
	return number;
}

aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags, aclrtMemSharedHandleType shareType, void *shareableHandle)
{
	REQUIRE(handle);
	REQUIRE(shareableHandle);
	const aclError code = check_share_type(shareType);
	if (code != 0)
		return code;
	const struct simMemExport_return r = simMemExport(HANDLE(handle), ACL_MEM_HANDLE_TYPE_NONE, flags);
	if (r.r1 != 0)
		return r.r1;
	if (shareType == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC)
		memset(shareableHandle, 0, sizeof(aclrtMemFabricHandle));
	memcpy(shareableHandle, &r.r0, sizeof r.r0);
	return 0;
}

/* The handle is for the current device, so this one needs a context. */
aclError aclrtMemImportFromShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, uint64_t flags, aclrtDrvMemHandle *handle)
{
	REQUIRE(shareableHandle);
	REQUIRE(handle);
	const aclError code = check_share_type(shareType);
	if (code != 0)
		return code;
	if (flags != 0)
		return sim_fail(ACL_ERROR_INVALID_PARAM, "EE1003: aclrtMemImportFromShareableHandleV2: flags must be 0");
	const struct simGetDevice_return current = simGetDevice(sim_context());
	if (current.r1 != 0)
		return current.r1;
	RETURN_INTO(handle, simMemImport(number_of(shareableHandle), (int32_t)current.r0));
}

aclError aclrtMemSetPidToShareableHandleV2(void *shareableHandle, aclrtMemSharedHandleType shareType, int32_t *pid, size_t pidNum)
{
	REQUIRE(shareableHandle);
	REQUIRE(pid);
	const aclError code = check_share_type(shareType);
	if (code != 0)
		return code;
	return simMemSetPid(number_of(shareableHandle), pidNum);
}
