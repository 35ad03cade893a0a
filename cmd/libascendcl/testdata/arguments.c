/* SPDX-License-Identifier: Apache-2.0 */

/* Argument lists, place holders and the attributes of a launch. */

#include "check.h"

MAYBE(aclrtFunctionGetBinary); /* since 9.1, and what follows later */
MAYBE(aclrtBinaryGetGlobal);
MAYBE(aclrtLaunchSIMTKernelWithArgsArray);
MAYBE(aclrtLaunchSIMTKernelWithHostArgs);

enum { N = 1000 };

/* The arguments of scale: the addresses of an array and of its factors, and a count. */
struct scale {
	uint64_t values, factors;
	uint32_t count;
};

/* Multiplies values with factors, of which there are two, and counts its calls in the second. */
static int scale(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	const struct scale *a = args;
	float *values = aclpoolSimMemory(a->values, a->count * sizeof *values);
	float *factors = aclpoolSimMemory(a->factors, 2 * sizeof *factors);

	(void)user;
	(void)block;
	(void)blocks;
	CHECK(size >= sizeof *a);
	if (values == NULL || factors == NULL)
		return aclpoolSimFail("no memory there");
	for (uint32_t i = 0; i < a->count; i++)
		values[i] *= factors[0];
	factors[1] += 1; /* only the copy of this launch */
	return factors[1] == 4 ? 0 : aclpoolSimFail("the factors are another launch's");
}

static const char binary[] = "aclpool-sim 1\nscale\n";
static aclrtFuncHandle kernel;
static aclrtStream stream;
static float *values; /* device memory */

static void filled(float with)
{
	float host[N];

	for (int i = 0; i < N; i++)
		host[i] = with;
	OK(aclrtMemcpy(values, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE));
}

/* Checks the first count values, and that the others are rest. */
static void holds(float want, int count, float rest)
{
	float host[N];

	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemcpy(host, sizeof host, values, sizeof host, ACL_MEMCPY_DEVICE_TO_HOST));
	for (int i = 0; i < N; i++)
		CHECK(host[i] == (i < count ? want : rest));
}

/* Builds the list and returns the handle of the count. */
static aclrtParamHandle build(aclrtArgsHandle list, float factor)
{
	aclrtParamHandle address, holder, count;
	uint64_t at = (uintptr_t)values;
	uint32_t n = N;
	void *buffer;

	OK(aclrtKernelArgsAppend(list, &at, sizeof at, &address));
	OK(aclrtKernelArgsAppendPlaceHolder(list, &holder));
	OK(aclrtKernelArgsAppend(list, &n, sizeof n, &count));
	EQUAL(107000, aclrtKernelArgsGetPlaceHolderBuffer(list, address, 8, &buffer));
	OK(aclrtKernelArgsGetPlaceHolderBuffer(list, holder, 2 * sizeof(float), &buffer));
	((float *)buffer)[0] = factor;
	((float *)buffer)[1] = 3;
	EQUAL(207000, aclrtKernelArgsAppend(list, &n, sizeof n, &count));
	EQUAL(207000, aclrtKernelArgsAppendPlaceHolder(list, &holder));
	return count;
}

static void lists(void)
{
	aclrtArgsHandle list, again;
	aclrtParamHandle count;
	uint32_t n = N / 2;
	void *buffer;

	OK(aclrtKernelArgsInit(kernel, &list));
	count = build(list, 2);
	EQUAL(107000, aclrtLaunchKernelWithConfig(kernel, 1, stream, NULL, list, NULL)); /* not finalized */
	OK(aclrtKernelArgsFinalize(list));
	EQUAL(207000, aclrtKernelArgsAppend(list, &n, sizeof n, &count));
	EQUAL(207000, aclrtKernelArgsGetPlaceHolderBuffer(list, count, 8, &buffer));
	filled(1);
	for (int i = 0; i < 3; i++) /* each has a copy of its own */
		OK(aclrtLaunchKernelWithConfig(kernel, 1, stream, NULL, list, NULL));
	holds(8, N, 0);

	EQUAL(107000, aclrtKernelArgsParaUpdate(list, count, &n, 8));
	OK(aclrtKernelArgsParaUpdate(list, count, &n, sizeof n));
	OK(aclrtLaunchKernelWithConfig(kernel, 1, NULL, NULL, list, NULL));
	OK(aclrtSynchronizeStream(NULL));
	holds(16, N / 2, 8);

	OK(aclrtKernelArgsInit(kernel, &again)); /* one list per thread */
	CHECK(again == list);
	EQUAL(107000, aclrtKernelArgsParaUpdate(list, count, &n, sizeof n)); /* which is empty */
}

/* Lists in memory of the caller. */
static void own_memory(void)
{
	const size_t used = 3 * 8 + 2 * sizeof(float);
	size_t handle_size, size;
	aclrtParamHandle p;

	OK(aclrtKernelArgsGetHandleMemSize(kernel, &handle_size));
	OK(aclrtKernelArgsGetMemSize(kernel, used, &size));
	CHECK(size >= used);
	void *list = calloc(1, handle_size), *memory = malloc(size), *small = malloc(16);
	EQUAL(107017, aclrtKernelArgsAppendPlaceHolder(list, &p));
	OK(aclrtKernelArgsInitByUserMem(kernel, list, memory, size));
	build(list, 4);
	OK(aclrtKernelArgsFinalize(list));
	filled(1);
	OK(aclrtLaunchKernelWithConfig(kernel, 1, stream, NULL, list, NULL));
	memset(memory, 0, size); /* the call has copied it */
	holds(4, N, 0);

	OK(aclrtKernelArgsInitByUserMem(kernel, list, small, 16));
	OK(aclrtKernelArgsAppendPlaceHolder(list, &p));
	EQUAL(107000, aclrtKernelArgsAppend(list, memory, 9, &p));
	OK(aclrtKernelArgsAppend(list, memory, 8, &p));
	EQUAL(107000, aclrtKernelArgsAppend(list, memory, 1, &p));
	EQUAL(107000, aclrtKernelArgsGetPlaceHolderBuffer(list, p, 1, &memory));
	free(list);
	free(small);
}

static void *another_thread(void *first)
{
	aclrtArgsHandle list;

	OK(aclrtKernelArgsInit(kernel, &list));
	CHECK(list != *(aclrtArgsHandle *)first);
	EQUAL(107002, aclrtKernelArgsFinalize(list)); /* no context here */
	return NULL;
}

static aclError launched(aclrtLaunchKernelAttr *attrs, size_t count)
{
	aclrtLaunchKernelCfg cfg = {attrs, count};
	uint64_t args[] = {(uintptr_t)values, 0, N, 0};
	const aclrtPlaceHolderInfo holder = {8, 24};
	float factors[] = {1, 3};

	memcpy(args + 3, factors, sizeof factors);
	return aclrtLaunchKernelWithHostArgs(kernel, 1, stream, &cfg, args, sizeof args, (void *)&holder, 1);
}

static void attributes(void)
{
	aclrtLaunchKernelAttr good[] = {
		{ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE, {.schemMode = 1}},
		{ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE, {.engineType = ACL_RT_ENGINE_TYPE_AIV}},
		{ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH, {.isBlockTaskPrefetch = 1}},
		{ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, {.timeout = 1000}},
		{(aclrtLaunchKernelAttrId)99, {.rsv = {7}}},
	};
	aclrtLaunchKernelAttr both[] = {
		{ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, {.timeout = 1}},
		{ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US, {.timeoutUs = {1, 0}}},
	};
	aclrtLaunchKernelAttr dump = {ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP, {.isDataDump = 2}};
	aclrtLaunchKernelAttr mode = {ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE, {.schemMode = 3}};

	OK(launched(good, 5));
	EQUAL(107000, launched(both, 2));
	EQUAL(107000, launched(&dump, 1));
	EQUAL(107000, launched(&mode, 1));
	EQUAL(107000, launched(NULL, 1));
	OK(aclrtSynchronizeStream(stream));
}

static void refusals(aclrtArgsHandle list)
{
	aclrtPlaceHolderInfo outside = {1, 0};
	aclrtParamHandle p;
	uint64_t v = 0;
	size_t size;
	void *buffer;

	EQUAL(100000, aclrtKernelArgsInit(NULL, &list));
	EQUAL(100000, aclrtKernelArgsInit(kernel, NULL));
	EQUAL(100000, aclrtKernelArgsAppend(NULL, &v, 8, &p));
	EQUAL(100000, aclrtKernelArgsAppend(list, NULL, 8, &p));
	EQUAL(100000, aclrtKernelArgsAppend(list, &v, 0, &p));
	EQUAL(100000, aclrtKernelArgsAppend(list, &v, 8, NULL));
	EQUAL(100000, aclrtKernelArgsAppendPlaceHolder(list, NULL));
	EQUAL(100000, aclrtKernelArgsGetPlaceHolderBuffer(list, NULL, 8, &buffer));
	EQUAL(100000, aclrtKernelArgsFinalize(NULL));
	EQUAL(100000, aclrtKernelArgsGetMemSize(kernel, 8, NULL));
	EQUAL(100000, aclrtKernelArgsGetHandleMemSize(NULL, &size));
	EQUAL(100000, aclrtLaunchKernelWithConfig(kernel, 0, stream, NULL, list, NULL));
	EQUAL(100000, aclrtLaunchKernelWithConfig(kernel, 1, stream, NULL, list, &v));
	EQUAL(100000, aclrtLaunchKernelWithConfig(kernel, 1, stream, NULL, NULL, NULL));
	EQUAL(107000, aclrtLaunchKernelWithHostArgs(kernel, 1, stream, NULL, &v, sizeof v, &outside, 1));
}
/* What no kernel or product has that is simulated. */
static void lacking(aclrtBinHandle loaded)
{
	const dim3 one = {1, 1, 1};
	void *arguments[] = {&values}, *p;
	size_t size;

	if (HAS(aclrtBinaryGetGlobal)) {
		EQUAL(107042, aclrtBinaryGetGlobal(loaded, "variable", &p, &size));
		EQUAL(100000, aclrtBinaryGetGlobal(NULL, "variable", &p, &size));
	}
	if (HAS(aclrtLaunchSIMTKernelWithArgsArray))
		EQUAL(207000, aclrtLaunchSIMTKernelWithArgsArray(kernel, one, one, 0, stream, NULL, arguments));
	if (HAS(aclrtLaunchSIMTKernelWithHostArgs))
		EQUAL(207000, aclrtLaunchSIMTKernelWithHostArgs(kernel, one, one, 0, stream, NULL, &values, 8, NULL, 0));
	EQUAL(207000, aclrtSetOpExecuteTimeOutWithMs(1));
}

int main(void)
{
	aclrtBinHandle loaded, of_kernel;
	aclrtArgsHandle list;
	aclrtBinary data;
	int64_t type;
	char name[8];

	OK(aclpoolSimRegisterKernel("scale", scale, 0));
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMalloc((void **)&values, N * sizeof *values, ACL_MEM_MALLOC_HUGE_FIRST));
	CHECK(aclrtCreateBinary(NULL, 1) == NULL);
	CHECK((data = aclrtCreateBinary(binary, sizeof binary - 1)) != NULL);
	OK(aclrtBinaryLoad(data, &loaded));
	OK(aclrtDestroyBinary(data));
	EQUAL(107017, aclrtDestroyBinary(data));
	EQUAL(107017, aclrtBinaryLoad(data, &loaded));
	OK(aclrtBinaryGetFunction(loaded, "scale", &kernel));
	EQUAL(107000, aclrtGetFunctionName(kernel, 5, name));
	OK(aclrtGetFunctionName(kernel, 6, name));
	CHECK(strcmp(name, "scale") == 0);
	OK(aclrtGetFunctionAttribute(kernel, ACL_FUNC_ATTR_KERNEL_TYPE, &type));
	EQUAL(0, type);

	lists();
	own_memory();
	OK(aclrtKernelArgsInit(kernel, &list));
	on_thread(another_thread, &list);
	attributes();
	refusals(list);
	if (HAS(aclrtFunctionGetBinary)) {
		OK(aclrtFunctionGetBinary(kernel, &of_kernel));
		CHECK(of_kernel == loaded);
	}
	lacking(loaded);
	OK(aclrtBinaryUnLoad(loaded));
	EQUAL(107017, aclrtKernelArgsFinalize(list));
	EQUAL(107017, aclrtKernelArgsInit(kernel, &list));
	return 0;
}
