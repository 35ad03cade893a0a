/* SPDX-License-Identifier: Apache-2.0 */

/* Streams that wait for notifies, for words of memory, and for events with a time limit. */

#include "check.h"

MAYBE(aclrtRecordEventWithFlag); /* since 9.2 */
MAYBE(aclrtStreamWaitEventWithFlag);

static aclrtStream first, second;

static int complete(aclrtStream stream)
{
	aclrtStreamStatus status;

	OK(aclrtStreamQuery(stream, &status));
	return status == ACL_STREAM_STATUS_COMPLETE;
}

/* Replaces a stream that has failed. */
static void renew(aclrtStream *stream)
{
	OK(aclrtDestroyStreamForce(*stream));
	OK(aclrtCreateStream(stream));
}

static void notifies(void)
{
	aclrtNotify notify, other;
	uint32_t id, other_id;

	OK(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT));
	OK(aclrtCreateNotify(&other, ACL_NOTIFY_DEVICE_USE_ONLY));
	OK(aclrtGetNotifyId(notify, &id));
	OK(aclrtGetNotifyId(other, &other_id));
	CHECK(id != other_id);
	for (int i = 0; i < 3; i++) {
		OK(aclrtWaitAndResetNotify(notify, second, 0));
		CHECK(!complete(second));
		OK(aclrtRecordNotify(notify, first));
		OK(aclrtSynchronizeStream(second));
	}
	OK(aclrtRecordNotify(notify, first));
	OK(aclrtSynchronizeStream(first));
	OK(aclrtNotifyBatchReset(&notify, 1));
	OK(aclrtWaitAndResetNotify(notify, second, 10));
	EQUAL(107019, aclrtSynchronizeStream(second));
	renew(&second);

	EQUAL(107000, aclrtCreateNotify(NULL, 0));
	EQUAL(107000, aclrtCreateNotify(&notify, 2));
	EQUAL(107000, aclrtRecordNotify(NULL, first));
	EQUAL(107000, aclrtRecordNotify(other, first));
	EQUAL(107000, aclrtNotifyBatchReset(&notify, 0));
	OK(aclrtDestroyNotify(other));
	OK(aclrtDestroyNotify(notify));
	EQUAL(107017, aclrtDestroyNotify(notify));
	EQUAL(107017, aclrtWaitAndResetNotify(notify, second, 0));
}

static void counts(void)
{
	aclrtCntNotifyRecordInfo add = {ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 1}, bad = {(aclrtCntNotifyRecordMode)3, 1};
	aclrtCntNotifyWaitInfo three = {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 3, 0, true, {0}};
	aclrtCntNotifyWaitInfo one = {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 1, 1, false, {0}};
	aclrtCntNotify count;
	uint32_t id;

	OK(aclrtCntNotifyCreate(&count, 0));
	OK(aclrtCntNotifyGetId(count, &id));
	OK(aclrtCntNotifyWaitWithTimeout(count, second, &three));
	for (int i = 0; i < 3; i++) {
		CHECK(!complete(second));
		OK(aclrtCntNotifyRecord(count, first, &add));
		OK(aclrtSynchronizeStream(first));
	}
	OK(aclrtSynchronizeStream(second));
	OK(aclrtCntNotifyRecord(count, first, &add));
	OK(aclrtCntNotifyReset(count, first));
	OK(aclrtSynchronizeStream(first));
	OK(aclrtCntNotifyWaitWithTimeout(count, second, &one)); /* was cleared */
	EQUAL(107019, aclrtSynchronizeStream(second));
	renew(&second);
	EQUAL(107000, aclrtCntNotifyRecord(count, first, &bad));
	EQUAL(107000, aclrtCntNotifyRecord(count, first, NULL));
	OK(aclrtCntNotifyDestroy(count));
	EQUAL(107017, aclrtCntNotifyGetId(count, &id));
}

static void values(void)
{
	uint64_t host = 0, *word;

	OK(aclrtMalloc((void **)&word, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMemset(word, 64, 0, 64));
	OK(aclrtValueWait(word, 5, ACL_STREAM_WAIT_VALUE_GEQ, second));
	OK(aclrtValueWrite(word, 4, 0, first));
	OK(aclrtSynchronizeStream(first));
	CHECK(!complete(second));
	OK(aclrtValueWrite(word, 6, 0, first));
	OK(aclrtSynchronizeStream(second));
	OK(aclrtMemcpy(&host, 8, word, 8, ACL_MEMCPY_DEVICE_TO_HOST));
	EQUAL(6, host);

	OK(aclrtValueWait(word + 1, 7, ACL_STREAM_WAIT_VALUE_EQ, second));
	host = 7; /* a copy of the host */
	OK(aclrtMemcpy(word + 1, 8, &host, 8, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtSynchronizeStream(second));

	EQUAL(107000, aclrtValueWrite(NULL, 1, 0, first));
	EQUAL(107000, aclrtValueWrite(word, 1, 1, first));
	EQUAL(107000, aclrtValueWrite((char *)word + 4, 1, 0, first));
	EQUAL(107000, aclrtValueWait(&host, 1, 0, first));
	EQUAL(107000, aclrtValueWait(word, 1, 4, first));
	OK(aclrtFree(word));
}

static void events(void)
{
	aclrtEvent event, plain;
	uint32_t id;

	OK(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC));
	OK(aclrtCreateEvent(&plain));
	OK(aclrtGetEventId(event, &id));
	EQUAL(507000, aclrtGetEventId(plain, &id));
	OK(aclrtRecordEvent(plain, first));
	OK(aclrtGetEventId(plain, &id));
	EQUAL(107000, aclrtStreamWaitEventWithTimeout(second, event, -1));
	OK(aclrtStreamWaitEventWithTimeout(second, event, 0));
	OK(aclrtRecordEvent(event, first));
	OK(aclrtSynchronizeStream(second));
	OK(aclrtResetEvent(event, second));
	OK(aclrtStreamWaitEventWithTimeout(second, event, 1));
	EQUAL(107019, aclrtSynchronizeStream(second));
	renew(&second);
	if (HAS(aclrtRecordEventWithFlag)) {
		OK(aclrtRecordEventWithFlag(event, first, 0));
		OK(aclrtStreamWaitEventWithFlag(second, event, 0, 0));
		OK(aclrtSynchronizeStream(second));
		EQUAL(207000, aclrtRecordEventWithFlag(event, first, 1));
		EQUAL(100000, aclrtStreamWaitEventWithFlag(second, event, 0, 2));
	}
	OK(aclrtDestroyEvent(event));
	OK(aclrtDestroyEvent(plain));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&first));
	OK(aclrtCreateStream(&second));
	notifies();
	counts();
	values();
	events();
	return 0;
}
