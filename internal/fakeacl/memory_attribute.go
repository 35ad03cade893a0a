// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"os"

	"github.com/ascend-go/aclpool/internal/driver"
)

// LocationType is aclrtMemLocationType.
type LocationType int32

const (
	LocationHost         LocationType = 0 // ACL_MEM_LOCATION_TYPE_HOST
	LocationDevice       LocationType = 1 // ACL_MEM_LOCATION_TYPE_DEVICE
	LocationUnregistered LocationType = 2 // ACL_MEM_LOCATION_TYPE_UNREGISTERED
	LocationManaged      LocationType = 3 // ACL_MEM_LOCATION_TYPE_MANAGED
)

// MemAttributes is aclrtPtrAttributes.
type MemAttributes struct {
	Type     LocationType
	Device   int32
	PageSize uint32 // bytes
}

// AttributesOf calls aclrtPointerGetAttributes. It needs no context.
func (m *Machine) AttributesOf(a driver.Addr) MemAttributes {
	page := uint32(os.Getpagesize())
	if o, ok := m.pinned.pinReachable(a, 1); ok {
		defer m.pinned.unpin(o)
		if o.host.managed {
			return MemAttributes{Type: LocationManaged, PageSize: page}
		}
		return MemAttributes{Type: LocationHost, PageSize: page}
	}
	if !IsDeviceAddress(a) {
		if o, pinned := m.pinned.pinAt(uintptr(a), 1); pinned {
			defer m.pinned.unpin(o)
			return MemAttributes{Type: LocationHost, PageSize: page}
		}
		return MemAttributes{Type: LocationUnregistered}
	}
	if d := m.virtual.deviceAt(a); d != nil {
		return MemAttributes{Type: LocationDevice, Device: d.id, PageSize: uint32(driver.Granule)}
	}
	if d := m.deviceOf(a); d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if _, st := d.operand("", "", a, 1); st.OK() {
			return MemAttributes{Type: LocationDevice, Device: d.id, PageSize: uint32(driver.Granule)}
		}
	}
	return MemAttributes{Type: LocationUnregistered}
}

// deviceAt returns the device whose memory is mapped at an address, or nil.
func (v *virtualMemory) deviceAt(a driver.Addr) *device {
	if !isVirtualAddress(a) {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if r := v.at(a); r != nil {
		for _, x := range r.maps.all() {
			if off := r.offset(a); off >= x.off && off < x.end() {
				return x.handle.memory.device
			}
		}
	}
	return nil
}
