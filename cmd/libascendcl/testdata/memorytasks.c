/* SPDX-License-Identifier: Apache-2.0 */

/* Reductions, copies whose addresses are in memory, cache operations, labels and switches. */

#include "check.h"

enum { N = 16, BYTES = N * sizeof(float) };

static aclrtStream stream;
static void *first, *second; /* device memory */

static void to_device(void *device, const void *host, size_t size)
{
	OK(aclrtMemcpy(device, size, host, size, ACL_MEMCPY_HOST_TO_DEVICE));
}

static void from_device(void *host, const void *device, size_t size)
{
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemcpy(host, size, device, size, ACL_MEMCPY_DEVICE_TO_HOST));
}

static void reductions(void)
{
	static const struct {
		aclrtReduceKind kind;
		float want;
	} floats[] = {
		{ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, 3.5},
		{ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX, 2},
		{ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN, 1.5},
		{ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL, 0},
	};
	float x[N], y[N], z[N];
	const int8_t low[2] = {-128, 5}, add[2] = {-1, 5};
	const uint16_t half[2] = {0x3c00, 0x4000}, brain[2] = {0x3f80, 0x4000}; /* 1 and 2 */
	int8_t bytes[2];
	uint16_t words[2];

	for (size_t k = 0; k < sizeof floats / sizeof floats[0]; k++) {
		for (int i = 0; i < N; i++) {
			x[i] = 1.5;
			y[i] = 2;
		}
		to_device(first, x, BYTES);
		to_device(second, y, BYTES);
		OK(aclrtReduceAsync(first, second, BYTES, floats[k].kind, ACL_FLOAT, stream, NULL));
		from_device(z, first, BYTES);
		for (int i = 0; i < N; i++)
			CHECK(z[i] == floats[k].want);
	}
	to_device(first, low, 2);
	to_device(second, add, 2);
	OK(aclrtReduceAsync(first, second, 2, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT8, stream, NULL));
	from_device(bytes, first, 2);
	CHECK(bytes[0] == 127 && bytes[1] == 10);
	to_device(first, half, 4);
	to_device(second, half, 4);
	OK(aclrtReduceAsync(first, second, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT16, stream, NULL));
	from_device(words, first, 4);
	CHECK(words[0] == 0x4000 && words[1] == 0x4400); /* 2 and 4 */
	to_device(first, brain, 4);
	to_device(second, brain, 4);
	OK(aclrtReduceAsync(first, second, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_BF16, stream, NULL));
	from_device(words, first, 4);
	CHECK(words[0] == 0x4000 && words[1] == 0x4080);

	EQUAL(107000, aclrtReduceAsync(first, second, BYTES, (aclrtReduceKind)9, ACL_FLOAT, stream, NULL));
	EQUAL(107000, aclrtReduceAsync(first, second, 6, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, stream, NULL));
	EQUAL(107000, aclrtReduceAsync(first, second, 8, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_DOUBLE, stream, NULL));
	EQUAL(107000, aclrtReduceAsync(NULL, second, 8, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, stream, NULL));
	EQUAL(107000, aclrtReduceAsync(first, second, 8, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, stream, x));
	EQUAL(107000, aclrtReduceAsync(first, x, 8, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, stream, NULL));
}

static void copies(void)
{
	const char text[] = "sixteen letters.";
	char got[17] = "", *pinned;
	void *addresses[2], *table, *desc;
	size_t size;

	OK(aclrtMallocHost((void **)&pinned, 64));
	to_device(first, text, 16);
	memset(pinned, 0, 64);
	OK(aclrtMemcpyAsyncWithCondition(pinned, 64, first, 16, ACL_MEMCPY_DEVICE_TO_HOST, stream));
	OK(aclrtSynchronizeStream(stream));
	CHECK(memcmp(pinned, text, 16) == 0);

	EQUAL(207000, aclrtMemcpyAsync(first, 16, second, 16, ACL_MEMCPY_HOST_TO_HOST, stream));

	/* The addresses are in device memory, and are written in the order of the stream. */
	OK(aclrtMalloc(&table, 64, ACL_MEM_MALLOC_HUGE_FIRST));
	((void **)pinned)[0] = first;
	((void **)pinned)[1] = second;
	OK(aclrtMemsetAsync(second, 16, 'x', 16, stream));
	OK(aclrtMemcpyAsync(table, 64, pinned, 16, ACL_MEMCPY_HOST_TO_DEVICE, stream));
	OK(aclrtMemcpyAsyncWithOffset((void **)table + 1, 16, 2, (const void **)table, 7, 8, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
	from_device(got, second, 16);
	CHECK(strcmp(got, "xxlettersxxxxxxx") == 0);

	/* They are in memory of the program, and of a pinned buffer. */
	addresses[0] = first;
	addresses[1] = pinned;
	memset(pinned, '.', 64);
	OK(aclrtMemcpyAsyncWithOffset(addresses + 1, 64, 1, (const void **)addresses, 7, 0, ACL_MEMCPY_DEVICE_TO_HOST, stream));
	OK(aclrtSynchronizeStream(stream));
	CHECK(memcmp(pinned, ".sixteen.", 9) == 0);
	EQUAL(107000, aclrtMemcpyAsyncWithOffset(addresses, 1, 0, (const void **)addresses, 2, 0, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
	EQUAL(107000, aclrtMemcpyAsyncWithOffset(NULL, 1, 0, (const void **)addresses, 1, 0, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));

	OK(aclrtGetMemcpyDescSize(ACL_MEMCPY_DEVICE_TO_DEVICE, &size));
	OK(aclrtMalloc(&desc, size, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMemset(second, 16, 0, 16));
	OK(aclrtSetMemcpyDesc(desc, ACL_MEMCPY_DEVICE_TO_DEVICE, first, second, 7, NULL));
	OK(aclrtMemcpyAsyncWithDesc(desc, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
	from_device(got, second, 16);
	CHECK(strcmp(got, "sixteen") == 0);
	EQUAL(107000, aclrtSetMemcpyDesc(desc, ACL_MEMCPY_DEVICE_TO_DEVICE, first, second, 7, desc));
	EQUAL(107000, aclrtSetMemcpyDesc(NULL, ACL_MEMCPY_DEVICE_TO_DEVICE, first, second, 7, NULL));

	/* An address that is in no memory fails the stream. */
	OK(aclrtSetMemcpyDesc(desc, ACL_MEMCPY_DEVICE_TO_DEVICE, (void *)64, second, 7, NULL));
	OK(aclrtMemcpyAsyncWithDesc(desc, ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
	EQUAL(507013, aclrtSynchronizeStream(stream));
	OK(aclrtDestroyStreamForce(stream));
	OK(aclrtCreateStream(&stream));
	OK(aclrtFree(desc));
	OK(aclrtFree(table));
	OK(aclrtFreeHost(pinned));
}

static void fills(void)
{
	uint32_t words[4] = {1, 2, 3, 4};
	void *device, *host;

	OK(aclrtMalloc(&device, sizeof words, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMallocHost(&host, 64));
	to_device(device, words, sizeof words);
	OK(aclrtMemsetD32(device, sizeof words, 0xdeadbeef, 1));
	OK(aclrtMemsetD32Async((char *)device + 8, 8, 7, 2, stream));
	from_device(words, device, sizeof words);
	CHECK(words[0] == 0xdeadbeef && words[1] == 2 && words[2] == 7 && words[3] == 7);
	EQUAL(107000, aclrtMemsetD32(device, 15, 0, 4));
	EQUAL(100000, aclrtMemsetD32(NULL, 4, 0, 1));
	OK(aclrtFreeWithDevSync(device));
	OK(aclrtFreeHostWithDevSync(host));
	EQUAL(107000, aclrtFreeWithDevSync(device));
}

/* Reductions and cache operations take mapped addresses, and a reduction those that it may write. */
static void virtual_memory(void)
{
	const aclrtPhysicalMemProp prop = {
		.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED,
		.memAttr = ACL_HBM_MEM_HUGE,
		.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE},
	};
	aclrtMemAccessDesc reads = {.flags = ACL_RT_MEM_ACCESS_FLAGS_READ, .location = prop.location};
	const size_t unit = 2 << 20;
	aclrtDrvMemHandle memory;
	void *p = NULL;

	OK(aclrtReserveMemAddress(&p, unit, 0, NULL, 1));
	EQUAL(107000, aclrtCmoAsync(p, 4, ACL_RT_CMO_TYPE_PREFETCH, stream));
	OK(aclrtMallocPhysical(&memory, unit, &prop, 0));
	OK(aclrtMapMem(p, unit, 0, memory, 0));
	OK(aclrtCmoAsync(p, unit, ACL_RT_CMO_TYPE_PREFETCH, stream));
	OK(aclrtReduceAsync(p, second, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, stream, NULL));
	OK(aclrtSynchronizeStream(stream));
	OK(aclrtMemSetAccess(p, unit, &reads, 1));
	EQUAL(107000, aclrtReduceAsync(p, second, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT32, stream, NULL));
	OK(aclrtUnmapMem(p));
	OK(aclrtFreePhysical(memory));
	OK(aclrtReleaseMemAddress(p));
}

static void cache_operations(void)
{
	aclrtBarrierTaskInfo barrier = {1, {{ACL_RT_CMO_TYPE_PREFETCH, 1}}};
	size_t size;

	OK(aclrtCmoAsync(first, BYTES, ACL_RT_CMO_TYPE_PREFETCH, stream));
	OK(aclrtCmoAsyncWithBarrier(first, BYTES, ACL_RT_CMO_TYPE_FLUSH, 1, stream));
	OK(aclrtCmoWaitBarrier(&barrier, stream, 0));
	OK(aclrtCmoGetDescSize(&size));
	CHECK(size <= BYTES);
	OK(aclrtCmoSetDesc(second, first, BYTES));
	OK(aclrtCmoAsyncWithDesc(second, ACL_RT_CMO_TYPE_WRITEBACK, stream, NULL));
	OK(aclrtSynchronizeStream(stream));
	virtual_memory();
	EQUAL(107000, aclrtCmoAsync(NULL, BYTES, ACL_RT_CMO_TYPE_PREFETCH, stream));
	EQUAL(107000, aclrtCmoAsync(first, 0, ACL_RT_CMO_TYPE_PREFETCH, stream));
	EQUAL(107000, aclrtCmoAsync(first, BYTES, (aclrtCmoType)4, stream));
	EQUAL(107000, aclrtCmoAsync(&size, sizeof size, ACL_RT_CMO_TYPE_PREFETCH, stream));
	barrier.barrierNum = 7;
	EQUAL(107000, aclrtCmoWaitBarrier(&barrier, stream, 0));
}

static void labels(void)
{
	aclrtContext device, other;
	aclrtLabel label[2];
	aclrtLabelList list;

	OK(aclrtGetCurrentContext(&device));
	for (int i = 0; i < 2; i++) {
		OK(aclrtCreateLabel(&label[i]));
		OK(aclrtSetLabel(label[i], stream));
	}
	OK(aclrtCreateLabelList(label, 2, &list));
	EQUAL(107000, aclrtCreateLabelList(label, 0, &list));
	OK(aclrtDestroyLabelList(list));
	EQUAL(107017, aclrtDestroyLabelList(list));
	OK(aclrtDestroyLabel(label[0]));
	EQUAL(107017, aclrtSetLabel(label[0], stream));
	EQUAL(107000, aclrtSetLabel(NULL, stream));
	OK(aclrtCreateContext(&other, 0));
	EQUAL(507031, aclrtDestroyLabel(label[1]));
	OK(aclrtDestroyContext(other));
	OK(aclrtSetCurrentContext(device));
	OK(aclrtDestroyLabel(label[1]));
}

static void switches(void)
{
	aclrtStream then;

	OK(aclrtCreateStreamWithConfig(&then, 0, ACL_STREAM_PERSISTENT));
	OK(aclrtSwitchStream(first, ACL_RT_LESS_OR_EQUAL, second, ACL_RT_SWITCH_INT64, then, NULL, stream));
	EQUAL(107000, aclrtSwitchStream(first, (aclrtCondition)6, second, ACL_RT_SWITCH_INT64, then, NULL, stream));
	EQUAL(107000, aclrtSwitchStream(first, ACL_RT_EQUAL, second, (aclrtCompareDataType)2, then, NULL, stream));
	EQUAL(107000, aclrtSwitchStream(first, ACL_RT_EQUAL, NULL, ACL_RT_SWITCH_INT32, then, NULL, stream));
	OK(aclrtDestroyStream(then));
	EQUAL(107017, aclrtSwitchStream(first, ACL_RT_EQUAL, second, ACL_RT_SWITCH_INT32, then, NULL, stream));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMalloc(&first, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
	OK(aclrtMalloc(&second, BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
	reductions();
	copies();
	fills();
	cache_operations();
	labels();
	switches();
	return 0;
}
