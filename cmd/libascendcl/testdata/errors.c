/* SPDX-License-Identifier: Apache-2.0 */

/* Error messages and codes belong to the thread; reading a message removes it. */

#include "check.h"

static const char below[] = "TraceBack (most recent call last)";

static void *other_thread(void *context)
{
	const char *text;
	size_t one, two;
	void *p;

	EQUAL(0, aclrtGetLastError(ACL_RT_THREAD_LEVEL)); /* the failure was on the other thread */

	/* Without a context, the read itself fails and removes nothing. */
	text = aclGetRecentErrMsg();
	CHECK(text != NULL && strstr(text, "EE1018") != NULL);
	one = strlen(text);
	EQUAL(107002, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	text = aclGetRecentErrMsg();
	two = strlen(text);
	CHECK(two > one);
	OK(aclrtSetCurrentContext(context));
	text = aclGetRecentErrMsg();
	EQUAL(two, strlen(text));
	CHECK(aclGetRecentErrMsg() == NULL);

	EQUAL(107000, aclrtFree((void *)&one));
	text = aclGetRecentErrMsg();
	CHECK(text != NULL && strncmp(text, "EE1003: aclrtFree: ", 19) == 0);
	OK(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST)); /* a successful call leaves no message */
	OK(aclrtFree(p));
	CHECK(aclGetRecentErrMsg() == NULL);
	EQUAL(107000, aclrtFree((void *)&one)); /* stays unread when the thread ends */
	return NULL;
}

int main(void)
{
	const char *text;
	char *first;
	void *p;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	CHECK(aclGetRecentErrMsg() == NULL);

	/* An error of the acl layer leaves a message and no last error. */
	EQUAL(100000, aclrtMalloc(&p, 0, ACL_MEM_MALLOC_HUGE_FIRST));
	EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	text = aclGetRecentErrMsg();
	CHECK(text != NULL && strstr(text, "aclrtMalloc") != NULL);
	CHECK(aclGetRecentErrMsg() == NULL);

	/* An error of the runtime leaves both. Peek keeps the code, Get clears it. */
	EQUAL(207001, aclrtMalloc(&p, (size_t)1 << 50, ACL_MEM_MALLOC_HUGE_FIRST));
	EQUAL(207001, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	on_thread(other_thread, current());
	EQUAL(100000, aclrtGetLastError((aclrtLastErrLevel)1));
	EQUAL(207001, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
	EQUAL(0, aclrtGetLastError(ACL_RT_THREAD_LEVEL));

	/* Several failures are joined into one message, the oldest first. */
	EQUAL(107001, aclrtSetDevice(77));
	EQUAL(507007, aclrtResetDevice(1));
	text = aclGetRecentErrMsg();
	CHECK(strncmp(text, "EE1023: aclrtMalloc: ", 21) == 0);
	first = strstr(text, below);
	CHECK(first != NULL && strstr(first + 1, below) == NULL);
	CHECK(strstr(first, "aclrtSetDevice") != NULL);
	CHECK(strstr(strstr(first, "aclrtSetDevice"), "aclrtResetDevice") != NULL);

	/* A reset of the machine clears contexts and messages. */
	EQUAL(107001, aclrtSetDevice(77));
	OK(aclpoolSimReset());
	CHECK(current() == NULL);
	EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	OK(aclrtSetDevice(0));
	CHECK(aclGetRecentErrMsg() == NULL);
	return 0;
}
