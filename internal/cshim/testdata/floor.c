/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The floor under every measurement: a library whose calls do next to nothing. The size
 * 13 fails, with a text.
 */
#include "library.h"

#define OF_THREAD static _Thread_local __attribute__((tls_model("initial-exec"))) /* no call to find it */

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

const char *aclGetRecentErrMsg(void)
{
	return "EZ9999: the pool has no room left for this request";
}
