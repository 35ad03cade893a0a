/* SPDX-License-Identifier: Apache-2.0 */

/* A panic in the library becomes an error with a message, and the device keeps working. */

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
		EQUAL(507000, aclrtBinaryLoadFromData("x", SIZE_MAX, NULL, &binary)); /* larger than the address space */
		EQUAL(507000, aclrtGetLastError(ACL_RT_THREAD_LEVEL));
		text = aclGetRecentErrMsg();
		CHECK(text != NULL && strstr(text, "panicked") != NULL);
		CHECK(binary == (aclrtBinHandle)1);
		OK(aclrtMemcpy(p, 1, &byte, 1, ACL_MEMCPY_HOST_TO_DEVICE)); /* no lock is left held */
		OK(aclrtSynchronizeDevice());
	}
	OK(aclrtFree(p));
	return 0;
}
