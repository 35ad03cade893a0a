// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"
	"strings"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Host memory that kernels can reach: memory of the program that is registered, at device
// addresses of its own, and managed memory, at its host address.

// HostMapped, HostIOMemory, HostReadOnly and HostPinned are the flags of aclrtHostRegisterV2.
const (
	HostMapped   uint32 = 2          // ACL_HOST_REG_MAPPED
	HostIOMemory uint32 = 4          // ACL_HOST_REG_IOMEMORY
	HostReadOnly uint32 = 8          // ACL_HOST_REG_READONLY
	HostPinned   uint32 = 0x10000000 // ACL_HOST_REG_PINNED
)

// ManagedGlobal is ACL_RT_MEM_ATTACH_GLOBAL, the flag of managed memory.
const ManagedGlobal uint32 = 1

// hostAddresses is the number of addresses that a process can have.
const hostAddresses uint64 = 1 << 48

// HostRegister calls aclrtHostRegisterV2, or as op aclrtHostRegister. It returns the device
// address, or 0 if the memory is not mapped.
func (m *Machine) HostRegister(op string, ac driver.Context, mem driver.Mem, size uint64, flags uint32) (driver.Addr, driver.Status) {
	switch {
	case mem.IsNull():
		return 0, null(op, "ptr")
	case mem.Host == nil:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "%#x is device memory", uint64(mem.Addr))
	case size == 0:
		return 0, fail(driver.InvalidParam, badArgument, op, "size is 0: want at least 1 byte")
	case size > hostAddresses-min(hostAddresses, uint64(uintptr(mem.Host))):
		return 0, fail(driver.RTParamInvalid, badArgument, op, "%d bytes at %#x are not all addresses of the process", size, uintptr(mem.Host))
	case flags&^(HostMapped|HostIOMemory|HostReadOnly|HostPinned) != 0:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "flags are %#x", flags)
	case flags&HostIOMemory != 0 || m.is310P():
		return 0, fail(driver.RTFeatureNotSupport, unsupported, op, "%s does not register memory with flags %#x", m.cfg.Product, flags)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	d := c.device
	defer d.mu.Unlock()
	b := &hostBlock{start: uintptr(mem.Host), bytes: mem.Bytes(size), registered: true}
	if flags&HostMapped != 0 {
		b.mapped = d.start() + mappedStart + d.mappedEnd
		d.mappedEnd += driver.Addr(roundUp(size, driver.Granule))
	}
	if !m.pinned.register(b) {
		return 0, fail(driver.HostMemoryAlreadyRegistered, badArgument, op, "%d bytes at %#x are registered or pinned already, or a part of them", size, b.start)
	}
	return b.mapped, driver.Status{}
}

// HostUnregister calls aclrtHostUnregister.
func (m *Machine) HostUnregister(mem driver.Mem) driver.Status {
	const op = "aclrtHostUnregister"
	if mem.IsNull() {
		return null(op, "ptr")
	}
	p := &m.pinned
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(uintptr(mem.Host)) - 1
	if i < 0 || p.blocks[i].start != uintptr(mem.Host) || !p.blocks[i].registered {
		return fail(driver.HostMemoryNotRegistered, badArgument, op, "no registered memory starts at %#x", uintptr(mem.Host))
	}
	p.blocks = slices.Delete(p.blocks, i, i+1)
	return driver.Status{}
}

// HostDevicePointer calls aclrtHostGetDevicePointer.
func (m *Machine) HostDevicePointer(mem driver.Mem, flags uint32) (driver.Addr, driver.Status) {
	const op = "aclrtHostGetDevicePointer"
	switch {
	case mem.IsNull():
		return 0, null(op, "pHost")
	case flags != 0:
		return 0, fail(driver.RTParamInvalid, badArgument, op, "flag is %#x: want 0", flags)
	}
	o, ok := m.pinned.pinAt(uintptr(mem.Host), 1)
	if !ok {
		return 0, fail(driver.HostMemoryNotRegistered, badArgument, op, "%#x is in no registered memory", uintptr(mem.Host))
	}
	defer m.pinned.unpin(o)
	if o.host.mapped == 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "the memory at %#x is not mapped", uintptr(mem.Host))
	}
	return o.host.mapped + driver.Addr(o.off), driver.Status{}
}

// register adds a block of memory of the program, unless one is there.
func (p *pinnedMemory) register(b *hostBlock) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(b.start)
	if i > 0 && b.start-p.blocks[i-1].start < uintptr(len(p.blocks[i-1].bytes)) {
		return false
	}
	if i < len(p.blocks) && p.blocks[i].start-b.start < uintptr(len(b.bytes)) {
		return false
	}
	p.blocks = slices.Insert(p.blocks, i, b)
	return true
}

// pinReachable is pinAt for an address by which kernels reach host memory: the device address of
// registered memory, or an address in managed memory.
func (p *pinnedMemory) pinReachable(a driver.Addr, n uint64) (operand, bool) {
	if !IsDeviceAddress(a) {
		o, ok := p.pinAt(uintptr(a), n)
		if ok && !o.host.managed {
			p.unpin(o)
			return operand{}, false
		}
		return o, ok
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range p.blocks {
		if off := uint64(a - b.mapped); b.mapped != 0 && a >= b.mapped && off <= uint64(len(b.bytes)) && n <= uint64(len(b.bytes))-off {
			b.users++
			return operand{host: b, off: off}, true
		}
	}
	return operand{}, false
}

// isManaged reports whether memory is managed, so that it also counts as a device's.
func (p *pinnedMemory) isManaged(mem driver.Mem) bool {
	o, ok := p.pinReachable(driver.Addr(uintptr(mem.Host)), 1)
	if ok {
		p.unpin(o)
	}
	return ok
}

// AllocManaged calls aclrtMemAllocManaged. The memory is host memory that devices reach, rounded
// up to 2 MiB.
func (m *Machine) AllocManaged(ac driver.Context, size uint64, flags uint32) (driver.Mem, driver.Status) {
	const op = "aclrtMemAllocManaged"
	switch {
	case size == 0 || flags != ManagedGlobal:
		return driver.Mem{}, fail(driver.RTParamInvalid, badArgument, op, "size is %d and flag %d: want at least 1 byte, and %d", size, flags, ManagedGlobal)
	case !strings.HasPrefix(m.cfg.Product, "Ascend910B"):
		return driver.Mem{}, fail(driver.RTFeatureNotSupport, unsupported, op, "%s has no managed memory", m.cfg.Product)
	case size > maxMemory:
		return driver.Mem{}, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes of managed memory", size)
	}
	if st := m.CheckContext(op, ac); !st.OK() {
		return driver.Mem{}, st
	}
	b, err := newHostBlock(roundUp(size, driver.Granule))
	if err == nil {
		b.managed = true
		err = m.pinned.add(b)
	}
	if err != nil {
		return driver.Mem{}, fail(driver.RTMemoryAllocation, noResource, op, "%d bytes of managed memory: %v", size, err)
	}
	return driver.OnHost(b.bytes), driver.Status{}
}

// freeManaged frees managed memory, and reports whether an address is the start of some.
func (p *pinnedMemory) freeManaged(a driver.Addr) (found bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := p.after(uintptr(a)) - 1
	if i < 0 || driver.Addr(p.blocks[i].start) != a || !p.blocks[i].managed {
		return false, nil
	}
	b := p.blocks[i]
	p.blocks = slices.Delete(p.blocks, i, i+1)
	b.freed = true
	if b.users == 0 {
		err = b.close()
	}
	return true, err
}

// Accelerator is aclrtHacType: a part of a device that may reach host memory.
type Accelerator int32

const (
	AccelerateCube   Accelerator = 2 // ACL_RT_HAC_TYPE_AIC
	AccelerateVector Accelerator = 3 // ACL_RT_HAC_TYPE_AIV
	AccelerateCopy   Accelerator = 6 // ACL_RT_HAC_TYPE_SDMA
	lastAccelerator              = 9
)

// ReachesHost calls aclrtHostMemMapCapabilities: whether a part of a device reaches host memory that
// is registered. Kernels and copies do; the simulated device has no other parts.
func (m *Machine) ReachesHost(id uint32, part Accelerator) (bool, driver.Status) {
	const op = "aclrtHostMemMapCapabilities"
	if _, st := m.numbered(op, int32(min(id, 1<<31-1))); !st.OK() {
		return false, st
	}
	if part < 0 || part > lastAccelerator {
		return false, fail(driver.RTParamInvalid, badArgument, op, "hacType is %d: want 0 to %d", part, lastAccelerator)
	}
	has := part == AccelerateCube || part == AccelerateVector || part == AccelerateCopy
	return has && !m.is310P(), driver.Status{}
}
