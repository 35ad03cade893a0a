/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Adds two vectors in device memory from a stream-ordered pool. Allocations, copies, the
 * launch and frees are enqueued on one stream; the program then waits once and checks every
 * element. examples/soma is the same program in Go.
 *
 *	soma [elements [blocks]]
 */

#include "check.h"

/* The arguments of the kernel. */
struct arguments {
	uint64_t x, y, z; /* addresses of float */
	int64_t n;
};

static aclrtMemPool pool;

/* The kernel. Each block adds its share of the elements. */
static int add_custom(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	const struct arguments *a = args;
	int64_t share, begin, end;
	float *x, *y, *z;

	(void)user;
	if (size != sizeof *a)
		return aclpoolSimFail("the size of the arguments is wrong");
	share = (a->n + blocks - 1) / blocks;
	begin = block * share;
	end = begin + share < a->n ? begin + share : a->n;
	if (begin >= end)
		return 0;
	x = aclpoolSimMemory(a->x + (uint64_t)begin * sizeof *x, (size_t)(end - begin) * sizeof *x);
	y = aclpoolSimMemory(a->y + (uint64_t)begin * sizeof *y, (size_t)(end - begin) * sizeof *y);
	z = aclpoolSimMemory(a->z + (uint64_t)begin * sizeof *z, (size_t)(end - begin) * sizeof *z);
	if (x == NULL || y == NULL || z == NULL)
		return aclpoolSimFail("an argument is not the address of device memory");
	for (int64_t i = 0; i < end - begin; i++)
		z[i] = x[i] + y[i];
	return 0;
}

static aclrtFuncHandle load(const char *name, aclrtBinHandle *binary)
{
	aclrtFuncHandle function;
	char text[64];
	const int n = snprintf(text, sizeof text, "aclpool-sim 1\n%s\n", name);

	OK(aclpoolSimRegisterKernel(name, add_custom, 0));
	OK(aclrtBinaryLoadFromData(text, (size_t)n, NULL, binary));
	OK(aclrtBinaryGetFunction(*binary, name, &function));
	return function;
}

/* Prints what the pool holds after a step. */
static void report(const char *step)
{
	uint64_t used = 0, reserved = 0;

	OK(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT, &used));
	OK(aclrtMemPoolGetAttr(pool, ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT, &reserved));
	printf("%s: %" PRIu64 " MiB used, %" PRIu64 " reserved\n", step, used >> 20, reserved >> 20);
}

static float x_of(size_t i)
{
	return (float)(i % 1000) / 8;
}

static float y_of(size_t i)
{
	return (float)(i % 777) / 4;
}

int main(int argc, char **argv)
{
	const aclrtMemPoolProps props = {.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	const size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000003, bytes = n * sizeof(float);
	const uint32_t blocks = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 8;
	struct arguments *args;
	aclrtFuncHandle kernel;
	aclrtBinHandle binary;
	aclrtStream stream;
	void *dx, *dy, *dz, *dargs, *pinned;
	float *x, *y, *z;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	kernel = load("add_custom", &binary);
	OK(aclrtCreateStream(&stream));
	OK(aclrtMemPoolCreate(&pool, &props));
	OK(aclrtMallocHost((void **)&x, bytes));
	OK(aclrtMallocHost((void **)&y, bytes));
	OK(aclrtMallocHost((void **)&z, bytes));
	OK(aclrtMallocHost(&pinned, sizeof *args));
	for (size_t i = 0; i < n; i++) {
		x[i] = x_of(i);
		y[i] = y_of(i);
	}
	report("pool made");

	OK(aclrtMemPoolMallocAsync(&dx, bytes, pool, stream));
	OK(aclrtMemPoolMallocAsync(&dy, bytes, pool, stream));
	OK(aclrtMemPoolMallocAsync(&dz, bytes, pool, stream));
	OK(aclrtMemPoolMallocAsync(&dargs, sizeof *args, pool, stream));
	report("allocated x, y, z, arguments");

	args = pinned;
	*args = (struct arguments){(uintptr_t)dx, (uintptr_t)dy, (uintptr_t)dz, (int64_t)n};
	OK(aclrtMemcpyAsync(dx, bytes, x, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream));
	OK(aclrtMemcpyAsync(dy, bytes, y, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream));
	OK(aclrtMemcpyAsync(dargs, sizeof *args, args, sizeof *args, ACL_MEMCPY_HOST_TO_DEVICE, stream));
	OK(aclrtLaunchKernel(kernel, blocks, dargs, sizeof *args, stream));
	OK(aclrtMemcpyAsync(z, bytes, dz, bytes, ACL_MEMCPY_DEVICE_TO_HOST, stream));
	report("copied in, launched, copied out");

	OK(aclrtMemPoolFreeAsync(dx, stream));
	OK(aclrtMemPoolFreeAsync(dy, stream));
	OK(aclrtMemPoolFreeAsync(dz, stream));
	OK(aclrtMemPoolFreeAsync(dargs, stream));
	report("freed, without waiting");

	OK(aclrtSynchronizeStream(stream));
	report("synchronized");
	OK(aclrtMemPoolTrimTo(pool, 0));
	report("trimmed");
	for (size_t i = 0; i < n; i++)
		CHECK(z[i] == x_of(i) + y_of(i));
	printf("all %zu sums are right\n", n);

	OK(aclrtMemPoolDestroy(pool));
	OK(aclrtDestroyStream(stream));
	OK(aclrtBinaryUnLoad(binary));
	OK(aclrtFreeHost(x));
	OK(aclrtFreeHost(y));
	OK(aclrtFreeHost(z));
	OK(aclrtFreeHost(pinned));
	OK(aclrtResetDevice(0));
	OK(aclFinalize());
	return 0;
}
