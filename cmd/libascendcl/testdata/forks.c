/* SPDX-License-Identifier: Apache-2.0 */

/* A process that was forked has no device: its calls are refused, and none waits for ever. */

#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* in_child runs f in a child and checks that it returns. */
static void in_child(void (*f)(void))
{
	int status;
	const pid_t child = fork();

	CHECK(child >= 0);
	if (child == 0) {
		alarm(60);
		f();
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child);
	EQUAL(0, status);
}

static aclrtStream stream;
static void *device;

static void initialises(void)
{
	EQUAL(200006, aclInit(NULL));
	EQUAL(200006, aclrtSetDevice(0));
}

static void goes_on(void)
{
	EQUAL(200006, aclrtMemset(device, 64, 1, 64));
	EQUAL(200006, aclrtMemsetAsync(device, 64, 1, 64, stream));
	EQUAL(200006, aclrtSynchronizeStream(stream));
	EQUAL(200006, aclrtResetDevice(0));
	EQUAL(200006, aclFinalize());
}

int main(void)
{
	char bytes[64];

	in_child(initialises);
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMemset(device, 64, 7, 64));
	in_child(goes_on);
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemcpy(bytes, 64, device, 64, ACL_MEMCPY_DEVICE_TO_HOST));
	EQUAL(7, bytes[63]);
	return 0;
}
