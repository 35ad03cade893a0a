//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtCreateEvent(aclrtEvent *event)
{
	REQUIRE(event);
	RETURN_INTO(event, simCreateEvent(sim_context()));
}

aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag)
{
	REQUIRE(event);
	RETURN_INTO(event, simCreateEventWithFlag(sim_context(), flag));
}

aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag)
{
	REQUIRE(event);
	RETURN_INTO(event, simCreateEventExWithFlag(sim_context(), flag));
}

aclError aclrtDestroyEvent(aclrtEvent event)
{
	REQUIRE(event);
	return simDestroyEvent(HANDLE(event));
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream)
{
	REQUIRE(event);
	return simRecordEvent(sim_context(), HANDLE(event), HANDLE(stream));
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream)
{
	REQUIRE(event);
	return simResetEvent(sim_context(), HANDLE(event), HANDLE(stream));
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status)
{
	REQUIRE(event);
	REQUIRE(status);
	RETURN_INTO(status, simQueryEventStatus(HANDLE(event)));
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status)
{
	REQUIRE(event);
	REQUIRE(status);
	RETURN_INTO(status, simQueryEventWaitStatus(HANDLE(event)));
}

aclError aclrtSynchronizeEvent(aclrtEvent event)
{
	REQUIRE(event);
	return simSynchronizeEvent(HANDLE(event));
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout)
{
	REQUIRE(event);
	REQUIRE_TIMEOUT(timeout);
	return simSynchronizeEventWithTimeout(HANDLE(event), timeout);
}

aclError aclrtEventElapsedTime(float *ms, aclrtEvent startEvent, aclrtEvent endEvent)
{
	REQUIRE(ms);
	REQUIRE(startEvent);
	REQUIRE(endEvent);
	RETURN_INTO(ms, simEventElapsedTime(HANDLE(startEvent), HANDLE(endEvent)));
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t *eventId)
{
	REQUIRE(event);
	REQUIRE(eventId);
	RETURN_INTO(eventId, simEventID(HANDLE(event)));
}

/* The timeout is in seconds. */
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout)
{
	REQUIRE(event);
	return simStreamWaitEventWithTimeout(sim_context(), HANDLE(stream), HANDLE(event), timeout);
}

/* The flags beside 0 are for graphs, which are not simulated. */

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag)
{
	if (flag > 1)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "flag is neither 0 nor 1");
	if (flag == 1)
		return sim_refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "EE1016", __func__, "graphs are not simulated");
	return aclrtRecordEvent(event, stream);
}

aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout, uint32_t flag)
{
	if (flag > 1)
		return sim_refuse(ACL_ERROR_INVALID_PARAM, "EE1003", __func__, "flag is neither 0 nor 1");
	if (flag == 1)
		return sim_refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "EE1016", __func__, "graphs are not simulated");
	return aclrtStreamWaitEventWithTimeout(stream, event, timeout > INT32_MAX ? INT32_MAX : (int32_t)timeout);
}
