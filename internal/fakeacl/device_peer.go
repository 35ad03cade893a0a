// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// DeviceDisablePeerAccess calls aclrtDeviceDisablePeerAccess.
func (m *Machine) DeviceDisablePeerAccess(ac driver.Context, peer int32) driver.Status {
	const op = "aclrtDeviceDisablePeerAccess"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	if peer == c.device.id {
		return fail(driver.InvalidParam, badArgument, op, "device %d needs no access to itself", peer)
	}
	if _, st := m.numbered(op, peer); !st.OK() {
		return st
	}
	c.device.peers[peer] = false
	return driver.Status{}
}

// DevicePeerAccess calls aclrtDevicePeerAccessStatus.
func (m *Machine) DevicePeerAccess(id, peer int32) (enabled bool, _ driver.Status) {
	const op = "aclrtDevicePeerAccessStatus"
	d, st := m.numbered(op, id)
	if !st.OK() {
		return false, st
	}
	if _, st := m.numbered(op, peer); !st.OK() {
		return false, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.peers[peer], driver.Status{}
}

// MemP2PMap calls aclrtMemP2PMap: memory of one device is to be mapped for another. Access to the
// peer, which must be enabled first, is enough here, so that there is nothing else to do.
func (m *Machine) MemP2PMap(a driver.Addr, size uint64, by int32, flags uint64) driver.Status {
	const op = "aclrtMemP2PMap"
	to, st := m.numbered(op, by)
	if !st.OK() {
		return st
	}
	start, room, ok := m.rangeOf(a)
	attributes := m.AttributesOf(a)
	switch {
	case flags != 0:
		return fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: want 0", flags)
	case !ok || attributes.Type != LocationDevice || size == 0 || size > room-uint64(a-start):
		return fail(driver.RTParamInvalid, badArgument, op, "%d bytes at %#x are not in one allocation of a device", size, uint64(a))
	case attributes.Device != by && !to.reaches(m.devices[attributes.Device]):
		return fail(driver.RTParamInvalid, badOrder, op, "device %d may not reach device %d: enable peer access first", by, attributes.Device)
	}
	return driver.Status{}
}
