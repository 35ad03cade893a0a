// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// DeviceFeature calls aclrtGetDeviceCapability. The device has none of the two features that can
// be asked for: updates of tasks by the scheduler (1), and queues across devices (21).
func (m *Machine) DeviceFeature(id, feature int32) (bool, driver.Status) {
	const op = "aclrtGetDeviceCapability"
	if _, st := m.numbered(op, id); !st.OK() {
		return false, st
	}
	if feature != 1 && feature != 21 {
		return false, fail(driver.RTParamInvalid, badArgument, op, "feature %d is unknown: want 1 or 21", feature)
	}
	return false, driver.Status{}
}

// MemoryInUse returns how much of a device's memory is in use, in percent, for
// aclrtGetDeviceUtilizationRate.
func (m *Machine) MemoryInUse(id int32) (int32, driver.Status) {
	d, st := m.numbered("aclrtGetDeviceUtilizationRate", id)
	if !st.OK() {
		return 0, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	used := d.memory.total - d.memory.left()
	return int32(used * 100 / d.memory.total), driver.Status{} // at most 8 TiB: the product fits
}

// CheckRepairs fails as op for a device that does not exist, and for a product that does not list
// or repair its errors. No device of the others has an error.
func (m *Machine) CheckRepairs(op string, id int32) driver.Status {
	if _, st := m.numbered(op, id); !st.OK() {
		return st
	}
	if m.is310P() {
		return m.productLacks(op, "list of errors")
	}
	return driver.Status{}
}
