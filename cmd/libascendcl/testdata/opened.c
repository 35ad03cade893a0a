/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Opens a library with dlopen, as a program does that has to run with any release: looks
 * which functions there are, and finds out what the pools of this one do.
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

static void answer(const char *question, int yes)
{
	printf("%s: %s\n", question, yes ? "yes" : "no");
}

/* What a stream's own memory does when it is freed, allocated again, and waited for. */
static void find_out(void)
{
	aclrtStream stream;
	void *first, *second;

	OK(p_aclrtCreateStream(&stream));
	OK(p_aclrtMemPoolMallocAsync(&first, BLOCK, pool, stream));
	OK(p_aclrtMemPoolFreeAsync(first, stream));
	OK(p_aclrtMemPoolMallocAsync(&second, BLOCK, pool, stream));
	answer("reuses memory of the stream", second == first);
	OK(p_aclrtMemPoolFreeAsync(second, stream));
	OK(p_aclrtSynchronizeStream(stream));
	answer("gives memory back at a synchronize", reserved() == 0);
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
	answer("has pools", p_aclrtMemPoolCreate != NULL);
	if (p_aclrtMemPoolCreate != NULL) {
		OK(p_aclrtMemPoolCreate(&pool, &props));
		OK(p_aclrtMemPoolSetAttr(pool, ACL_RT_MEM_POOL_REUSE_FOLLOW_EVENT_DEPENDENCIES, &on));
		answer("allocates from them", p_aclrtMemPoolMallocAsync != NULL && p_aclrtMemPoolFreeAsync != NULL);
		if (p_aclrtMemPoolMallocAsync != NULL)
			find_out();
		OK(p_aclrtMemPoolDestroy(pool));
	}
	OK(p_aclrtResetDevice(0));
	OK(p_aclFinalize());
	return 0;
}
