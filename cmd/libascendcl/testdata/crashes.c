/* SPDX-License-Identifier: Apache-2.0 */

/* Faults of the program, in a kernel and in a copy. The first argument chooses one. */

#include <signal.h>
#include <unistd.h>

#include "check.h"

static volatile int zero;
static int *volatile nothing;

static int null(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	return *nothing;
}

static int divides(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block;
	return (int)blocks / zero;
}

static int raises(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	return raise(SIGSEGV);
}

static int aborts(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	abort();
}

static void handler(int number)
{
	(void)number;
	_exit(42);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	void *device;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtMalloc(&device, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclpoolSimRegisterKernel("null", null, 0));
	OK(aclpoolSimRegisterKernel("divides", divides, 0));
	OK(aclpoolSimRegisterKernel("raises", raises, 0));
	OK(aclpoolSimRegisterKernel("aborts", aborts, 0));
	if (argc > 2) /* its own handler */
		signal(SIGSEGV, handler);
	if (strcmp(what, "copy to") == 0)
		aclrtMemcpy((void *)64, 64, device, 64, ACL_MEMCPY_DEVICE_TO_HOST);
	else if (strcmp(what, "copy from") == 0)
		aclrtMemcpy(device, 64, (void *)64, 64, ACL_MEMCPY_HOST_TO_DEVICE);
	else if (strcmp(what, "main raises") == 0)
		raise(SIGSEGV);
	else
		OK(aclpoolSimLaunch(what, 1, NULL, NULL, 0));
	aclrtSynchronizeDevice();
	fprintf(stderr, "it lives\n");
	return 1;
}
