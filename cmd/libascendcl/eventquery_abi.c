//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status)
{
	REQUIRE(event);
	REQUIRE(status);
	const struct simQueryEvent_return r = simQueryEvent(HANDLE(event));
	if (r.r1 == 0)
		*status = r.r0 ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
	return r.r1;
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *timestamp)
{
	REQUIRE(event);
	REQUIRE(timestamp);
	RETURN_INTO(timestamp, simEventTimestamp(HANDLE(event)));
}

aclError aclrtGetEventAvailNum(uint32_t *eventCount)
{
	REQUIRE(eventCount);
	RETURN_INTO(eventCount, simEventsLeft(sim_context()));
}
