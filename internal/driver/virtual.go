// SPDX-License-Identifier: Apache-2.0

package driver

// VirtualMemory is a driver with functions for virtual memory: address ranges that are
// reserved, physical memory without an address, and mappings of one to the other. It is
// optional. Not every library has all of its functions, see [API].Has, and a product may
// refuse them.
type VirtualMemory interface {
	// ReserveMemAddress calls aclrtReserveMemAddress. A zero start leaves the choice to the
	// driver.
	ReserveMemAddress(ac Context, size, alignment uint64, start Addr, flags uint64) (Addr, Status)
	ReleaseMemAddress(ac Context, a Addr) Status // aclrtReleaseMemAddress

	MallocPhysical(ac Context, size uint64, prop PhysicalMemProp, flags uint64) (PhysicalMem, Status) // aclrtMallocPhysical
	FreePhysical(ac Context, h PhysicalMem) Status                                                    // aclrtFreePhysical

	MapMem(ac Context, a Addr, size, offset uint64, h PhysicalMem, flags uint64) Status // aclrtMapMem
	UnmapMem(ac Context, a Addr) Status                                                 // aclrtUnmapMem

	MemGetAllocationGranularity(ac Context, prop PhysicalMemProp, option MemGranularity) (uint64, Status) // aclrtMemGetAllocationGranularity
	MemSetAccess(ac Context, a Addr, size uint64, access []MemAccess) Status                              // aclrtMemSetAccess
	MemGetAccess(ac Context, a Addr, location MemLocation) (MemAccessFlags, Status)                       // aclrtMemGetAccess
	MemRetainAllocationHandle(ac Context, a Addr) (PhysicalMem, Status)                                   // aclrtMemRetainAllocationHandle
	// MemGetAllocationPropertiesFromHandle calls aclrtMemGetAllocationPropertiesFromHandle.
	MemGetAllocationPropertiesFromHandle(ac Context, h PhysicalMem) (PhysicalMemProp, Status)

	MemExportToShareableHandle(ac Context, h PhysicalMem, handleType int32, flags uint64) (uint64, Status) // aclrtMemExportToShareableHandle
	MemImportFromShareableHandle(ac Context, shareable uint64, device int32) (PhysicalMem, Status)         // aclrtMemImportFromShareableHandle
}

// VirtualMemoryFunctions returns the C names of the functions without which no virtual memory
// can be used: to reserve and release addresses, to allocate and free physical memory, to map
// and to unmap.
func VirtualMemoryFunctions() []string {
	return []string{
		"aclrtReserveMemAddress", "aclrtReleaseMemAddress", "aclrtMallocPhysical", "aclrtFreePhysical",
		"aclrtMapMem", "aclrtUnmapMem",
	}
}
