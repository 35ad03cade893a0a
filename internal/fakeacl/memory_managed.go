// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Managed memory stays where it is. What a program advises and prefetches is kept for each of its
// pages of 2 MiB, so that it can be asked for.

// ManagedLocationType is aclrtMemManagedLocationType.
type ManagedLocationType int32

const (
	ManagedNowhere  ManagedLocationType = 0 // ACL_MEM_LOCATIONTYPE_INVALID
	ManagedOnDevice ManagedLocationType = 1 // ACL_MEM_LOCATIONTYPE_DEVICE
	ManagedOnHost   ManagedLocationType = 2 // ACL_MEM_LOCATIONTYPE_HOST
	ManagedOnNode   ManagedLocationType = 3 // ACL_MEM_LOCATIONTYPE_HOST_NUMA
	ManagedOnOwn    ManagedLocationType = 4 // ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT, the node of the thread
)

// ManagedLocation is aclrtMemManagedLocation.
type ManagedLocation struct {
	Type ManagedLocationType
	ID   int32 // of a device or a node
}

// nowhere is the number of no location.
const nowhere int32 = -2

// number returns the location as one number: that of the device or the node, or -1 for the host.
func (l ManagedLocation) number() int32 {
	switch l.Type {
	case ManagedOnDevice, ManagedOnNode:
		return l.ID
	case ManagedOnHost, ManagedOnOwn:
		return -1
	}
	return nowhere
}

// ManagedAdvice is aclrtMemManagedAdviseType.
type ManagedAdvice int32

const (
	AdviseReadMostly    ManagedAdvice = 0 // ACL_MEM_ADVISE_SET_READ_MOSTLY, and then the opposites
	AdviseNotReadMostly ManagedAdvice = 1
	AdvisePreferred     ManagedAdvice = 2 // ACL_MEM_ADVISE_SET_PREFERRED_LOCATION
	AdviseNotPreferred  ManagedAdvice = 3
	AdviseAccessed      ManagedAdvice = 4 // ACL_MEM_ADVISE_SET_ACCESSED_BY
	AdviseNotAccessed   ManagedAdvice = 5
)

// managedPage is what is advised for a page, and where it was prefetched to.
type managedPage struct {
	readMostly            bool
	preferred, prefetched ManagedLocation
	accessedBy            []ManagedLocation
}

func (p *managedPage) advise(a ManagedAdvice, l ManagedLocation) {
	switch a {
	case AdviseReadMostly, AdviseNotReadMostly:
		p.readMostly = a == AdviseReadMostly
	case AdvisePreferred:
		p.preferred = l
	case AdviseNotPreferred:
		p.preferred = ManagedLocation{}
	case AdviseAccessed, AdviseNotAccessed:
		p.accessedBy = slices.DeleteFunc(p.accessedBy, func(o ManagedLocation) bool { return o == l })
		if a == AdviseAccessed {
			p.accessedBy = append(p.accessedBy, l)
		}
	}
}

// withPages calls f with the pages of a range, while what is advised is locked. It fails as op
// unless the range is in managed memory.
func (m *Machine) withPages(op string, a driver.Addr, size uint64, f func([]managedPage)) driver.Status {
	p := &m.pinned
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.after(uintptr(a)); !IsDeviceAddress(a) && i > 0 && size > 0 {
		b := p.blocks[i-1]
		off := uint64(uintptr(a) - b.start)
		if n := uint64(len(b.bytes)); b.managed && off < n && size <= n-off {
			if b.pages == nil {
				b.pages = make([]managedPage, n/driver.Granule)
			}
			f(b.pages[off/driver.Granule : (off+size-1)/driver.Granule+1])
			return driver.Status{}
		}
	}
	return fail(driver.RTParamInvalid, badArgument, op, "%d bytes at %#x are not in managed memory", size, uint64(a))
}

// checkManagedLocation fails as op for a location that does not exist.
func (m *Machine) checkManagedLocation(op string, l ManagedLocation) driver.Status {
	switch {
	case l.Type < ManagedNowhere || l.Type > ManagedOnOwn:
		return fail(driver.RTParamInvalid, badArgument, op, "location.type is %d: want %d to %d", l.Type, ManagedNowhere, ManagedOnOwn)
	case l.Type == ManagedOnDevice && (l.ID < 0 || int(l.ID) >= len(m.devices)):
		return fail(driver.RTParamInvalid, badArgument, op, "location.id is %d: there are %d devices", l.ID, len(m.devices))
	}
	return driver.Status{}
}

// ManagedAdvise calls aclrtMemManagedAdvise, for all pages that the range touches.
func (m *Machine) ManagedAdvise(ac driver.Context, a driver.Addr, size uint64, advice ManagedAdvice, l ManagedLocation) driver.Status {
	const op = "aclrtMemManagedAdvise"
	if advice < AdviseReadMostly || advice > AdviseNotAccessed {
		return fail(driver.RTParamInvalid, badArgument, op, "advise is %d: want %d to %d", advice, AdviseReadMostly, AdviseNotAccessed)
	}
	if st := m.checkManagedLocation(op, l); !st.OK() {
		return st
	}
	if st := m.CheckContext(op, ac); !st.OK() {
		return st
	}
	return m.withPages(op, a, size, func(pages []managedPage) {
		for i := range pages {
			pages[i].advise(advice, l)
		}
	})
}

// Prefetch is one range of aclrtMemManagedPrefetchBatchAsync.
type Prefetch struct {
	Addr driver.Addr
	Size uint64 // bytes
	To   ManagedLocation
}

// ManagedPrefetch calls aclrtMemManagedPrefetchAsync, or as op aclrtMemManagedPrefetchBatchAsync.
// The stream has nothing to do.
func (m *Machine) ManagedPrefetch(op string, ac driver.Context, ranges []Prefetch, flags uint64, h driver.Stream) driver.Status {
	if flags != 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: want 0", flags)
	}
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	s.device.mu.Unlock()
	for _, r := range ranges {
		if st := m.checkManagedLocation(op, r.To); !st.OK() {
			return st
		}
		st := m.withPages(op, r.Addr, r.Size, func(pages []managedPage) {
			for i := range pages {
				pages[i].prefetched = r.To
			}
		})
		if !st.OK() {
			return st
		}
	}
	return driver.Status{}
}

// ManagedAttr is aclrtMemManagedRangeAttribute.
type ManagedAttr int32

const (
	ManagedReadMostly     ManagedAttr = 1 // ACL_MEM_RANGE_ATTRIBUTE_READ_MOSTLY
	ManagedPreferred      ManagedAttr = 2 // ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION
	ManagedAccessedBy     ManagedAttr = 3 // ACL_MEM_RANGE_ATTRIBUTE_ACCESSED_BY
	ManagedPreferredType  ManagedAttr = 4 // ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE
	ManagedPreferredID    ManagedAttr = 5 // ACL_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID
	ManagedPrefetched     ManagedAttr = 6 // ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION
	ManagedPrefetchedType ManagedAttr = 7 // ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE
	ManagedPrefetchedID   ManagedAttr = 8 // ACL_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID
)

// managedWord is the size of a value of an attribute, in bytes.
const managedWord = 4

// ManagedAttribute calls aclrtMemManagedGetAttr, or as op aclrtMemManagedGetAttrs. It stores one
// number of 32 bits in data, or as many as there is room for. Where the pages of the range differ
// there is no location: number -2 and type 0.
func (m *Machine) ManagedAttribute(op string, attr ManagedAttr, a driver.Addr, size uint64, data []byte) driver.Status {
	n := len(data) / managedWord
	switch {
	case attr < ManagedReadMostly || attr > ManagedPrefetchedID:
		return fail(driver.RTParamInvalid, badArgument, op, "attribute %d is unknown", attr)
	case n == 0 || len(data)%managedWord != 0 || n > 1 && attr != ManagedAccessedBy:
		return fail(driver.RTParamInvalid, badArgument, op, "the size of the data is %d bytes: want %d", len(data), managedWord)
	}
	return m.withPages(op, a, size, func(pages []managedPage) {
		for i := range n {
			endian.NativeEndian.PutUint32(data[i*managedWord:], uint32(valueOf(attr, pages, i)))
		}
	})
}

// valueOf returns the value of an attribute of pages: the i-th of those that access them.
func valueOf(attr ManagedAttr, pages []managedPage, i int) int32 {
	preferred := common(pages, func(p managedPage) ManagedLocation { return p.preferred })
	prefetched := common(pages, func(p managedPage) ManagedLocation { return p.prefetched })
	switch attr {
	case ManagedReadMostly:
		if !slices.ContainsFunc(pages, func(p managedPage) bool { return !p.readMostly }) {
			return 1
		}
		return 0
	case ManagedPreferred:
		return preferred.number()
	case ManagedPreferredType:
		return int32(preferred.Type)
	case ManagedPreferredID:
		return preferred.ID
	case ManagedPrefetched:
		return prefetched.number()
	case ManagedPrefetchedType:
		return int32(prefetched.Type)
	case ManagedPrefetchedID:
		return prefetched.ID
	}
	if all := accessors(pages); i < len(all) {
		return all[i].number()
	}
	return nowhere
}

// common returns the location that all pages have, or nowhere.
func common(pages []managedPage, of func(managedPage) ManagedLocation) ManagedLocation {
	first := of(pages[0])
	if slices.ContainsFunc(pages, func(p managedPage) bool { return of(p) != first }) {
		return ManagedLocation{}
	}
	return first
}

// accessors returns who accesses all of the pages.
func accessors(pages []managedPage) (all []ManagedLocation) {
	for _, l := range pages[0].accessedBy {
		if !slices.ContainsFunc(pages, func(p managedPage) bool { return !slices.Contains(p.accessedBy, l) }) {
			all = append(all, l)
		}
	}
	return all
}
