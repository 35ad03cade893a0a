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
