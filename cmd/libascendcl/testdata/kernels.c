/* SPDX-License-Identifier: Apache-2.0 */

/* Kernels in C run on threads of the library and access device memory. */

#include "check.h"

struct add {
	uint64_t x, y, z; /* addresses of float */
	uint64_t n;
};

static pthread_t host;

static int add(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	const struct add *a = args;
	uint64_t share, begin, end;
	float *x, *y, *z;

	CHECK(user == 42 && size == sizeof *a && block < blocks);
	CHECK(!pthread_equal(pthread_self(), host));
	CHECK(aclpoolSimCall() != 0 && !aclpoolSimGivenUp(aclpoolSimCall()));
	share = (a->n + blocks - 1) / blocks;
	begin = block * share;
	end = begin + share < a->n ? begin + share : a->n;
	x = aclpoolSimMemory(a->x, a->n * sizeof *x);
	y = aclpoolSimMemory(a->y, a->n * sizeof *y);
	z = aclpoolSimMemory(a->z, a->n * sizeof *z);
	CHECK(x != NULL && y != NULL && z != NULL);
	CHECK(aclpoolSimMemory(a->x, (size_t)1 << 40) == NULL);
	CHECK(aclpoolSimMemory((uintptr_t)&share, 1) == NULL);
	for (uint64_t i = begin; i < end; i++)
		z[i] = x[i] + y[i];
	return 0;
}

static int fails(uintptr_t why, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)args, (void)size, (void)block, (void)blocks;
	return why == 0 ? 77 : aclpoolSimFail((const char *)why);
}

static int overflows(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	return ACLPOOL_SIM_OVERFLOW;
}

static int reached;

static int until_given_up(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	__atomic_store_n(&reached, 1, __ATOMIC_RELEASE);
	return aclpoolSimWaitGivenUp(aclpoolSimCall()) == 1 ? 0 : 1;
}

static int spins(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	(void)user, (void)args, (void)size, (void)block, (void)blocks;
	__atomic_store_n(&reached, 1, __ATOMIC_RELEASE);
	while (!aclpoolSimGivenUp(aclpoolSimCall()))
		;
	return 0;
}

static aclrtFuncHandle function(const char *name)
{
	char binary[64];
	aclrtBinHandle b;
	aclrtFuncHandle f;

	snprintf(binary, sizeof binary, "aclpool-sim 1\n%s\n", name);
	OK(aclrtBinaryLoadFromData(binary, strlen(binary), NULL, &b));
	OK(aclrtBinaryGetFunction(b, name, &f));
	return f;
}

/* A file without a path, or that there is none of, and a binary that has been unloaded. */
static void binaries(void)
{
	static const char text[] = "aclpool-sim 1\nadd\n";
	aclrtBinHandle b;
	aclrtFuncHandle f;

	EQUAL(107000, aclrtBinaryLoadFromFile("", NULL, &b));
	EQUAL(107000, aclrtBinaryLoadFromFile("/no/such/file.o", NULL, &b));
	OK(aclrtBinaryLoadFromData(text, strlen(text), NULL, &b));
	OK(aclrtBinaryUnLoad(b));
	EQUAL(107017, aclrtBinaryUnLoad(b));
	EQUAL(107017, aclrtBinaryGetFunction(b, "add", &f));
}

static void add_vectors(aclrtStream stream)
{
	enum { N = 1000 };
	float x[N], y[N], z[N];
	struct add args = {.n = N};
	void *device[4];

	for (int i = 0; i < N; i++) {
		x[i] = (float)i;
		y[i] = (float)(2 * i);
	}
	for (int i = 0; i < 4; i++)
		OK(aclrtMalloc(&device[i], sizeof x, ACL_MEM_MALLOC_HUGE_FIRST));
	args.x = (uintptr_t)device[0];
	args.y = (uintptr_t)device[1];
	args.z = (uintptr_t)device[2];
	OK(aclrtMemcpy(device[0], sizeof x, x, sizeof x, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtMemcpy(device[1], sizeof y, y, sizeof y, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtLaunchKernelWithHostArgs(function("add"), 7, stream, NULL, &args, sizeof args, NULL, 0));
	memset(&args, 0, sizeof args); /* the call has copied them */
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemcpy(z, sizeof z, device[2], sizeof z, ACL_MEMCPY_DEVICE_TO_HOST));
	for (int i = 0; i < N; i++)
		CHECK(z[i] == (float)(3 * i));

	/* The same with the arguments in device memory. */
	args = (struct add){(uintptr_t)device[0], (uintptr_t)device[2], (uintptr_t)device[1], N};
	OK(aclrtMemcpy(device[3], sizeof args, &args, sizeof args, ACL_MEMCPY_HOST_TO_DEVICE));
	OK(aclrtLaunchKernel(function("add"), 1, device[3], sizeof args, stream));
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemcpy(z, sizeof z, device[1], sizeof z, ACL_MEMCPY_DEVICE_TO_HOST));
	for (int i = 0; i < N; i++)
		CHECK(z[i] == (float)(4 * i));
	for (int i = 0; i < 4; i++)
		OK(aclrtFree(device[i]));
}

/* Returns a stream with a running kernel that never returns by itself. */
static aclrtStream held(const char *name)
{
	aclrtStream stream;

	__atomic_store_n(&reached, 0, __ATOMIC_RELEASE);
	OK(aclrtCreateStream(&stream));
	OK(aclrtLaunchKernelWithHostArgs(function(name), 1, stream, NULL, NULL, 0, NULL, 0));
	while (!__atomic_load_n(&reached, __ATOMIC_ACQUIRE))
		;
	return stream;
}

static void fails_with(const char *name, const char *why)
{
	const char *text;
	aclrtStream stream;

	OK(aclrtCreateStream(&stream));
	OK(aclrtLaunchKernelWithHostArgs(function(name), 1, stream, NULL, NULL, 0, NULL, 0));
	unread();
	EQUAL(507015, aclrtSynchronizeStream(stream));
	text = aclGetRecentErrMsg();
	CHECK(text != NULL && strstr(text, name) != NULL && strstr(text, why) != NULL);
	OK(aclrtSynchronizeStream(stream)); /* reported once: the stream goes on */
	OK(aclrtDestroyStream(stream));
}

/* With mode 1 a failure stops the streams of the context. */
static void stops_with(const char *name)
{
	aclrtContext own, before;
	aclrtStream stream, other;

	OK(aclrtGetCurrentContext(&before));
	OK(aclrtCreateContext(&own, 0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtCreateStream(&other));
	OK(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE));
	OK(aclrtLaunchKernelWithHostArgs(function(name), 1, stream, NULL, NULL, 0, NULL, 0));
	for (int i = 0; i < 2; i++)
		EQUAL(507015, aclrtSynchronizeStream(stream));
	EQUAL(507015, aclrtSynchronizeStream(other));
	OK(aclrtDestroyStreamForce(stream));
	OK(aclrtDestroyStreamForce(other));
	OK(aclrtDestroyContext(own));
	OK(aclrtSetCurrentContext(before));
}

int main(void)
{
	aclrtStream stream;

	host = pthread_self();
	EQUAL(0, aclpoolSimCall());
	CHECK(aclpoolSimMemory(1, 1) == NULL);
	OK(aclpoolSimRegisterKernel("add", add, 42)); /* needs no aclInit */
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclpoolSimRegisterKernel("fails", fails, 0));
	OK(aclpoolSimRegisterKernel("fails.why", fails, (uintptr_t)"it is Monday"));
	OK(aclpoolSimRegisterKernel("overflows", overflows, 0));
	OK(aclpoolSimRegisterKernel("waits", until_given_up, 0));
	OK(aclpoolSimRegisterKernel("spins", spins, 0));
	EQUAL(100000, aclpoolSimRegisterKernel("add", add, 0));
	EQUAL(100000, aclpoolSimRegisterKernel("two words", add, 0));

	OK(aclrtCreateStream(&stream));
	binaries();
	add_vectors(stream);
	add_vectors(NULL);

	EQUAL(107000, aclpoolSimLaunch("nothing", 1, NULL, NULL, 0));
	EQUAL(107000, aclpoolSimLaunch("fails", 0, NULL, NULL, 0));
	EQUAL(100000, aclpoolSimLaunch(NULL, 1, NULL, NULL, 0));
	EQUAL(100000, aclpoolSimLaunch("fails", 1, NULL, NULL, 1));
	OK(aclpoolSimLaunch("fails", 1, NULL, NULL, 0));
	EQUAL(507015, aclrtSynchronizeStream(NULL));
	fails_with("fails", "77");
	fails_with("fails.why", "it is Monday");
	stops_with("fails");
	OK(aclrtLaunchKernelWithHostArgs(function("overflows"), 1, stream, NULL, NULL, 0, NULL, 0));
	EQUAL(207003, aclrtSynchronizeStream(stream));
	OK(aclrtSynchronizeStream(stream)); /* the stream continues */

	OK(aclrtStreamAbort(held("waits")));
	OK(aclrtDestroyStreamForce(held("waits")));
	OK(aclrtDestroyStreamForce(held("spins")));
	held("waits");
	held("spins");
	OK(aclpoolSimReset()); /* gives up both kernels */
	OK(aclrtSetDevice(0));
	add_vectors(NULL); /* kernels stay registered */
	return 0;
}
