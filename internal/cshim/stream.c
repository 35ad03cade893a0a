//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclpool_result aclpool_create_stream(uintptr_t ac)
{
	aclrtStream stream = NULL;
	IN_CONTEXT(ac, aclrtCreateStream, (&stream), (uintptr_t)stream);
}

aclpool_result aclpool_create_stream_with_config(uintptr_t ac, uint32_t priority, uint32_t flags)
{
	aclrtStream stream = NULL;
	IN_CONTEXT(ac, aclrtCreateStreamWithConfig, (&stream, priority, flags), (uintptr_t)stream);
}

aclpool_result aclpool_destroy_stream(uintptr_t ac, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtDestroyStream, ((aclrtStream)stream), 0);
}

aclpool_result aclpool_destroy_stream_force(uintptr_t ac, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtDestroyStreamForce, ((aclrtStream)stream), 0);
}

aclpool_result aclpool_synchronize_stream(uintptr_t ac, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtSynchronizeStream, ((aclrtStream)stream), 0);
}

aclpool_result aclpool_synchronize_stream_with_timeout(uintptr_t ac, uintptr_t stream, int32_t ms)
{
	IN_CONTEXT(ac, aclrtSynchronizeStreamWithTimeout, ((aclrtStream)stream, ms), 0);
}

aclpool_result aclpool_stream_query(uintptr_t ac, uintptr_t stream)
{
	aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
	IN_CONTEXT(ac, aclrtStreamQuery, ((aclrtStream)stream, &status), status);
}

aclpool_result aclpool_stream_wait_event(uintptr_t ac, uintptr_t stream, uintptr_t event)
{
	IN_CONTEXT(ac, aclrtStreamWaitEvent, ((aclrtStream)stream, (aclrtEvent)event), 0);
}

aclpool_result aclpool_stream_abort(uintptr_t ac, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtStreamAbort, ((aclrtStream)stream), 0);
}

aclpool_result aclpool_stream_get_id(uintptr_t ac, uintptr_t stream)
{
	int32_t id = 0;
	IN_CONTEXT(ac, aclrtStreamGetId, ((aclrtStream)stream, &id), id);
}

aclpool_result aclpool_stream_get_flags(uintptr_t ac, uintptr_t stream)
{
	uint32_t flags = 0;
	IN_CONTEXT(ac, aclrtStreamGetFlags, ((aclrtStream)stream, &flags), flags);
}

aclpool_result aclpool_set_stream_failure_mode(uintptr_t ac, uintptr_t stream, uint64_t mode)
{
	IN_CONTEXT(ac, aclrtSetStreamFailureMode, ((aclrtStream)stream, mode), 0);
}
