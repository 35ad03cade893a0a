/* SPDX-License-Identifier: Apache-2.0 */

/* What makes the library's own code panic is an error with a text, and the device goes on. */

#include "check.h"

int main(void)
{
	char byte = 1;
	aclrtBinHandle binary = (aclrtBinHandle)1;
	const char *text;
	void *p;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	for (int i = 0; i < 3; i++) {
		unread();
		EQUAL(507000, aclrtBinaryLoadFromData("x", SIZE_MAX, NULL, &binary)); /* more than an address space */
		EQUAL(507000, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
		text = aclGetRecentErrMsg();
		CHECK(text != NULL && strstr(text, "panicked") != NULL);
		CHECK(binary == (aclrtBinHandle)1);
		OK(aclrtMemcpy(p, 1, &byte, 1, ACL_MEMCPY_HOST_TO_DEVICE)); /* no lock is held */
		OK(aclrtSynchronizeDevice());
	}
	OK(aclrtFree(p));
	return 0;
}
