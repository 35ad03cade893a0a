/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two threads with a device each take turns. The current context, the error message and the
 * last error code belong to the thread; calls of the other thread do not change them.
 */

#include "check.h"

static pthread_barrier_t turn;

static void *work(void *id)
{
	const int32_t device = (int32_t)(intptr_t)id, missing = 100 + device;
	char own[32], others[32];
	aclrtContext mine;
	int32_t d = -1;
	const char *text;
	void *p;

	snprintf(own, sizeof own, "device %d does not", 100 + device);
	snprintf(others, sizeof others, "device %d does not", 101 - device);
	CHECK(current() == NULL); /* main's context is current on main's thread only */
	EQUAL(107002, aclrtGetDevice(&d));
	pthread_barrier_wait(&turn);
	OK(aclrtSetDevice(device));
	mine = current();
	CHECK(aclGetRecentErrMsg() == NULL); /* the failed aclrtGetDevice has left nothing */
	EQUAL(0, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
	pthread_barrier_wait(&turn);

	EQUAL(107001, aclrtSetDevice(missing)); /* leaves the current context */
	pthread_barrier_wait(&turn);
	CHECK(current() == mine);
	OK(aclrtGetDevice(&d));
	EQUAL(device, d);
	EQUAL(107001, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	if (device == 0) {
		text = aclGetRecentErrMsg();
		CHECK(text != NULL && strstr(text, own) != NULL && strstr(text, others) == NULL);
		EQUAL(107001, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
	}
	pthread_barrier_wait(&turn);
	EQUAL(device == 0 ? 0 : 107001, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
	if (device == 1) { /* the other thread's read has removed only its own message */
		text = aclGetRecentErrMsg();
		CHECK(text != NULL && strstr(text, own) != NULL && strstr(text, others) == NULL);
	}
	CHECK(aclGetRecentErrMsg() == NULL);

	/* Memory is allocated on the thread's device. */
	OK(aclrtMalloc(&p, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
	pthread_barrier_wait(&turn);
	OK(aclrtMemset(p, 4096, device, 4096));
	OK(aclrtFree(p));
	OK(aclrtResetDevice(device));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];
	int32_t d = -1;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(1));
	EQUAL(0, pthread_barrier_init(&turn, NULL, 2));
	for (intptr_t i = 0; i < 2; i++)
		EQUAL(0, pthread_create(&threads[i], NULL, work, (void *)i));
	for (int i = 0; i < 2; i++)
		EQUAL(0, pthread_join(threads[i], NULL));
	OK(aclrtGetDevice(&d));
	EQUAL(1, d);
	CHECK(aclGetRecentErrMsg() == NULL); /* no message of the other threads */
	OK(aclFinalize());
	return 0;
}
