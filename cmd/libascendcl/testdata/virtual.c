/* SPDX-License-Identifier: Apache-2.0 */

/* Memory is reserved, mapped, moved and shared, as programs do that manage addresses themselves. */

#include "check.h"

MAYBE(aclrtMemMapNoAccess); /* releases since 9.2 have it */

enum { MIB = 1 << 20, STEPS = 4 };

static const aclrtPhysicalMemProp on_device = {
	.handleType = ACL_MEM_HANDLE_TYPE_NONE,
	.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED,
	.memAttr = ACL_HBM_MEM_HUGE,
	.location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE},
};

static size_t left(void)
{
	size_t free, total;

	OK(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total));
	return free;
}

static size_t granularity(void)
{
	aclrtPhysicalMemProp prop = on_device;
	size_t minimum = 0, recommended = 0;

	OK(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &minimum));
	OK(aclrtMemGetAllocationGranularity(&prop, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &recommended));
	EQUAL(2 * MIB, minimum);
	CHECK(recommended % minimum == 0);
	return minimum;
}

static uint32_t word_at(const void *device)
{
	uint32_t word = 0;

	OK(aclrtMemcpy(&word, sizeof word, device, sizeof word, ACL_MEMCPY_DEVICE_TO_HOST));
	return word;
}

/* A buffer that grows without moving: what it has stays where it is. */
static void grow(size_t unit)
{
	aclrtDrvMemHandle parts[STEPS];
	const size_t before = left();
	aclrtStream stream;
	char *base = NULL;

	OK(aclrtCreateStream(&stream));
	OK(aclrtReserveMemAddress((void **)&base, STEPS * unit, 0, NULL, 1));
	EQUAL(before, left());
	for (uint32_t i = 0; i < STEPS; i++) {
		char *const end = base + i * unit;

		EQUAL(107000, aclrtMemset(end, unit, 0, unit)); /* not mapped yet */
		OK(aclrtMallocPhysical(&parts[i], unit, &on_device, 0));
		OK(aclrtMapMem(end, unit, 0, parts[i], 0));
		EQUAL(before - (i + 1) * unit, left());
		OK(aclrtMemcpy(end, sizeof i, &i, sizeof i, ACL_MEMCPY_HOST_TO_DEVICE));
	}
	for (uint32_t i = 0; i < STEPS; i++)
		EQUAL(i, word_at(base + i * unit));
	OK(aclrtMemsetAsync(base, STEPS * unit, 0x11, STEPS * unit, stream)); /* over all parts */
	OK(aclrtSynchronizeStream(stream));
	EQUAL(0x11111111, word_at(base + 3 * unit - 2));

	EQUAL(107000, aclrtReleaseMemAddress(base)); /* still mapped */
	for (uint32_t i = 0; i < STEPS; i++) {
		OK(aclrtFreePhysical(parts[i])); /* gone with the mapping */
		OK(aclrtUnmapMem(base + i * unit));
	}
	EQUAL(before, left());
	OK(aclrtReleaseMemAddress(base));
	EQUAL(107000, aclrtMemset(base, unit, 0, unit));
	OK(aclrtDestroyStream(stream));
}

/* Copies a word to the first of two addresses from the second. */
static int copies(uintptr_t user, const void *args, size_t size, uint32_t block, uint32_t blocks)
{
	const uint64_t *addresses = args;
	const uint32_t *from = aclpoolSimReadMemory(addresses[1], sizeof *from);
	uint32_t *to = aclpoolSimMemory(addresses[0], sizeof *to);

	(void)user, (void)size, (void)block, (void)blocks;
	if (from == NULL || to == NULL)
		return aclpoolSimFail("no memory there");
	*to = *from;
	return 0;
}

/* One memory at two addresses, and for another device. */
static void share(size_t unit)
{
	aclrtMemAccessDesc desc = {.flags = ACL_RT_MEM_ACCESS_FLAGS_READ, .location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtDrvMemHandle memory, retained, imported;
	void *one = NULL, *other = NULL, *there = NULL;
	const uint32_t value = 42;
	uint64_t number, flags, fabric[16];

	OK(aclrtMallocPhysical(&memory, unit, &on_device, 0));
	OK(aclrtReserveMemAddress(&one, unit, 0, NULL, 1));
	OK(aclrtReserveMemAddress(&other, unit, 0, NULL, 1));
	OK(aclrtReserveMemAddress(&there, unit, 0, NULL, 1));
	OK(aclrtMapMem(one, unit, 0, memory, 0));
	OK(aclrtMapMem(other, unit, 0, memory, 0));
	OK(aclrtMemcpy(one, sizeof value, &value, sizeof value, ACL_MEMCPY_HOST_TO_DEVICE));
	EQUAL(value, word_at(other));

	OK(aclrtMemSetAccess(other, unit, &desc, 1));
	OK(aclrtMemGetAccess(other, &desc.location, &flags));
	EQUAL(ACL_RT_MEM_ACCESS_FLAGS_READ, flags);
	EQUAL(value, word_at(other));
	EQUAL(107000, aclrtMemset(other, unit, 0, unit));
	OK(aclpoolSimRegisterKernel("copies", copies, 0));
	OK(aclpoolSimLaunch("copies", 1, NULL, &(uint64_t[2]){(uintptr_t)one, (uintptr_t)other}, 16));
	OK(aclrtSynchronizeStream(NULL));
	EQUAL(value, word_at(one));
	OK(aclpoolSimLaunch("copies", 1, NULL, &(uint64_t[2]){(uintptr_t)other, (uintptr_t)one}, 16));
	EQUAL(507015, aclrtSynchronizeStream(NULL));
	OK(aclrtUnmapMem(other));

	OK(aclrtMemRetainAllocationHandle(one, &retained));
	CHECK(retained == memory);
	OK(aclrtFreePhysical(retained));

	OK(aclrtMemExportToShareableHandle(memory, ACL_MEM_HANDLE_TYPE_NONE, 0, &number));
	OK(aclrtMemSetPidToShareableHandle(number, &(int32_t){1}, 1));
	OK(aclrtMemImportFromShareableHandle(number, 1, &imported));
	OK(aclrtMapMem(there, unit, 0, imported, 0));
	OK(aclrtSetDevice(1));
	EQUAL(value, word_at(there));
	OK(aclrtUnmapMem(there));
	OK(aclrtFreePhysical(imported));
	OK(aclrtMemExportToShareableHandleV2(memory, 0, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, fabric));
	EQUAL(number, fabric[0]);
	EQUAL(0, fabric[15]);
	OK(aclrtMemSetPidToShareableHandleV2(fabric, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, &(int32_t){1}, 1));
	OK(aclrtMemImportFromShareableHandleV2(fabric, ACL_MEM_SHARE_HANDLE_TYPE_FABRIC, 0, &imported));
	OK(aclrtMapMem(there, unit, 0, imported, 0));
	EQUAL(value, word_at(there)); /* for the current device */
	OK(aclrtSetDevice(0));
	EQUAL(100000, aclrtMemExportToShareableHandleV2(memory, 0, (aclrtMemSharedHandleType)3, fabric));

	OK(aclrtUnmapMem(there));
	OK(aclrtFreePhysical(imported));
	OK(aclrtUnmapMem(one));
	OK(aclrtFreePhysical(memory));
	EQUAL(107000, aclrtMemImportFromShareableHandle(number, 1, &imported));
	OK(aclrtReleaseMemAddress(one));
	OK(aclrtReleaseMemAddress(other));
	OK(aclrtReleaseMemAddress(there));
}

static void newer(size_t unit)
{
	aclrtMemAccessDesc desc = {.flags = ACL_RT_MEM_ACCESS_FLAGS_READWRITE, .location = {.id = 0, .type = ACL_MEM_LOCATION_TYPE_DEVICE}};
	aclrtPhysicalMemProp prop;
	aclrtDrvMemHandle memory;
	void *p = NULL;

	OK(aclrtMallocPhysical(&memory, unit, &on_device, 0));
	OK(aclrtReserveMemAddress(&p, unit, 0, NULL, 1));
	OK(aclrtMemGetAllocationPropertiesFromHandle(memory, &prop));
	CHECK(memcmp(&prop, &on_device, sizeof prop) == 0);
	OK(aclrtMemMapNoAccess(p, unit, 0, memory, 0));
	EQUAL(107000, aclrtMemset(p, unit, 0, unit));
	OK(aclrtMemSetAccess(p, unit, &desc, 1));
	OK(aclrtMemset(p, unit, 0, unit));
	OK(aclrtUnmapMem(p));
	OK(aclrtReleaseMemAddress(p));
	OK(aclrtFreePhysical(memory));
}

int main(void)
{
	void *p = (void *)1;
	size_t unit;

	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	unit = granularity();
	grow(unit);
	share(unit);
	if (HAS(aclrtMemMapNoAccess))
		newer(unit);

	/* A device whose driver has no virtual memory. */
	EQUAL(0, setenv("ACLPOOL_SIM_VIRTUAL", "off", 1));
	OK(aclpoolSimReset());
	OK(aclrtSetDevice(0));
	EQUAL(207000, aclrtReserveMemAddress(&p, unit, 0, NULL, 1));
	EQUAL(207000, aclrtMallocPhysical(&p, unit, &on_device, 0));
	CHECK(p == (void *)1);
	unread();
	return 0;
}
