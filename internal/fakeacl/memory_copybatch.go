// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
)

// BatchCopy is one copy of a batch, with where the program says that its ends are.
type BatchCopy struct {
	Dst, Src     driver.Mem
	Room, Size   uint64 // bytes
	DstAt, SrcAt driver.MemLocation
}

// noCopy is the index of a failure that belongs to no copy in particular.
const noCopy = -1

// toDevice reports whether a copy goes to a device. It fails as op unless the copy is between
// the host and a device, where the program says that it is.
func (m *Machine) toDevice(op string, c BatchCopy) (bool, driver.Status) {
	dst, src := m.AttributesOf(addressOf(c.Dst)), m.AttributesOf(addressOf(c.Src))
	switch {
	case !at(dst, c.DstAt):
		return false, fail(driver.RTParamInvalid, badArgument, op, "dst is not at location {id %d, type %d}", c.DstAt.ID, c.DstAt.Type)
	case !at(src, c.SrcAt):
		return false, fail(driver.RTParamInvalid, badArgument, op, "src is not at location {id %d, type %d}", c.SrcAt.ID, c.SrcAt.Type)
	case c.DstAt.Type == c.SrcAt.Type:
		return false, fail(driver.RTParamInvalid, badArgument, op, "the copy is not between the host and a device")
	}
	return c.DstAt.Type == driver.LocationTypeDevice, driver.Status{}
}

// addressOf returns the number of an address of a device or of the host.
func addressOf(mem driver.Mem) driver.Addr {
	if mem.Host != nil {
		return driver.Addr(uintptr(mem.Host))
	}
	return mem.Addr
}

// at reports whether memory is where a program says. Managed memory is everywhere, and the host
// has no number.
func at(is MemAttributes, says driver.MemLocation) bool {
	switch is.Type {
	case LocationManaged:
		return says.Type == driver.LocationTypeHost || says.Type == driver.LocationTypeDevice
	case LocationDevice:
		return says == driver.MemLocation{ID: is.Device, Type: driver.LocationTypeDevice}
	}
	return says.Type == driver.LocationTypeHost
}

// checkBatch returns the index of the copy that is wrong, or noCopy.
func (m *Machine) checkBatch(op string, copies []BatchCopy) (int, driver.Status) {
	if m.is310P() {
		return noCopy, m.productLacks(op, "copies of batches")
	}
	first := false
	for i, c := range copies {
		to, st := m.toDevice(op, c)
		if i == 0 {
			first = to
		}
		if st.OK() && to != first {
			st = fail(driver.RTParamInvalid, badArgument, op, "copy %d has another direction than those before it", i)
		}
		if !st.OK() {
			return i, st
		}
	}
	return noCopy, driver.Status{}
}

// batch makes copies, in their order, which the runtime does not promise. It returns the index of
// the copy whose direction or locations are wrong, or -1.
func (m *Machine) batch(op string, ac driver.Context, copies []BatchCopy, one func(transfer) driver.Status) (int, driver.Status) {
	if st := m.CheckContext(op, ac); !st.OK() {
		return noCopy, st
	}
	if i, st := m.checkBatch(op, copies); !st.OK() {
		return i, st
	}
	for _, c := range copies {
		if c.Size == 0 {
			continue
		}
		t := transfer{op: op, dst: c.Dst, src: c.Src, room: c.Room, size: c.Size}
		st := t.check(driver.CopyDefault)
		if st.OK() {
			st = one(t)
		}
		if !st.OK() {
			return noCopy, st
		}
	}
	return noCopy, driver.Status{}
}

// MemcpyBatch calls aclrtMemcpyBatch, or op, a variant of it.
func (m *Machine) MemcpyBatch(op string, ac driver.Context, copies []BatchCopy) (wrong int, _ driver.Status) {
	return m.batch(op, ac, copies, func(t transfer) driver.Status { return m.copyAtOnce(ac, t) })
}

// MemcpyBatchAsync calls aclrtMemcpyBatchAsync, or op, a variant of it. A copy whose host memory is
// not pinned waits for the stream, as that of aclrtMemcpyAsync does.
func (m *Machine) MemcpyBatchAsync(op string, ac driver.Context, copies []BatchCopy, h driver.Stream) (wrong int, _ driver.Status) {
	return m.batch(op, ac, copies, func(t transfer) driver.Status { return m.copyInOrder(ac, t, h) })
}
