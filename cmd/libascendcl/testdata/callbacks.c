/* SPDX-License-Identifier: Apache-2.0 */

/* Callbacks in stream order: on a thread of the library, and on a thread of the program. */

#include "check.h"

static pthread_t program;
static int order[4], orders;

static void on_library(void *what)
{
	CHECK(!pthread_equal(pthread_self(), program));
	order[orders++] = (int)(intptr_t)what;
}

static void on_subscriber(void *what)
{
	CHECK(pthread_equal(pthread_self(), program));
	order[orders++] = (int)(intptr_t)what;
}

int main(void)
{
	const uint64_t self = (uint64_t)pthread_self();
	aclrtStream host, served;

	program = pthread_self();
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&host));
	OK(aclrtCreateStream(&served));

	OK(aclrtLaunchHostFunc(host, on_library, (void *)1));
	OK(aclrtLaunchHostFunc(host, on_library, (void *)2));
	OK(aclrtSynchronizeStream(host));
	EQUAL(107000, aclrtLaunchHostFunc(host, NULL, NULL));
	EQUAL(107011, aclrtSubscribeReport(self, host)); /* a stream has one kind of callback only */

	EQUAL(107015, aclrtLaunchCallback(on_subscriber, NULL, ACL_CALLBACK_BLOCK, served));
	EQUAL(107012, aclrtProcessReport(1));
	OK(aclrtSubscribeReport(self, served));
	EQUAL(107011, aclrtLaunchHostFunc(served, on_library, NULL));
	EQUAL(100000, aclrtLaunchCallback(on_subscriber, NULL, (aclrtCallbackBlockType)2, served));
	EQUAL(100000, aclrtProcessReport(0));
	EQUAL(507012, aclrtProcessReport(1)); /* times out */
	OK(aclrtLaunchCallback(on_subscriber, (void *)3, ACL_CALLBACK_BLOCK, served));
	OK(aclrtLaunchCallback(on_subscriber, (void *)4, ACL_CALLBACK_NO_BLOCK, served));
	OK(aclrtProcessReport(-1));
	OK(aclrtProcessReport(-1));
	OK(aclrtSynchronizeStream(served));
	OK(aclrtUnSubscribeReport(self, served));
	EQUAL(107011, aclrtUnSubscribeReport(self, served));
	EQUAL(4, orders);
	for (int i = 0; i < orders; i++)
		EQUAL(i + 1, order[i]);
	OK(aclrtDestroyStream(host));
	OK(aclrtDestroyStream(served));
	return 0;
}
