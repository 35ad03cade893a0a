/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The baseline of the benchmarks: a library whose functions do almost nothing, at once.
 * Allocating 13 bytes fails with a message. There is one pool at a time, and it keeps its
 * attributes, because mempool reads them back.
 */
#include <string.h>

#include "library.h"

#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec"))) /* accessed without a call */

OF_THREAD aclrtContext current;
OF_THREAD char *next = (char *)0x10000;

aclError aclrtGetCurrentContext(aclrtContext *context)
{
	*context = current;
	return current == NULL ? ACLPOOL_NO_CONTEXT : 0;
}

aclError aclrtSetCurrentContext(aclrtContext context)
{
	current = context;
	return 0;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
	*count = 1;
	return 0;
}

aclError aclrtSetDevice(int32_t id)
{
	current = (aclrtContext)(uintptr_t)(0x1000 + id);
	return 0;
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t *free, size_t *total)
{
	(void)attr;
	*free = *total = (size_t)1 << 40;
	return 0;
}

static aclError make(void **out)
{
	static uintptr_t last = 0x100000;

	*out = (void *)(last += 0x1000);
	return 0;
}

aclError aclrtCreateStream(aclrtStream *stream) { return make(stream); }

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status)
{
	(void)event;
	*status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
	return 0;
}

static uint64_t attributes[16];

aclError aclrtMemPoolCreate(aclrtMemPool *pool, const aclrtMemPoolProps *props)
{
	(void)props;
	memset(attributes, 0, sizeof attributes);
	return make(pool);
}

/* The three reuse attributes have 32 bits, the others 64. */
static size_t width(aclrtMemPoolAttr attr)
{
	return attr <= ACL_RT_MEM_POOL_REUSE_ALLOW_INTERNAL_DEPENDENCIES ? sizeof(uint32_t) : sizeof(uint64_t);
}

aclError aclrtMemPoolSetAttr(aclrtMemPool pool, aclrtMemPoolAttr attr, void *value)
{
	(void)pool;
	memcpy(&attributes[attr], value, width(attr));
	return 0;
}

aclError aclrtMemPoolGetAttr(aclrtMemPool pool, aclrtMemPoolAttr attr, void *value)
{
	(void)pool;
	memcpy(value, &attributes[attr], width(attr));
	return 0;
}

aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool memPool, aclrtStream stream)
{
	(void)memPool;
	(void)stream;
	if (size == 13)
		return 507000;
	*ptr = next;
	next += size;
	return 0;
}

aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream)
{
	(void)ptr;
	(void)stream;
	return 0;
}

/* All work completes at once, so that a pool can be closed. */
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status)
{
	(void)event;
	*status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
	return 0;
}

const char *aclGetRecentErrMsg(void)
{
	return "EZ9999: the pool has no room left for this request";
}
