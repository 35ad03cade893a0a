//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"
#include "made.h"

/* Streams from a configuration, as on the embedded product whose library has these functions. */

aclrtStreamConfigHandle *aclrtCreateStreamConfigHandle(void)
{
	return sim_make(SIM_STREAM_CONFIG, sizeof(aclrtStreamConfigHandle));
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle *handle)
{
	UNMAKE(SIM_STREAM_CONFIG, handle);
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle *handle, aclrtStreamConfigAttr attr, const void *attrValue,
	size_t valueSize)
{
	size_t size;
	void *to;

	REQUIRE(handle);
	REQUIRE(attrValue);
	switch (attr) {
	case ACL_RT_STREAM_WORK_ADDR_PTR:
		to = &handle->workptr, size = sizeof handle->workptr;
		break;
	case ACL_RT_STREAM_WORK_SIZE:
		to = &handle->workSize, size = sizeof handle->workSize;
		break;
	case ACL_RT_STREAM_FLAG:
		to = &handle->flag, size = sizeof handle->flag;
		break;
	case ACL_RT_STREAM_PRIORITY:
		to = &handle->priority, size = sizeof handle->priority;
		break;
	default:
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "the attribute is unknown");
	}
	if (valueSize != size)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "valueSize is not the size of the attribute");
	memcpy(to, attrValue, size);
	return 0;
}

/* The work memory of models has no use: the simulated device runs no models. */
aclError aclrtCreateStreamV2(aclrtStream *stream, const aclrtStreamConfigHandle *handle)
{
	REQUIRE(stream);
	REQUIRE(handle);
	return aclrtCreateStreamWithConfig(stream, handle->priority, (uint32_t)handle->flag);
}
