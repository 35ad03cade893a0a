/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which failures a thread keeps as its last error, and which leave a message. Both are what the
 * runtime records: the acl layer above it keeps no last error, and what a product or a kind of
 * object does not have is recorded by neither.
 */

#include "check.h"

enum { NONE, KEPT };

/* CALL makes a call that fails, and checks what it leaves: the last error, and the message. */
#define CALL(code, last, id, call)                                                              \
	do {                                                                                    \
		(void)aclrtGetLastError(ACL_RT_THREAD_LEVEL);                                   \
		EQUAL(code, call);                                                              \
		EQUAL((last) == KEPT ? (code) : 0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));  \
		check_text(__LINE__, id);                                                       \
	} while (0)

static aclrtContext context;

/* The message is read with a context, because otherwise the read itself leaves one. */
static void check_text(int line, const char *id)
{
	const char *text;

	OK(aclrtSetCurrentContext(context));
	text = aclGetRecentErrMsg();
	if (id == NULL ? text != NULL : text == NULL || strncmp(text, id, strlen(id)) != 0) {
		fprintf(stderr, "%s:%d: the message is %s: want %s\n", __FILE__, line, text == NULL ? "(none)" : text,
			id == NULL ? "none" : id);
		exit(1);
	}
}

static void *get_without_context(void *unused)
{
	int32_t device;

	CALL(107002, NONE, NULL, aclrtGetDevice(&device));
	return unused;
}

static void *malloc_without_context(void *unused)
{
	void *p;

	CALL(107002, KEPT, NULL, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	return unused;
}

static void events(void)
{
	aclrtEventWaitStatus wait;
	aclrtEventStatus status;
	aclrtEvent plain, ex, timed;

	OK(aclrtCreateEvent(&plain));
	OK(aclrtCreateEventExWithFlag(&ex, ACL_EVENT_SYNC));
	OK(aclrtCreateEventWithFlag(&timed, ACL_EVENT_TIME_LINE));
	CALL(207000, NONE, NULL, aclrtQueryEvent(ex, &status));
	CALL(207000, NONE, NULL, aclrtQueryEventWaitStatus(ex, &wait));
	CALL(207000, NONE, NULL, aclrtResetEvent(ex, NULL));
	CALL(207000, NONE, NULL, aclrtStreamWaitEvent(NULL, timed));
	CALL(107000, KEPT, "EE1018: aclrtStreamWaitEvent: ", aclrtStreamWaitEvent(NULL, plain));
	OK(aclrtResetEvent(plain, NULL));
	CALL(107000, NONE, "EH0001: aclrtSynchronizeEventWithTimeout: ", aclrtSynchronizeEventWithTimeout(plain, -2));
	CALL(107000, KEPT, "EE1003: aclrtSynchronizeEventWithTimeout: ", aclrtSynchronizeEventWithTimeout(plain, 0));
	OK(aclrtDestroyEvent(timed));
	OK(aclrtDestroyEvent(ex));
	OK(aclrtDestroyEvent(plain));
}

static void streams(void)
{
	const uint64_t self = (uint64_t)pthread_self();
	char from[8], to[8];
	aclrtStream stream;

	OK(aclrtCreateStream(&stream));
	CALL(207000, NONE, NULL, aclrtMemcpyAsync(to, 8, from, 8, ACL_MEMCPY_HOST_TO_HOST, stream));
	CALL(107011, KEPT, "EE1018: aclrtUnSubscribeReport: ", aclrtUnSubscribeReport(self, stream));
	CALL(107000, NONE, "EH0001: aclrtSynchronizeStreamWithTimeout: ",
		aclrtSynchronizeStreamWithTimeout(stream, -2));
	CALL(107000, KEPT, "EE1003: aclrtSynchronizeStreamWithTimeout: ",
		aclrtSynchronizeStreamWithTimeout(stream, 0));
	CALL(107000, NONE, "EH0001: aclrtSynchronizeDeviceWithTimeout: ", aclrtSynchronizeDeviceWithTimeout(-2));
	CALL(107000, KEPT, "EE1003: aclrtSynchronizeDeviceWithTimeout: ", aclrtSynchronizeDeviceWithTimeout(0));
	OK(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
	CALL(207000, NONE, NULL, aclrtSetStreamFailureMode(stream, ACL_CONTINUE_ON_FAILURE));
	OK(aclrtDestroyStream(stream));
	CALL(107017, KEPT, "EE1017: aclrtSynchronizeStream: ", aclrtSynchronizeStream(stream));
}

static void options(void)
{
	int64_t value;

	CALL(107021, NONE, "EE1018: aclrtCtxGetSysParamOpt: ", aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value));
	CALL(100000, NONE, "EH0001: aclrtGetSysParamOpt: ", aclrtGetSysParamOpt((aclSysParamOpt)99, &value));
	CALL(100000, NONE, "EH0001: aclrtSetSysParamOpt: ", aclrtSetSysParamOpt((aclSysParamOpt)99, 1));
	CALL(100000, NONE, "EH0001: aclrtCtxGetSysParamOpt: ", aclrtCtxGetSysParamOpt((aclSysParamOpt)99, &value));
}

/* A failure that is not recorded leaves the last error as it was. */
static void what_was_before(void)
{
	aclrtEventStatus status;
	aclrtEvent ex;

	OK(aclrtCreateEventExWithFlag(&ex, ACL_EVENT_SYNC));
	EQUAL(107001, aclrtSetDevice(77));
	EQUAL(207000, aclrtQueryEvent(ex, &status));
	EQUAL(107000, aclrtSynchronizeStreamWithTimeout(NULL, -2));
	EQUAL(100000, aclrtQueryEvent(NULL, &status));
	EQUAL(107001, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
	check_text(__LINE__, "EE1003: aclrtSetDevice: ");
	OK(aclrtDestroyEvent(ex));
}

static void devices(void)
{
	void *p;

	CALL(100000, NONE, "EH0001: aclrtMalloc: ", aclrtMalloc(&p, 0, ACL_MEM_MALLOC_HUGE_FIRST));
	CALL(100000, NONE, "EH0002: aclrtMalloc: ", aclrtMalloc(NULL, 8, ACL_MEM_MALLOC_HUGE_FIRST));
	CALL(207001, KEPT, "EE1023: aclrtMalloc: ", aclrtMalloc(&p, (size_t)1 << 50, ACL_MEM_MALLOC_HUGE_FIRST));
	CALL(200006, NONE, "EH0006: aclrtDeviceEnablePeerAccess: ", aclrtDeviceEnablePeerAccess(1, 1));
	CALL(507007, KEPT, "EE1018: aclrtResetDevice: ", aclrtResetDevice(1));
	CALL(507007, NONE, "EE1018: aclrtResetDeviceForce: ", aclrtResetDeviceForce(1));
	CALL(107001, KEPT, "EE1003: aclrtResetDeviceForce: ", aclrtResetDeviceForce(9));
}

static void counts(void)
{
	uint64_t left = 7;

	CALL(100002, NONE, NULL, aclInit(NULL));
	OK(aclFinalizeReference(&left));
	EQUAL(1, left);
	OK(aclFinalizeReference(&left));
	EQUAL(0, left);
	left = 7;
	CALL(100037, NONE, NULL, aclFinalizeReference(&left));
	EQUAL(0, left); /* the count, also of a call that fails */
	CALL(100037, NONE, NULL, aclFinalize());
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	context = current();
	events();
	streams();
	options();
	devices();
	what_was_before();
	on_thread(get_without_context, NULL);
	on_thread(malloc_without_context, NULL);
	counts();
	return 0;
}
