/* SPDX-License-Identifier: Apache-2.0 */

/* Faults of the program, in a kernel, in a copy and in the arguments of a call. The first argument chooses one. */

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

/* Where no memory is ever mapped. */
static void *const nowhere = (void *)4096;

/* calls passes ACL what is not there: memory, or more elements than an array has. */
static void calls(const char *what)
{
	const size_t huge = (size_t)1 << 40;
	aclrtBinHandle binary;
	aclrtLabelList list;
	aclrtLabel label;

	OK(aclrtCreateLabel(&label));
	if (strcmp(what, "text") == 0)
		aclsysGetVersionStr(nowhere, (char[ACL_PKG_VERSION_MAX_SIZE]){0});
	else if (strcmp(what, "arguments") == 0)
		aclpoolSimLaunch("null", 1, NULL, nowhere, 64);
	else if (strcmp(what, "array") == 0)
		aclrtCreateLabelList(&label, huge, &list);
	else if (strcmp(what, "binary") == 0)
		aclrtBinaryLoadFromData("x", huge, NULL, &binary);
	else if (strcmp(what, "many arguments") == 0)
		aclpoolSimLaunch("null", 1, NULL, "x", huge);
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
	else if (strncmp(what, "calls with ", 11) == 0)
		calls(what + 11);
	else
		OK(aclpoolSimLaunch(what, 1, NULL, NULL, 0));
	aclrtSynchronizeDevice();
	fprintf(stderr, "it lives\n");
	return 1;
}
