// SPDX-License-Identifier: Apache-2.0

package driver

// PhysicalMem is an aclrtDrvMemHandle: physical memory, which has no address of its own.
type PhysicalMem uintptr

// PhysicalMemProp is aclrtPhysicalMemProp without its reserved bytes, which the drivers set to
// zero.
type PhysicalMemProp struct {
	HandleType int32 // HandleNone
	AllocType  int32 // AllocationPinned
	Attr       MemAttr
	Location   MemLocation
}

// MemLocation is aclrtMemLocation: where memory is, or who accesses it.
type MemLocation struct {
	ID   int32 // device number, 0 for the host
	Type int32 // LocationTypeHost, LocationTypeDevice or another one of aclrtMemLocationType
}

// More values of aclrtMemLocationType.
const (
	LocationTypeUnregistered int32 = 2 // ACL_MEM_LOCATION_TYPE_UNREGISTERED
	LocationTypeManaged      int32 = 3 // ACL_MEM_LOCATION_TYPE_MANAGED
	LocationTypeHostNUMA     int32 = 4 // ACL_MEM_LOCATION_TYPE_HOST_NUMA
)

// Kinds of memory that physical memory can be of.
const (
	MemHBMHuge      MemAttr = 4  // ACL_HBM_MEM_HUGE
	MemHBMNormal    MemAttr = 5  // ACL_HBM_MEM_NORMAL
	MemHBMP2PHuge   MemAttr = 8  // ACL_HBM_MEM_P2P_HUGE
	MemHBMP2PNormal MemAttr = 9  // ACL_HBM_MEM_P2P_NORMAL
	MemHBMHuge1G    MemAttr = 10 // ACL_HBM_MEM_HUGE1G
	MemHBMP2PHuge1G MemAttr = 11 // ACL_HBM_MEM_P2P_HUGE1G
	MemNormal       MemAttr = 12 // ACL_MEM_NORMAL
	MemHuge         MemAttr = 13 // ACL_MEM_HUGE
	MemHuge1G       MemAttr = 14 // ACL_MEM_HUGE1G
	MemP2PNormal    MemAttr = 15 // ACL_MEM_P2P_NORMAL
	MemP2PHuge      MemAttr = 16 // ACL_MEM_P2P_HUGE
	MemP2PHuge1G    MemAttr = 17 // ACL_MEM_P2P_HUGE1G
)

// MemGranularity is aclrtMemGranularityOptions.
type MemGranularity int32

const (
	GranularityMinimum     MemGranularity = 0 // ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM
	GranularityRecommended MemGranularity = 1 // ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED
)

// MemAccessFlags is aclrtMemAccessFlags: what a location may do with mapped memory.
type MemAccessFlags int32

const (
	AccessNone      MemAccessFlags = 0 // ACL_RT_MEM_ACCESS_FLAGS_NONE
	AccessRead      MemAccessFlags = 1 // ACL_RT_MEM_ACCESS_FLAGS_READ
	AccessReadWrite MemAccessFlags = 3 // ACL_RT_MEM_ACCESS_FLAGS_READWRITE
)

// MemAccess is aclrtMemAccessDesc without its reserved bytes, which the drivers set to zero.
type MemAccess struct {
	Flags    MemAccessFlags
	Location MemLocation
}
