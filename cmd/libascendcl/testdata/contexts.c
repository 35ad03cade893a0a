/* SPDX-License-Identifier: Apache-2.0 */

/* The current context belongs to the thread. */

#include "check.h"

static aclrtContext shared;

static void *fresh_thread(void *unused)
{
	aclrtContext c = (aclrtContext)1;
	int32_t device;
	size_t free, total;
	void *p;

	EQUAL(107002, aclrtGetCurrentContext(&c));
	CHECK(c == (aclrtContext)1);
	EQUAL(0, aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL)); /* sets no last error */
	EQUAL(107002, aclrtGetDevice(&device));
	EQUAL(107002, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	EQUAL(107002, aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
	OK(aclrtSetCurrentContext(shared));
	CHECK(current() == shared);
	OK(aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtFree(p));
	return unused;
}

static void *free_without_context(void *p)
{
	CHECK(current() == NULL);
	OK(aclrtFree(p)); /* the address identifies the device */
	return NULL;
}

static void *destroy_shared(void *unused)
{
	OK(aclrtDestroyContext(shared)); /* current elsewhere, not here */
	return unused;
}

int main(void)
{
	aclrtContext primary, a, b;
	int32_t device = -1;
	uint32_t count = 0;
	void *p;

	OK(aclrtGetDeviceCount(&count)); /* needs no init */
	EQUAL(2, count);
	OK(aclInit(NULL));
	EQUAL(100002, aclInit(""));
	CHECK(current() == NULL);

	OK(aclrtSetDevice(1));
	primary = current();
	CHECK(primary != NULL);
	OK(aclrtGetDevice(&device));
	EQUAL(1, device);
	OK(aclrtCreateContext(&a, 0)); /* binds */
	CHECK(current() == a);
	OK(aclrtGetDevice(&device));
	EQUAL(0, device);
	OK(aclrtCreateContext(&b, 0));
	CHECK(current() == b);
	OK(aclrtSetCurrentContext(a));
	OK(aclrtDestroyContext(b)); /* not the current one */
	CHECK(current() == a);
	EQUAL(107000, aclrtSetCurrentContext(b)); /* stale */
	CHECK(current() == a);
	OK(aclrtSetDevice(1)); /* replaces a created context */
	CHECK(current() == primary);
	EQUAL(107002, aclrtDestroyContext(primary));
	OK(aclrtSetCurrentContext(a));
	OK(aclrtDestroyContext(a));
	CHECK(current() == NULL);

	OK(aclrtCreateContext(&shared, 0));
	on_thread(fresh_thread, NULL);
	OK(aclrtMalloc(&p, 4096, ACL_MEM_MALLOC_HUGE_FIRST));
	on_thread(free_without_context, p);
	EQUAL(107000, aclrtFree(p));
	on_thread(destroy_shared, NULL);
	CHECK(current() == NULL); /* destroyed by the other thread */
	EQUAL(107002, aclrtMalloc(&p, 1, ACL_MEM_MALLOC_HUGE_FIRST));

	OK(aclrtResetDevice(1));
	OK(aclrtResetDevice(1));
	EQUAL(507007, aclrtResetDevice(1));
	EQUAL(107001, aclrtSetDevice(2));
	OK(aclFinalize());
	EQUAL(100037, aclFinalize());
	return 0;
}
