/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Violations of the order of streams, and the same programs without them:
 *
 *	hazards case
 */

#include "check.h"

enum { SIZE = 1024 };

static aclrtStream one, two;
static char *pinned, *device;

static void *plain(size_t size)
{
	void *p;

	OK(aclrtMalloc(&p, size, ACL_MEM_MALLOC_HUGE_FIRST));
	return p;
}

static void fill(char *at, aclrtStream stream)
{
	OK(aclrtMemsetAsync(at, SIZE, 1, SIZE, stream));
}

/* copy_in reads pinned memory, copy_out writes it. */
static void copy_in(char *to, aclrtStream stream)
{
	OK(aclrtMemcpyAsync(to, SIZE, pinned, SIZE, ACL_MEMCPY_HOST_TO_DEVICE, stream));
}

static void copy_out(char *from, aclrtStream stream)
{
	OK(aclrtMemcpyAsync(pinned, SIZE, from, SIZE, ACL_MEMCPY_DEVICE_TO_HOST, stream));
}

/* after orders the second stream behind the first. */
static void after(void)
{
	aclrtEvent event;

	OK(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
	OK(aclrtRecordEvent(event, one));
	OK(aclrtStreamWaitEvent(two, event));
	OK(aclrtDestroyEvent(event));
}

static void wait_for(aclrtStream stream)
{
	OK(aclrtSynchronizeStream(stream));
}

/* The kernels get the address of SIZE bytes. */
static int writes(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	char *bytes = aclpoolSimMemory(*(const uint64_t *)args, SIZE);

	(void)user, (void)size, (void)block, (void)blocks;
	if (bytes == NULL)
		return aclpoolSimFail("no memory there");
	memset(bytes, 2, SIZE);
	return 0;
}

static int have_read;

static int reads(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	const void *bytes = aclpoolSimReadMemory(*(const uint64_t *)args, SIZE);

	(void)user, (void)size, (void)block, (void)blocks;
	__atomic_store_n(&have_read, 1, __ATOMIC_RELEASE);
	return bytes == NULL;
}

static int cheats(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	char *bytes = (char *)aclpoolSimReadMemory(*(const uint64_t *)args, SIZE);

	(void)user, (void)size, (void)block, (void)blocks;
	if (bytes == NULL)
		return 1;
	bytes[0]++;
	return 0;
}

static int holds(uintptr_t gate, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)args, (void)size, (void)block, (void)blocks;
	while (!__atomic_load_n((int *)gate, __ATOMIC_ACQUIRE))
		;
	return 0;
}

static int gate;

static void launch(const char *kernel, void *at, aclrtStream stream)
{
	const uint64_t address = (uintptr_t)at;

	OK(aclpoolSimLaunch(kernel, 1, stream, &address, sizeof address));
}

static void let_go(void)
{
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
}

static aclrtMemPool pool(void)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtMemPool p;

	OK(aclrtMemPoolCreate(&p, &props));
	return p;
}

static char *from_pool(aclrtStream stream)
{
	void *p;

	OK(aclrtMemPoolMallocAsync(&p, SIZE, pool(), stream));
	return p;
}

/* Each case is wrong, unless right is set. */
static int right;

static void write_write(void)
{
	fill(device, one);
	if (right)
		after();
	fill(device, two);
}

/* Halves of a block need no order. */
static void halves(void)
{
	OK(aclrtMemsetAsync(device, SIZE / 2, 1, SIZE / 2, one));
	OK(aclrtMemsetAsync(device + SIZE / 2 - !right, SIZE / 2, 1, SIZE / 2, two));
}

static void read_write(void)
{
	fill(device, one);
	wait_for(one);
	copy_out(device, one);
	if (right)
		after();
	fill(device, two);
}

static void write_read(void)
{
	fill(device, one);
	if (right)
		after();
	copy_out(device, two);
}

static void pinned_write_read(void)
{
	fill(device, one);
	copy_out(device, one);
	if (right)
		after();
	copy_in(plain(SIZE), two);
}

static void at_once(void)
{
	char bytes[SIZE];

	fill(device, one);
	if (right)
		wait_for(one);
	OK(aclrtMemcpy(bytes, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST));
}

static void queried(void)
{
	aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;

	fill(device, one);
	while (right && status != ACL_STREAM_STATUS_COMPLETE)
		OK(aclrtStreamQuery(one, &status));
	OK(aclrtMemset(device, SIZE, 0, SIZE));
}

static void use_after_free(void)
{
	char *p = from_pool(one);

	OK(aclpoolSimLaunch("holds", 1, one, NULL, 0));
	if (right)
		fill(p, one);
	OK(aclrtMemPoolFreeAsync(p, one));
	if (!right)
		launch("writes", p, one);
	let_go();
	EQUAL(right ? 0 : 507015, aclrtSynchronizeStream(one));
}

static void free_during_use(void)
{
	char *p = from_pool(one);

	after();
	fill(p, two);
	if (right)
		wait_for(two);
	OK(aclrtMemPoolFreeAsync(p, one));
}

/* The kernel runs after the free was called. */
static void free_before_kernel(void)
{
	char *p = plain(SIZE);

	OK(aclpoolSimLaunch("holds", 1, two, NULL, 0));
	launch("writes", p, two);
	if (right) {
		let_go();
		wait_for(two);
	}
	OK(aclrtFree(p));
	let_go();
	EQUAL(right ? 0 : 507015, aclrtSynchronizeStream(two));
}

static void plain_free_during_use(void)
{
	char *p = plain(SIZE);

	fill(p, one);
	if (right)
		wait_for(one);
	OK(aclrtFree(p));
}

static void host_free_during_use(void)
{
	fill(device, one);
	copy_out(device, one);
	if (right)
		wait_for(one);
	OK(aclrtFreeHost(pinned));
}

static void use_before_allocation(void)
{
	char *p = from_pool(one);

	if (right)
		after();
	fill(p, two);
}

static void second_free(void)
{
	char *p = plain(SIZE);

	OK(aclrtFree(p));
	if (!right)
		EQUAL(107000, aclrtFree(p));
}

static void beyond(void)
{
	char *p = from_pool(one);

	OK(aclrtMemsetAsync(p, SIZE + 1, 1, SIZE + !right, one));
}

static void unwritten(void)
{
	if (right)
		OK(aclrtMemset(device, SIZE, 1, SIZE));
	copy_out(device, one);
}

/* Whether a kernel has written the bytes is known when it has run. */
static void unwritten_by_kernel(void)
{
	OK(aclpoolSimLaunch("holds", 1, one, NULL, 0));
	if (right)
		launch("writes", device, one);
	copy_out(device, one);
	let_go();
}

static void unrecorded(void)
{
	aclrtEvent event;

	OK(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
	if (right)
		OK(aclrtRecordEvent(event, one));
	OK(aclrtStreamWaitEvent(two, event));
	OK(aclrtDestroyEvent(event));
}

static void source_changed(void)
{
	OK(aclpoolSimLaunch("holds", 1, one, NULL, 0));
	copy_in(device, one);
	if (!right)
		pinned[7]++;
	let_go();
	wait_for(one);
	pinned[7]++;
}

static void changed_by_kernel(void)
{
	OK(aclrtMemset(device, SIZE, 1, SIZE));
	launch(right ? "reads" : "cheats", device, one);
}

/* Kernels that only read need no order. */
static void kernels(void)
{
	OK(aclrtMemset(device, SIZE, 1, SIZE));
	launch("reads", device, one);
	while (!__atomic_load_n(&have_read, __ATOMIC_ACQUIRE)) /* it says nothing of the order */
		;
	launch(right ? "reads" : "writes", device, two);
}

static void carved(void)
{
	char *slab = plain(4 * SIZE);

	for (int i = 0; i < 2; i++) {
		OK(aclpoolSimNoteMalloc((uintptr_t)slab, SIZE, one));
		OK(aclpoolSimNoteMalloc((uintptr_t)slab + SIZE, SIZE, one));
		fill(slab, one);
		OK(aclpoolSimNoteFree((uintptr_t)slab, one));
		if (!right)
			fill(slab, one);
		after();
		fill(slab + SIZE, two);
		wait_for(two);
		OK(aclpoolSimNoteFree((uintptr_t)slab + SIZE, one));
	}
	wait_for(one);
	OK(aclrtFree(slab));
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{"write_write", write_write},
	{"halves", halves},
	{"read_write", read_write},
	{"write_read", write_read},
	{"pinned_write_read", pinned_write_read},
	{"at_once", at_once},
	{"queried", queried},
	{"use_after_free", use_after_free},
	{"free_during_use", free_during_use},
	{"free_before_kernel", free_before_kernel},
	{"plain_free_during_use", plain_free_during_use},
	{"host_free_during_use", host_free_during_use},
	{"use_before_allocation", use_before_allocation},
	{"second_free", second_free},
	{"beyond", beyond},
	{"unwritten", unwritten},
	{"unwritten_by_kernel", unwritten_by_kernel},
	{"unrecorded", unrecorded},
	{"source_changed", source_changed},
	{"changed_by_kernel", changed_by_kernel},
	{"kernels", kernels},
	{"carved", carved},
};

static void run(void (*f)(void))
{
	gate = have_read = 0;
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&one));
	OK(aclrtCreateStream(&two));
	OK(aclrtMallocHost((void **)&pinned, SIZE));
	memset(pinned, 0, SIZE);
	device = plain(SIZE);
	f();
	let_go();
	(void)aclrtSynchronizeDevice();
	OK(aclpoolSimReset());
}

int main(void)
{
	OK(aclpoolSimRegisterKernel("writes", writes, 0));
	OK(aclpoolSimRegisterKernel("reads", reads, 0));
	OK(aclpoolSimRegisterKernel("cheats", cheats, 0));
	OK(aclpoolSimRegisterKernel("holds", holds, (uintptr_t)&gate));
	OK(aclInit(NULL));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		for (right = 0; right < 2; right++) {
			fprintf(stderr, "== %s %s\n", cases[i].name, right ? "right" : "wrong");
			run(cases[i].run);
		}
	}
	return 0;
}
