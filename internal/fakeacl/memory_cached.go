// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// MallocCached calls aclrtMallocCached. Host and device see the same memory at any time,
// so that a cached mapping is one as any other.
func (m *Machine) MallocCached(ac driver.Context, size uint64, _ driver.MallocPolicy) (driver.Addr, driver.Status) {
	return m.malloc("aclrtMallocCached", ac, size, sizeExtra)
}

// MallocWithCfg calls aclrtMallocWithCfg, for a configuration that makes no difference.
func (m *Machine) MallocWithCfg(ac driver.Context, size uint64, _ driver.MallocPolicy) (driver.Addr, driver.Status) {
	return m.malloc("aclrtMallocWithCfg", ac, size, 0)
}

// MemFlush calls aclrtMemFlush.
func (m *Machine) MemFlush(ac driver.Context, a driver.Addr, size uint64) driver.Status {
	return m.checkRange("aclrtMemFlush", ac, a, size)
}

// MemInvalidate calls aclrtMemInvalidate.
func (m *Machine) MemInvalidate(ac driver.Context, a driver.Addr, size uint64) driver.Status {
	return m.checkRange("aclrtMemInvalidate", ac, a, size)
}

// checkRange is all that both do without a cache: the range must be memory.
func (m *Machine) checkRange(op string, ac driver.Context, a driver.Addr, size uint64) driver.Status {
	switch {
	case a == 0:
		return null(op, "devPtr")
	case size == 0:
		return fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	_, st = m.operand(op, "devPtr", c, driver.OnDevice(a), size)
	return st
}
