// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

var _ driver.PoolReuseCounter = (*Machine)(nil)

// MemPoolReuse returns what the allocations of a pool were made of since it was created.
// No ACL function tells that; only this device counts it.
func (m *Machine) MemPoolReuse(ac driver.Context, h driver.Pool) (driver.PoolReuse, driver.Status) {
	p, st := m.lockPool("MemPoolReuse", ac, h, driver.RTInternalError)
	if !st.OK() {
		return driver.PoolReuse{}, st
	}
	defer p.device.mu.Unlock()
	return driver.PoolReuse{
		SameStream:    p.made[poolmodel.SameStream],
		Event:         p.made[poolmodel.Event],
		Opportunistic: p.made[poolmodel.Opportunistic],
		Internal:      p.made[poolmodel.Internal],
		Fresh:         p.made[poolmodel.Fresh],
	}, driver.Status{}
}
