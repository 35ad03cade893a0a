/* SPDX-License-Identifier: Apache-2.0 */

/* Copies of batches, where memory is, and memory that another device reaches. */

#include "check.h"

MAYBE(aclrtMemcpyBatchV2);
MAYBE(aclrtMemcpyBatchAsyncV2);
MAYBE(aclrtMemGetAddressRange);
MAYBE(aclrtHostMemMapCapabilities);
MAYBE(aclrtMemP2PMap);
MAYBE(aclrtReserveMemAddressNoUCMemory);

enum { COPIES = 4, BYTES = 64 };

static aclrtStream stream;
static void *device[COPIES], *host[COPIES];
static size_t sizes[COPIES], room[COPIES];
static aclrtMemcpyBatchAttr up[2], down[2];
static size_t indexes[2] = {0, 2};

static void prepare(void)
{
	const aclrtMemLocation here = {0, ACL_MEM_LOCATION_TYPE_DEVICE}, there = {0, ACL_MEM_LOCATION_TYPE_HOST};

	for (int i = 0; i < COPIES; i++) {
		OK(aclrtMalloc(&device[i], BYTES, ACL_MEM_MALLOC_HUGE_FIRST));
		if (i < 2) /* the others are not pinned */
			OK(aclrtMallocHost(&host[i], BYTES));
		else
			CHECK((host[i] = malloc(BYTES)) != NULL);
		sizes[i] = room[i] = BYTES - i;
	}
	for (int i = 0; i < 2; i++) {
		memset(&up[i], 0, sizeof up[i]);
		up[i].dstLoc = here;
		up[i].srcLoc = there;
		down[i] = (aclrtMemcpyBatchAttr){there, here, {0}};
	}
}

static void fill(int first)
{
	for (int i = 0; i < COPIES; i++)
		memset(host[i], first + i, BYTES);
}

static void expect(int first)
{
	for (int i = 0; i < COPIES; i++)
		for (int j = 0; j < BYTES - i; j++)
			EQUAL(first + i, ((unsigned char *)host[i])[j]);
}

static void batches(void)
{
	size_t wrong = 99;

	fill(1);
	OK(aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	fill(50);
	OK(aclrtMemcpyBatchAsync(host, room, device, sizes, COPIES, down, indexes, 2, &wrong, stream));
	OK(aclrtSynchronizeStream(stream));
	expect(1);

	up[1].srcLoc.type = ACL_MEM_LOCATION_TYPE_DEVICE;
	EQUAL(107000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	EQUAL(2, wrong); /* the first copy with that attribute */
	up[1].srcLoc.type = ACL_MEM_LOCATION_TYPE_HOST;
	up[1].dstLoc.id = 1;
	EQUAL(107000, aclrtMemcpyBatchAsync(device, room, host, sizes, COPIES, up, indexes, 2, &wrong, stream));
	EQUAL(2, wrong);
	up[1].dstLoc.id = 0;

	indexes[1] = COPIES;
	EQUAL(107000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	EQUAL(SIZE_MAX, wrong);
	indexes[1] = 2;
	EQUAL(107000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 0, &wrong));
	EQUAL(100000, aclrtMemcpyBatch(device, room, host, sizes, 0, up, indexes, 1, &wrong));
	EQUAL(100000, aclrtMemcpyBatch(NULL, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	EQUAL(100000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, NULL));
	room[3] = 1;
	EQUAL(100000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	room[3] = BYTES - 3;
	up[0].rsv[15] = 1;
	EQUAL(100000, aclrtMemcpyBatch(device, room, host, sizes, COPIES, up, indexes, 2, &wrong));
	up[0].rsv[15] = 0;

	if (HAS(aclrtMemcpyBatchV2)) {
		fill(10);
		OK(aclrtMemcpyBatchAsyncV2(device, room, host, sizes, COPIES, up, indexes, 2, stream));
		OK(aclrtSynchronizeStream(stream));
		fill(60);
		OK(aclrtMemcpyBatchV2(host, room, device, sizes, COPIES, down, indexes, 2));
		expect(10);
	}
}

static void places(void)
{
	void *addresses[] = {device[0], device[1], NULL};
	aclrtHostMemMapCapability can = ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED;
	void *range, *base;
	uint32_t is = 9;
	size_t size;

	OK(aclrtReserveMemAddress(&range, 2 << 20, 0, NULL, 1));
	OK(aclrtCheckMemType(addresses, 2, ACL_RT_MEM_TYPE_DEV, &is, 0));
	EQUAL(1, is);
	addresses[2] = range;
	OK(aclrtCheckMemType(addresses, 3, ACL_RT_MEM_TYPE_DEV, &is, 0));
	EQUAL(0, is);
	OK(aclrtCheckMemType(addresses, 3, ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_RSVD, &is, 0));
	EQUAL(1, is);
	EQUAL(107000, aclrtCheckMemType(addresses, 3, 1, &is, 0));
	OK(aclrtReleaseMemAddress(range));

	if (HAS(aclrtMemGetAddressRange)) {
		OK(aclrtMemGetAddressRange((char *)device[1] + 9, &base, &size));
		CHECK(base == device[1] && size >= BYTES);
		OK(aclrtMemGetAddressRange((char *)host[0] + 9, &base, &size));
		CHECK(base == host[0] && size == BYTES);
		EQUAL(107000, aclrtMemGetAddressRange(host[2], &base, &size));
		EQUAL(100000, aclrtMemGetAddressRange(NULL, &base, &size));
	}
	if (HAS(aclrtHostMemMapCapabilities)) {
		OK(aclrtHostMemMapCapabilities(0, ACL_RT_HAC_TYPE_AIC, &can));
		EQUAL(ACL_RT_HOST_MEM_MAP_SUPPORTED, can);
		OK(aclrtHostMemMapCapabilities(0, ACL_RT_HAC_TYPE_DVPP, &can));
		EQUAL(ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED, can);
		EQUAL(107001, aclrtHostMemMapCapabilities(2, ACL_RT_HAC_TYPE_AIC, &can));
	}
}

static void peers(void)
{
	void *p;

	if (HAS(aclrtMemP2PMap)) {
		EQUAL(107000, aclrtMemP2PMap(device[0], BYTES, 1, 0));
		OK(aclrtSetDevice(1));
		OK(aclrtDeviceEnablePeerAccess(0, 0));
		OK(aclrtMemP2PMap(device[0], BYTES, 1, 0));
		EQUAL(107000, aclrtMemP2PMap(device[0], BYTES, 1, 1));
		OK(aclrtResetDevice(1));
		OK(aclrtSetDevice(0));
	}
	if (HAS(aclrtReserveMemAddressNoUCMemory))
		EQUAL(207000, aclrtReserveMemAddressNoUCMemory(&p, 2 << 20, 0, NULL, 1)); /* of A3 only */
	OK(aclrtMallocForTaskScheduler(&p, 64, ACL_MEM_MALLOC_HUGE_FIRST, NULL));
	OK(aclrtMemset(p, 64, 1, 64));
	OK(aclrtFree(p));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	prepare();
	batches();
	places();
	peers();
	return 0;
}
