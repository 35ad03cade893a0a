/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A pool that records its calls: history is a number that depends on every call, its
 * arguments and the order. Some calls fail, each with a message of its own.
 */
#include <stdio.h>
#include <string.h>

#include "library.h"

int64_t history, allocations;

static _Thread_local aclrtContext current;
static _Thread_local char text[256];

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

static void note(uint64_t n)
{
	history = (int64_t)(((uint64_t)history ^ n) * UINT64_C(0x9e3779b97f4a7c15) + 1);
}

/* fail appends a message to those that have not been read, as ACL does. */
static aclError fail(aclError code, const char *what, uint64_t number)
{
	const size_t used = strnlen(text, sizeof text);

	snprintf(text + used, sizeof text - used, "%s%s %llu", used ? "; " : "", what, (unsigned long long)number);
	return code;
}

const char *aclGetRecentErrMsg(void)
{
	static _Thread_local char answer[sizeof text];

	snprintf(answer, sizeof answer, "%s", text);
	text[0] = 0;
	return answer[0] == 0 ? NULL : answer;
}

aclError aclrtMemPoolMallocAsync(void **ptr, size_t size, aclrtMemPool pool, aclrtStream stream)
{
	note(size);
	note((uintptr_t)pool);
	note((uintptr_t)stream);
	note((uintptr_t)current);
	*ptr = (void *)UINT64_C(0xdead); /* a failed call may write anything */
	if (size % 64 == 13)
		return fail(507000, "no room for", size);
	*ptr = (void *)(uintptr_t)(UINT64_C(0xabcd000000000000) + (uint64_t)++allocations);
	return 0;
}

aclError aclrtMemPoolFreeAsync(void *ptr, aclrtStream stream)
{
	note((uintptr_t)ptr);
	note((uintptr_t)stream);
	note((uintptr_t)current);
	return (uintptr_t)ptr % 4 == 3 ? fail(107000, "no allocation at", (uintptr_t)ptr) : 0;
}
