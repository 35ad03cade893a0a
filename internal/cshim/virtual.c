//go:build cgo && linux && (amd64 || arm64) && !fakeacl

/* SPDX-License-Identifier: Apache-2.0 */

#include "call.h"

/* vendor_prop returns the properties as the library has them, with zeroed reserved bytes. */
static aclrtPhysicalMemProp vendor_prop(aclpool_physical p)
{
	return (aclrtPhysicalMemProp){
		.handleType = (aclrtMemHandleType)p.handle_type,
		.allocationType = (aclrtMemAllocationType)p.allocation_type,
		.memAttr = (aclrtMemAttr)p.attr,
		.location = {.id = (uint32_t)p.location_id, .type = (aclrtMemLocationType)p.location_type},
	};
}

static void *at(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

aclpool_result aclpool_reserve_mem_address(uintptr_t ac, uint64_t size, uint64_t alignment, uint64_t start, uint64_t flags)
{
	void *ptr = NULL;
	IN_CONTEXT(ac, aclrtReserveMemAddress, (&ptr, size, alignment, at(start), flags), (uintptr_t)ptr);
}

aclpool_result aclpool_release_mem_address(uintptr_t ac, uint64_t address)
{
	IN_CONTEXT(ac, aclrtReleaseMemAddress, (at(address)), 0);
}

aclpool_result aclpool_malloc_physical(uintptr_t ac, uint64_t size, aclpool_physical prop, uint64_t flags)
{
	const aclrtPhysicalMemProp p = vendor_prop(prop);
	aclrtDrvMemHandle handle = NULL;
	IN_CONTEXT(ac, aclrtMallocPhysical, (&handle, size, &p, flags), (uintptr_t)handle);
}

aclpool_result aclpool_free_physical(uintptr_t ac, uintptr_t handle)
{
	IN_CONTEXT(ac, aclrtFreePhysical, ((aclrtDrvMemHandle)handle), 0);
}

aclpool_result aclpool_map_mem(uintptr_t ac, uint64_t address, uint64_t size, uint64_t offset, uintptr_t handle, uint64_t flags)
{
	IN_CONTEXT(ac, aclrtMapMem, (at(address), size, offset, (aclrtDrvMemHandle)handle, flags), 0);
}

aclpool_result aclpool_unmap_mem(uintptr_t ac, uint64_t address)
{
	IN_CONTEXT(ac, aclrtUnmapMem, (at(address)), 0);
}

aclpool_result aclpool_granularity(uintptr_t ac, aclpool_physical prop, int32_t option)
{
	aclrtPhysicalMemProp p = vendor_prop(prop);
	size_t granularity = 0;
	IN_CONTEXT(ac, aclrtMemGetAllocationGranularity, (&p, (aclrtMemGranularityOptions)option, &granularity), granularity);
}

aclpool_result aclpool_set_access(uintptr_t ac, uint64_t address, uint64_t size, aclrtMemAccessDesc *desc, uint64_t count)
{
	IN_CONTEXT(ac, aclrtMemSetAccess, (at(address), size, desc, count), 0);
}

aclpool_result aclpool_get_access(uintptr_t ac, uint64_t address, int32_t location_id, int32_t location_type)
{
	aclrtMemLocation location = {.id = (uint32_t)location_id, .type = (aclrtMemLocationType)location_type};
	uint64_t flags = 0;
	IN_CONTEXT(ac, aclrtMemGetAccess, (at(address), &location, &flags), flags);
}

aclpool_result aclpool_retain_allocation(uintptr_t ac, uint64_t address)
{
	aclrtDrvMemHandle handle = NULL;
	IN_CONTEXT(ac, aclrtMemRetainAllocationHandle, (at(address), &handle), (uintptr_t)handle);
}

static aclpool_result allocation_properties(uintptr_t ac, uintptr_t handle, aclrtPhysicalMemProp *prop)
{
	IN_CONTEXT(ac, aclrtMemGetAllocationPropertiesFromHandle, ((aclrtDrvMemHandle)handle, prop), 0);
}

aclpool_physical_result aclpool_allocation_properties(uintptr_t ac, uintptr_t handle)
{
	aclrtPhysicalMemProp p = {0};
	const aclpool_result result = allocation_properties(ac, handle, &p);

	return (aclpool_physical_result){result, {(int32_t)p.handleType, (int32_t)p.allocationType, (int32_t)p.memAttr,
		(int32_t)p.location.id, (int32_t)p.location.type}};
}

aclpool_result aclpool_export(uintptr_t ac, uintptr_t handle, int32_t handle_type, uint64_t flags)
{
	uint64_t shareable = 0;
	IN_CONTEXT(ac, aclrtMemExportToShareableHandle,
		((aclrtDrvMemHandle)handle, (aclrtMemHandleType)handle_type, flags, &shareable), shareable);
}

aclpool_result aclpool_import(uintptr_t ac, uint64_t shareable, int32_t device)
{
	aclrtDrvMemHandle handle = NULL;
	IN_CONTEXT(ac, aclrtMemImportFromShareableHandle, (shareable, device, &handle), (uintptr_t)handle);
}
