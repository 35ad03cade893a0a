// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
)

// deviceMemory is the physical memory of a device, which plain allocations, pools and
// physical handles share, and the places where the first two are.
type deviceMemory struct {
	total, taken uint64 // bytes; taken is without physical

	// physical is the bytes of physical handles. They are freed without the device's lock, but
	// allocated with it.
	physical atomic.Uint64

	heap     *heap   // nil until the first plain allocation
	pools    []*pool // by address
	nextPool driver.Addr
}

// left returns how many bytes of the memory are free.
func (m *deviceMemory) left() uint64 { return m.total - m.taken - m.physical.Load() }

// Units of plain allocations, in bytes.
const (
	sizeUnit    = 32 // sizes are rounded up to it
	sizeExtra   = 32 // aclrtMalloc adds as much
	addressUnit = 64 // addresses are multiples of it
)

// Malloc calls aclrtMalloc. No policy makes a difference, and unknown ones are accepted.
func (m *Machine) Malloc(ac driver.Context, size uint64, _ driver.MallocPolicy) (driver.Addr, driver.Status) {
	return m.malloc("aclrtMalloc", ac, size, sizeExtra)
}

// MallocAlign32 calls aclrtMallocAlign32.
func (m *Machine) MallocAlign32(ac driver.Context, size uint64, _ driver.MallocPolicy) (driver.Addr, driver.Status) {
	return m.malloc("aclrtMallocAlign32", ac, size, 0)
}

func (m *Machine) malloc(op string, ac driver.Context, size, extra uint64) (driver.Addr, driver.Status) {
	if size == 0 {
		return 0, fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	}
	if size >= math.MaxUint64-(sizeUnit+sizeExtra-1) {
		return 0, fail(driver.InvalidParam, badArgument, op, "size is %d: rounded up it exceeds 64 bits", size)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	d := c.device
	defer d.mu.Unlock()
	// The first test keeps the sum from wrapping.
	left := d.memory.left()
	fits := func() bool { return size <= left && roundUp(size, sizeUnit)+extra <= left }
	if !fits() && d.trimOnExhaustion() {
		left = d.memory.left()
	}
	if !fits() {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes do not fit: device %d has %d of %d bytes left", size, d.id, left, d.memory.total)
	}
	rounded := roundUp(size, sizeUnit) + extra
	a, err := d.allocateBlock(rounded)
	if err != nil {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes on device %d, which has %d of %d bytes left: %v", size, d.id, left, d.memory.total, err)
	}
	d.hazards.allocated(op, deviceRange(a, size), rounded)
	return a, driver.Status{}
}

// Free calls aclrtFree. It does not wait for work that uses the memory.
func (m *Machine) Free(ac driver.Context, a driver.Addr) driver.Status {
	const op = "aclrtFree"
	if a == 0 {
		return null(op, "devPtr")
	}
	if ac != 0 {
		c, st := m.lock(op, ac)
		if !st.OK() {
			return st
		}
		c.device.mu.Unlock()
	}
	d := m.deviceOf(a)
	if d == nil {
		switch found, err := m.pinned.freeManaged(a); {
		case err != nil:
			return fail(driver.RTMemoryFree, noResource, op, "%#x: %v", uint64(a), err)
		case found:
			return driver.Status{}
		}
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is no device memory", uint64(a))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.poolAt(a) != nil {
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is memory of a pool: free it with aclrtMemPoolFreeAsync", uint64(a))
	}
	if st := d.hazards.freeing(op, deviceRange(a, 0)); !st.OK() {
		return st
	}
	if !d.freeBlock(a, nil) {
		d.hazards.notFreed(deviceRange(a, 0))
		return fail(driver.RTParamInvalid, badArgument, op, "no allocation starts at %#x on device %d", uint64(a), d.id)
	}
	return driver.Status{}
}

// MemInfo calls aclrtGetMemInfo. A kind of memory that the chip lacks has 0 bytes;
// asking a chip with DDR for HBM returns the figures of DDR.
func (m *Machine) MemInfo(ac driver.Context, attr driver.MemAttr) (free, total uint64, _ driver.Status) {
	const op = "aclrtGetMemInfo"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, 0, st
	}
	defer c.device.mu.Unlock()
	if !attr.Known() {
		return 0, 0, fail(driver.RTInvalidMemoryType, badArgument, op, "attribute %d is unknown", attr)
	}
	has := attr == driver.MemHBM || attr == driver.MemDDR && m.cfg.DDR
	if !has {
		return 0, 0, driver.Status{}
	}
	memory := &c.device.memory
	return memory.left(), memory.total, driver.Status{}
}

// roundUp rounds up to a unit, a power of two.
func roundUp(n, unit uint64) uint64 { return (n + unit - 1) &^ (unit - 1) }

// notIn begins the text of a refused access to n bytes at a.
func notIn(n uint64, a driver.Addr) string {
	if n == 1 {
		return fmt.Sprintf("1 byte at %#x is not in", uint64(a))
	}
	return fmt.Sprintf("%d bytes at %#x are not in", n, uint64(a))
}
