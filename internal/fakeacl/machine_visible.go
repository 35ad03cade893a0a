// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// A device has a number in the process, its position in the list of visible devices, and a
// number of the host, which the runtime calls both logical and physical.

// HostNumber fails as op for a device that the process does not see, and returns the number
// that the host has for another.
func (m *Machine) HostNumber(op string, id int32) (int32, driver.Status) {
	if _, st := m.numbered(op, id); !st.OK() {
		return 0, st
	}
	if m.cfg.Visible == nil {
		return id, driver.Status{}
	}
	return m.cfg.Visible[id], driver.Status{}
}

// NumberOfHost fails as op for a device of the host that the process does not see, and returns
// the number in the process of another.
func (m *Machine) NumberOfHost(op string, host int32) (int32, driver.Status) {
	id := host
	if m.cfg.Visible != nil {
		id = int32(slices.Index(m.cfg.Visible, host))
	}
	_, st := m.numbered(op, id)
	if !st.OK() {
		return 0, fail(driver.RTInvalidDeviceID, badArgument, op, "device %d of the host does not exist, or is hidden", host)
	}
	return id, driver.Status{}
}

// CheckHostNumber fails as op for a number that no device of the host has, visible or not.
func (m *Machine) CheckHostNumber(op string, host int32) driver.Status {
	if n := max(m.cfg.HostDevices, len(m.devices)); host < 0 || int(host) >= n {
		return fail(driver.RTInvalidDeviceID, badArgument, op, "the host has no device %d", host)
	}
	return driver.Status{}
}
