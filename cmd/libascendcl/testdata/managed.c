/* SPDX-License-Identifier: Apache-2.0 */

/* What is advised for managed memory, and where it was prefetched to. */

#include "check.h"

enum { PAGE = 2 << 20, PAGES = 3 };

static char *memory;
static aclrtStream stream;

static int32_t get(aclrtMemManagedRangeAttribute attribute, int first, int count)
{
	int32_t value = 77;

	OK(aclrtMemManagedGetAttr(attribute, memory + first * PAGE, (size_t)count * PAGE, &value, sizeof value));
	return value;
}

static void advice(void)
{
	const aclrtMemManagedLocation nowhere = {ACL_MEM_LOCATIONTYPE_INVALID, 0}, host = {ACL_MEM_LOCATIONTYPE_HOST, 0};
	const aclrtMemManagedLocation here = {ACL_MEM_LOCATIONTYPE_DEVICE, 0}, none = {ACL_MEM_LOCATIONTYPE_DEVICE, 9};
	int32_t mostly = 77, by[3] = {77, 77, 77};
	aclrtMemManagedRangeAttribute both[] = {ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY};
	void *data[] = {&mostly, by};
	size_t room[] = {sizeof mostly, sizeof by};

	EQUAL(0, get(ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, 0, PAGES));
	EQUAL(-2, get(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, PAGES));
	OK(aclrtMemManagedAdvise(memory, PAGES * PAGE, ACL_MEM_ADVISE_SET_READ_MOSTLY, nowhere));
	OK(aclrtMemManagedAdvise(memory, PAGES * PAGE, ACL_MEM_ADVISE_SET_ACCESSED_BY, here));
	OK(aclrtMemManagedAdvise(memory, PAGES * PAGE, ACL_MEM_ADVISE_SET_ACCESSED_BY, host));
	OK(aclrtMemManagedGetAttrs(both, 2, memory, PAGES * PAGE, data, room));
	CHECK(mostly == 1 && by[0] == 0 && by[1] == -1 && by[2] == -2);
	OK(aclrtMemManagedAdvise(memory, PAGE, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
	EQUAL(-1, get(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, 1));
	EQUAL(ACL_MEM_LOCATIONTYPE_HOST, get(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, 0, 1));
	EQUAL(ACL_MEM_LOCATIONTYPE_INVALID, get(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, 0, 2));
	OK(aclrtMemManagedAdvise(memory, PAGE, ACL_MEM_ADVISE_UNSET_PREFERRED_LOCATION, nowhere));
	EQUAL(-2, get(ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, 0, 1));

	EQUAL(107000, aclrtMemManagedAdvise(memory, PAGE, ACL_MEM_ADVISE_SET_PREFERRED_LOCATION, none));
	EQUAL(107000, aclrtMemManagedAdvise(memory, PAGE, (aclrtMemManagedAdviseType)6, host));
	EQUAL(107000, aclrtMemManagedGetAttr((aclrtMemManagedRangeAttribute)9, memory, PAGE, &mostly, sizeof mostly));
	EQUAL(107000, aclrtMemManagedGetAttr(both[0], memory, PAGE, &mostly, 8));
	EQUAL(107000, aclrtMemManagedGetAttr(both[0], memory, PAGES * PAGE + 1, &mostly, 4));
	EQUAL(100000, aclrtMemManagedGetAttr(both[0], memory, 0, &mostly, 4));
	EQUAL(100000, aclrtMemManagedGetAttrs(both, 2, NULL, PAGE, data, room));
}

static void prefetches(void)
{
	aclrtMemManagedLocation to[] = {{ACL_MEM_LOCATIONTYPE_DEVICE, 0}, {ACL_MEM_LOCATIONTYPE_HOST, 0}};
	const void *ranges[] = {memory, memory + PAGE, memory + 2 * PAGE};
	size_t sizes[] = {PAGE, PAGE, PAGE}, from[] = {0, 2};

	OK(aclrtMemManagedPrefetchAsync(memory, PAGES * PAGE, to[1], 0, stream));
	EQUAL(-1, get(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 0, PAGES));
	OK(aclrtMemManagedPrefetchBatchAsync(ranges, sizes, 3, to, from, 2, 0, stream));
	OK(aclrtSynchronizeStream(stream));
	EQUAL(0, get(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 0, 2));
	EQUAL(-1, get(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 2, 1));
	EQUAL(-2, get(ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, 0, 3));
	from[1] = 0;
	EQUAL(107000, aclrtMemManagedPrefetchBatchAsync(ranges, sizes, 3, to, from, 2, 0, stream));
	EQUAL(107000, aclrtMemManagedPrefetchBatchAsync(ranges, sizes, 3, to, from, 1, 1, stream));
	EQUAL(107000, aclrtMemManagedPrefetchAsync(&ranges, 64, to[0], 0, stream));
	EQUAL(100000, aclrtMemManagedPrefetchBatchAsync(NULL, sizes, 3, to, from, 2, 0, stream));
}

int main(void)
{
	OK(aclInit(NULL));
	OK(aclrtSetDevice(0));
	OK(aclrtCreateStream(&stream));
	OK(aclrtMemAllocManaged((void **)&memory, PAGES * PAGE, ACL_RT_MEM_ATTACH_GLOBAL));
	advice();
	prefetches();
	OK(aclrtFree(memory));
	return 0;
}
