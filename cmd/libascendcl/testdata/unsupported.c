/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Functions that are not simulated return an error, write nothing through their pointers,
 * and print their name to standard error once. The Go test reads that output.
 */

#include "check.h"

#define UNSUPPORTED(call)                                                        \
	do {                                                                     \
		unread();                                                        \
		EQUAL(200006, call);                                             \
		EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));             \
		const char *text_ = aclGetRecentErrMsg();                        \
		CHECK(text_ != NULL && strstr(text_, "does not simulate") != NULL); \
	} while (0)

int main(void)
{
	void *p = (void *)1;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	for (int i = 0; i < 3; i++) {
		UNSUPPORTED(aclrtRegisterCpuFunc(p, "f", "k", &p));
		UNSUPPORTED(aclrtGetFunctionAddr(p, &p, &p));
		UNSUPPORTED(aclrtGetHardwareSyncAddr(&p));
	}
	CHECK(p == (void *)1);

	/* There is no exception. */
	EQUAL(0xFFFFFFFF, aclrtGetErrorCodeFromExceptionInfo(NULL));

	aclAppLog(ACL_WARNING, "main", "unsupported.c", 1, "not shown");
	aclAppLog(ACL_ERROR, "main", "unsupported.c", 2, "shown, %d", 42);
	return 0;
}
