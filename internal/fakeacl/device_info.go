// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// CheckDevice fails as op for a device that does not exist.
func (m *Machine) CheckDevice(op string, id int32) driver.Status {
	_, st := m.numbered(op, id)
	return st
}

// PrimaryContextActive calls aclrtGetPrimaryCtxState.
func (m *Machine) PrimaryContextActive(id int32) (bool, driver.Status) {
	d, st := m.numbered("aclrtGetPrimaryCtxState", id)
	if !st.OK() {
		return false, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.primary != nil, driver.Status{}
}
