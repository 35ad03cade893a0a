// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
)

// operand is memory that a copy or a fill reads or writes: of a region, of a pinned
// block, or ordinary host memory, which only a call that blocks may touch.
type operand struct {
	region *region
	host   *hostBlock
	off    uint64
	plain  driver.Mem
	queued bool // pinned, and its operation, which writes it, is enqueued

	// Of virtual memory: the device that accesses it, and whether it writes.
	by     *device
	writes bool
}

// ordinary reports host memory that is not pinned.
func (o operand) ordinary() bool { return o.region == nil && o.host == nil }

// operand finds memory that a call reads, and refuses what is not in one allocation.
// The device of c is locked, and unlocked for a moment if the memory is another's.
// Pinned memory is kept until it is unpinned.
func (m *Machine) operand(op, name string, c *aclContext, mem driver.Mem, n uint64) (operand, driver.Status) {
	return m.locate(op, name, c, mem, n, false)
}

// target is operand for memory that a call writes.
func (m *Machine) target(op, name string, c *aclContext, mem driver.Mem, n uint64) (operand, driver.Status) {
	return m.locate(op, name, c, mem, n, true)
}

func (m *Machine) locate(op, name string, c *aclContext, mem driver.Mem, n uint64, writes bool) (operand, driver.Status) {
	if mem.Host != nil {
		o, ok := m.pinned.pin(mem, n)
		if !ok {
			return operand{}, fail(driver.RTParamInvalid, badArgument, op, "%s: %d bytes exceed the pinned memory that they begin in", name, n)
		}
		o.plain = mem
		return o, driver.Status{}
	}
	if isVirtualAddress(mem.Addr) {
		return m.virtualOperand(op, name, c.device, mem.Addr, n, writes)
	}
	if o, ok := m.pinned.pinReachable(mem.Addr, n); ok {
		return o, driver.Status{}
	}
	d := m.deviceOf(mem.Addr)
	if d == nil {
		return operand{}, fail(driver.RTParamInvalid, badArgument, op, "%s: %#x is no device memory", name, uint64(mem.Addr))
	}
	if d == c.device {
		return d.operand(op, name, mem.Addr, n)
	}
	if !c.device.peers[d.id] {
		return operand{}, fail(driver.RTParamInvalid, badArgument, op, "%s: %#x is memory of device %d, which device %d may not reach: enable peer access first", name, uint64(mem.Addr), d.id, c.device.id)
	}
	c.device.mu.Unlock()
	d.mu.Lock()
	o, st := d.operand(op, name, mem.Addr, n)
	d.mu.Unlock()
	c.device.mu.Lock()
	return o, st
}

func (d *device) operand(op, name string, a driver.Addr, n uint64) (operand, driver.Status) {
	r := d.region(a)
	if r == nil || !r.allocations.holdsLive(r.offset(a), n) {
		text := fmt.Sprintf("%s: %s one live allocation of device %d", name, notIn(n, a), d.id)
		if r != nil {
			text += r.why(r.offset(a), n)
		}
		return operand{}, fail(driver.RTParamInvalid, badArgument, op, "%s", text)
	}
	return operand{region: r, off: r.offset(a)}, driver.Status{}
}

// bytes views n bytes of the memory until done. No lock is held.
func (o operand) bytes(n uint64) ([]byte, error) {
	switch {
	case o.by != nil:
		return o.virtualView(n)
	case o.region != nil:
		return o.region.lockedView(o.off, n)
	case o.host != nil:
		return o.host.bytes[o.off : o.off+n], nil
	default:
		return o.plain.Bytes(n), nil
	}
}

// done ends the view of n bytes.
func (o operand) done(n uint64) {
	if o.region != nil {
		o.region.endView(o.off, n)
	}
}

// changed is called when the host has changed the memory: a stream may wait for that.
func (o operand) changed() {
	d := o.by
	if d == nil && o.region != nil {
		d = o.region.device
	}
	if d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.recheck()
	}
}

// lockedView is view with the region locked for the moment.
func (r *region) lockedView(off, n uint64) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.view(off, n)
}

// endView is unview with the region locked for the moment.
func (r *region) endView(off, n uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unview(off, n)
}
