/* SPDX-License-Identifier: Apache-2.0 */

/* The functions of virtual memory, as values.c has the others. */
#include <string.h>

#include "library.h"

#define HANDLE(number) ((void *)(uintptr_t)(UINT64_C(0xabcd000000000000) | (number)))

static _Thread_local aclrtContext current;

aclError aclrtGetCurrentContext(aclrtContext *c) { *c = current; return current == NULL ? ACLPOOL_NO_CONTEXT : 0; }
aclError aclrtSetCurrentContext(aclrtContext c) { current = c; return 0; }

aclError aclrtReserveMemAddress(void **p, size_t size, size_t alignment, void *wish, uint64_t flags)
{
	*p = HANDLE(size * 1000 + alignment * 100 + (uintptr_t)wish * 10 + flags);
	return 0;
}

aclError aclrtReleaseMemAddress(void *p) { return p == HANDLE(1) ? 0 : 107000; }

static int is_good(const aclrtPhysicalMemProp *p)
{
	return p->handleType == (aclrtMemHandleType)2 && p->allocationType == (aclrtMemAllocationType)3 && p->memAttr == ACL_MEM_P2P_HUGE
		&& p->location.id == 7 && p->location.type == (aclrtMemLocationType)4 && p->reserve == 0;
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle *h, size_t size, const aclrtPhysicalMemProp *p, uint64_t flags)
{
	*h = HANDLE(size * 10 + flags);
	return is_good(p) ? 0 : 100000;
}

aclError aclrtFreePhysical(aclrtDrvMemHandle h) { return h == HANDLE(2) ? 0 : 107000; }

aclError aclrtMapMem(void *p, size_t size, size_t offset, aclrtDrvMemHandle h, uint64_t flags)
{
	return p == HANDLE(1) && size == 20 && offset == 30 && h == HANDLE(2) && flags == 40 ? 0 : 107000;
}

aclError aclrtUnmapMem(void *p) { return p == HANDLE(3) ? 0 : 107000; }

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp *p, aclrtMemGranularityOptions option, size_t *granularity)
{
	*granularity = (UINT64_C(1) << 40) + option;
	return is_good(p) ? 0 : 100000;
}

aclError aclrtMemSetAccess(void *p, size_t size, aclrtMemAccessDesc *desc, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (desc[i].flags != (i == 0 ? ACL_RT_MEM_ACCESS_FLAGS_READ : ACL_RT_MEM_ACCESS_FLAGS_READWRITE) || desc[i].location.id != i + 5
			|| desc[i].location.type != ACL_MEM_LOCATION_TYPE_DEVICE || desc[i].rsv[0] != 0 || desc[i].rsv[11] != 0)
			return 100000;
	return p == HANDLE(1) && size == 20 ? 0 : 107000;
}

aclError aclrtMemGetAccess(void *p, aclrtMemLocation *location, uint64_t *flag)
{
	*flag = location->id == 6 && location->type == ACL_MEM_LOCATION_TYPE_DEVICE ? ACL_RT_MEM_ACCESS_FLAGS_READWRITE : ACL_RT_MEM_ACCESS_FLAGS_NONE;
	return p == HANDLE(1) ? 0 : 107000;
}

aclError aclrtMemRetainAllocationHandle(void *p, aclrtDrvMemHandle *h) { *h = (char *)p + 1; return 0; }

aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle h, aclrtPhysicalMemProp *p)
{
	*p = (aclrtPhysicalMemProp){(aclrtMemHandleType)2, (aclrtMemAllocationType)3, ACL_MEM_P2P_HUGE, {7, (aclrtMemLocationType)4}, 99};
	return h == HANDLE(2) ? 0 : 107000;
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle h, aclrtMemHandleType type, uint64_t flags, uint64_t *shareable)
{
	*shareable = (UINT64_C(1) << 63) + type * 10 + flags;
	return h == HANDLE(2) ? 0 : 107000;
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareable, int32_t device, aclrtDrvMemHandle *h)
{
	*h = HANDLE(device);
	return shareable == (UINT64_C(1) << 63) + 1 ? 0 : 107000;
}
