//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"
#include "state.h"

/* A NULL stream is the context's default stream, except in a call that destroys it. */

aclError aclrtCreateStream(aclrtStream *stream)
{
	REQUIRE(stream);
	const struct simCreateStream_return r = simCreateStream(sim_context());
	return sim_stream_created(stream, r.r0, r.r1);
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
	REQUIRE(stream);
	const struct simCreateStreamWithConfig_return r = simCreateStreamWithConfig(sim_context(), priority, flag);
	return sim_stream_created(stream, r.r0, r.r1);
}

aclError aclrtDestroyStream(aclrtStream stream)
{
	REQUIRE(stream);
	sim_stream_destroyed(stream);
	return simDestroyStream(sim_context(), HANDLE(stream));
}

aclError aclrtDestroyStreamForce(aclrtStream stream)
{
	REQUIRE(stream);
	sim_stream_destroyed(stream);
	return simDestroyStreamForce(sim_context(), HANDLE(stream));
}

aclError aclrtSynchronizeStream(aclrtStream stream)
{
	return simSynchronizeStream(sim_context(), HANDLE(stream));
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout)
{
	REQUIRE_TIMEOUT(timeout);
	return simSynchronizeStreamWithTimeout(sim_context(), HANDLE(stream), timeout);
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status)
{
	REQUIRE(status);
	RETURN_INTO(status, simStreamQuery(sim_context(), HANDLE(stream)));
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event)
{
	REQUIRE(event);
	return simStreamWaitEvent(sim_context(), HANDLE(stream), HANDLE(event));
}

aclError aclrtStreamAbort(aclrtStream stream)
{
	return simStreamAbort(sim_context(), HANDLE(stream));
}

aclError aclrtStreamStop(aclrtStream stream)
{
	return simStreamStop(sim_context(), HANDLE(stream));
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t *streamId)
{
	REQUIRE(streamId);
	RETURN_INTO(streamId, simStreamGetID(sim_context(), HANDLE(stream)));
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode)
{
	return simSetStreamFailureMode(sim_context(), HANDLE(stream), mode);
}

aclError aclrtPersistentTaskClean(aclrtStream stream)
{
	return simPersistentTaskClean(sim_context(), HANDLE(stream));
}
