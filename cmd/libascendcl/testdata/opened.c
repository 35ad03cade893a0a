/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Opens a library with dlopen, as a program does that must run with any release. Prints
 * which pool functions the library has and how its pools behave.
 *
 *	opened LIBRARY
 */

#include <dlfcn.h>

#include "check.h"

enum { BLOCK = 2 << 20 };

/* The functions, each NULL where the library lacks it. */
#define FUNCTIONS(X)             \
	X(aclInit)               \
	X(aclFinalize)           \
	X(aclrtSetDevice)        \
	X(aclrtResetDevice)      \
	X(aclrtCreateStream)     \
	X(aclrtDestroyStream)    \
	X(aclrtSynchronizeStream) \
	X(aclrtMemPoolCreate)    \
	X(aclrtMemPoolDestroy)   \
	X(aclrtMemPoolSetAttr)   \
	X(aclrtMemPoolGetAttr)   \
	X(aclrtMemPoolMallocAsync) \
	X(aclrtMemPoolFreeAsync) \
	X(aclrtMemPoolTrimTo)

#define POINTER(name) static __typeof__(name) *p_##name;
FUNCTIONS(POINTER)

static aclrtMemPool pool;

static uint64_t reserved(void)
{
	uint64_t bytes = 0;

	OK(p_aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT, &bytes));
	return bytes;
}

static void print(const char *question, int yes)
{
	printf("%s: %s\n", question, yes ? "yes" : "no");
}

/* Prints whether a stream reuses its freed memory, and whether a synchronize trims it. */
static void print_behaviour(void)
{
	aclrtStream stream;
	void *first, *second;

	OK(p_aclrtCreateStream(&stream));
	OK(p_aclrtMemPoolMallocAsync(&first, BLOCK, pool, stream));
	OK(p_aclrtMemPoolFreeAsync(first, stream));
	OK(p_aclrtMemPoolMallocAsync(&second, BLOCK, pool, stream));
	print("reuses memory of the stream", second == first);
	OK(p_aclrtMemPoolFreeAsync(second, stream));
	OK(p_aclrtSynchronizeStream(stream));
	print("trims at a synchronize", reserved() == 0);
	OK(p_aclrtMemPoolTrimTo(pool, 0));
	EQUAL(0, reserved());
	OK(p_aclrtDestroyStream(stream));
}

int main(int argc, char **argv)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}, .maxSize = 8 * BLOCK};
	uint32_t on = 1;
	void *library;

	CHECK(argc == 2);
	library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	if (library == NULL)
		fprintf(stderr, "%s\n", dlerror());
	CHECK(library != NULL);
#define LOOK(name) p_##name = (__typeof__(p_##name))dlsym(library, #name);
	FUNCTIONS(LOOK)

	OK(p_aclInit(NULL));
	OK(p_aclrtSetDevice(0));
	print("has pools", p_aclrtMemPoolCreate != NULL);
	if (p_aclrtMemPoolCreate != NULL) {
		OK(p_aclrtMemPoolCreate(&pool, &props));
		OK(p_aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, &on));
		print("allocates from them", p_aclrtMemPoolMallocAsync != NULL && p_aclrtMemPoolFreeAsync != NULL);
		if (p_aclrtMemPoolMallocAsync != NULL)
			print_behaviour();
		OK(p_aclrtMemPoolDestroy(pool));
	}
	OK(p_aclrtResetDevice(0));
	OK(p_aclFinalize());
	return 0;
}
