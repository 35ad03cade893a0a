// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// cacheOperations is the number of aclrtCmoType: prefetch, write back, invalidate and flush.
const cacheOperations = 4

// CacheOperation calls aclrtCmoAsync or, as op, a function like it. The simulated device has no
// cache: the arguments are checked.
func (m *Machine) CacheOperation(op string, ac driver.Context, src driver.Addr, size uint64, kind int32, h driver.Stream) driver.Status {
	switch {
	case src == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "src is NULL")
	case size == 0:
		return fail(driver.RTParamInvalid, badArgument, op, "size is 0")
	}
	if st := checkCacheOperation(op, kind); !st.OK() {
		return st
	}
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	d := s.device
	defer d.mu.Unlock()
	if isVirtualAddress(src) {
		_, st = m.virtualOperand(op, "src", d, src, size, false)
		return st
	}
	if m.deviceOf(src) != d {
		return fail(driver.RTParamInvalid, badArgument, op, "src: %#x is no memory of device %d", uint64(src), d.id)
	}
	_, st = d.operand(op, "src", src, size)
	return st
}

func checkCacheOperation(op string, kind int32) driver.Status {
	if kind < 0 || kind >= cacheOperations {
		return fail(driver.RTParamInvalid, badArgument, op, "cache operation %d is unknown: want 0 to %d", kind, cacheOperations-1)
	}
	return driver.Status{}
}

// DescribeCacheOperation calls aclrtCmoSetDesc: it writes a descriptor, at once.
func (m *Machine) DescribeCacheOperation(ac driver.Context, desc driver.Mem, src driver.Addr, size uint64) driver.Status {
	const op = "aclrtCmoSetDesc"
	if desc.IsNull() || src == 0 {
		return fail(driver.RTParamInvalid, nullArgument, op, "cmoDesc or src is NULL")
	}
	return m.describe(op, ac, desc, uint64(src), size)
}

// CacheOperationWithDesc calls aclrtCmoAsyncWithDesc. The memory of the descriptor is checked, its
// contents are not.
func (m *Machine) CacheOperationWithDesc(ac driver.Context, desc driver.Mem, kind int32, h driver.Stream) driver.Status {
	const op = "aclrtCmoAsyncWithDesc"
	if desc.IsNull() {
		return fail(driver.RTParamInvalid, nullArgument, op, "cmoDesc is NULL")
	}
	if st := checkCacheOperation(op, kind); !st.OK() {
		return st
	}
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	o, st := m.operand(op, "cmoDesc", s.context, desc, DescriptorSize)
	m.pinned.unpin(o)
	return st
}
