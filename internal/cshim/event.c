//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>

#include "call.h"

aclpool_result aclpool_create_event(uintptr_t ac)
{
	aclrtEvent event = NULL;
	IN_CONTEXT(ac, aclrtCreateEvent, (&event), (uintptr_t)event);
}

aclpool_result aclpool_create_event_with_flag(uintptr_t ac, uint32_t flags)
{
	aclrtEvent event = NULL;
	IN_CONTEXT(ac, aclrtCreateEventWithFlag, (&event, flags), (uintptr_t)event);
}

aclpool_result aclpool_create_event_ex_with_flag(uintptr_t ac, uint32_t flags)
{
	aclrtEvent event = NULL;
	IN_CONTEXT(ac, aclrtCreateEventExWithFlag, (&event, flags), (uintptr_t)event);
}

aclpool_result aclpool_destroy_event(uintptr_t ac, uintptr_t event)
{
	IN_CONTEXT(ac, aclrtDestroyEvent, ((aclrtEvent)event), 0);
}

aclpool_result aclpool_record_event(uintptr_t ac, uintptr_t event, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtRecordEvent, ((aclrtEvent)event, (aclrtStream)stream), 0);
}

aclpool_result aclpool_reset_event(uintptr_t ac, uintptr_t event, uintptr_t stream)
{
	IN_CONTEXT(ac, aclrtResetEvent, ((aclrtEvent)event, (aclrtStream)stream), 0);
}

aclpool_result aclpool_query_event_status(uintptr_t ac, uintptr_t event)
{
	aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
	IN_CONTEXT(ac, aclrtQueryEventStatus, ((aclrtEvent)event, &status), status);
}

aclpool_result aclpool_query_event_wait_status(uintptr_t ac, uintptr_t event)
{
	aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_NOT_READY;
	IN_CONTEXT(ac, aclrtQueryEventWaitStatus, ((aclrtEvent)event, &status), status);
}

aclpool_result aclpool_synchronize_event(uintptr_t ac, uintptr_t event)
{
	IN_CONTEXT(ac, aclrtSynchronizeEvent, ((aclrtEvent)event), 0);
}

aclpool_result aclpool_synchronize_event_with_timeout(uintptr_t ac, uintptr_t event, int32_t ms)
{
	IN_CONTEXT(ac, aclrtSynchronizeEventWithTimeout, ((aclrtEvent)event, ms), 0);
}

/* The word holds the bits of the float, in milliseconds. */
static uint32_t bits(float ms)
{
	uint32_t word;
	memcpy(&word, &ms, sizeof word);
	return word;
}

aclpool_result aclpool_event_elapsed_time(uintptr_t ac, uintptr_t start, uintptr_t end)
{
	float ms = 0;
	IN_CONTEXT(ac, aclrtEventElapsedTime, (&ms, (aclrtEvent)start, (aclrtEvent)end), bits(ms));
}
