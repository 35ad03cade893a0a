// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// pool is a stream-ordered memory pool: a model that decides, and a region of its own.
type pool struct {
	*region
	handle  driver.Pool
	model   poolmodel.Model
	backing backing
	made    [poolmodel.Classes]uint64 // allocations by class
}

// MemPoolCreate calls aclrtMemPoolCreate. The handle type is not looked at.
func (m *Machine) MemPoolCreate(ac driver.Context, props driver.PoolProps) (driver.Pool, driver.Status) {
	const op = "aclrtMemPoolCreate"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	c.device.mu.Unlock()
	switch {
	case !m.cfg.Pools:
		return 0, noPools(op, m.cfg.Product)
	case props.AllocType != driver.AllocationPinned:
		return 0, fail(driver.InvalidParam, badArgument, op, "allocType is %d: want %d", props.AllocType, driver.AllocationPinned)
	case props.LocationType != driver.LocationTypeDevice:
		return 0, fail(driver.InvalidParam, badArgument, op, "location.type is %d: want %d", props.LocationType, driver.LocationTypeDevice)
	}
	d, st := m.open(op, props.LocationID)
	if !st.OK() {
		return 0, st
	}
	defer d.mu.Unlock()
	total := d.memory.total &^ (driver.Granule - 1)
	size := total
	if props.MaxSize > 0 {
		size = roundUp(props.MaxSize, driver.Granule)
	}
	wraps := size < props.MaxSize
	if r := m.release; r != nil && r.Unchecked && wraps {
		return d.newPool(op, 0)
	}
	if wraps || size > total || size == 0 {
		code := driver.RTParamInvalid
		if m.release != nil {
			code = m.release.TooLarge
		}
		return 0, fail(code, badArgument, op, "maxSize is %d: device %d has %d bytes", props.MaxSize, d.id, total)
	}
	return d.newPool(op, size)
}

func (d *device) newPool(op string, size uint64) (driver.Pool, driver.Status) {
	room := max(size, driver.Granule) // a pool of no size has a place too
	base, ok := d.placePool(room)
	if !ok {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "no room for %d bytes among the addresses of the %d pools of device %d", size, d.pools.len, d.id)
	}
	r, err := newRegion(d, base, room, d.newAllocations(room), "a pool")
	if err != nil {
		return 0, fail(driver.RTMemoryAllocation, noResource, op, "%v", err)
	}
	h := driver.Pool(d.newHandle(kindPool))
	p := &pool{region: r, handle: h, backing: newBacking(size)}
	p.model = p.newModel(size)
	p.trimmed = func(off, n uint64) bool { return p.backing.missing(off, n) > 0 }
	p.region.allocating = p.allocating
	d.pools.put(h, p)
	d.memory.pools = slices.Insert(d.memory.pools, afterAddress(d.memory.pools, base), p)
	p.observe(PoolCreated, 0, 0, size, poolmodel.Fresh)
	return h, driver.Status{}
}

// allocating returns the stream on which an allocation is enqueued, nil if there is none.
func (p *pool) allocating(e extent) *streamLabel {
	for s := range p.device.streams.all() {
		if s.execution == nil {
			continue
		}
		for o := range s.queue.operations.all() {
			if o.kind == allocate && o.pool == p && o.block == e {
				return s.label
			}
		}
	}
	return nil
}

// newAllocations makes the allocations of a pool of size bytes. Those of a release can
// begin and end anywhere.
func (d *device) newAllocations(size uint64) allocations {
	if d.machine.release != nil {
		return new(extentAllocations)
	}
	return newGranules(size)
}

// destroyPool takes a pool and all of its memory away.
func (d *device) destroyPool(h driver.Pool) {
	p := d.pools.get(h)
	d.pools.remove(h)
	d.memory.pools = slices.DeleteFunc(d.memory.pools, func(o *pool) bool { return o == p })
	d.memory.taken -= p.backing.bytes
	d.hazards.forget(p.region)
	p.close()
}

// lockPool returns a pool with its device locked, which need not be that of the context.
// For a handle that is none it fails with the code unknown.
func (m *Machine) lockPool(op string, ac driver.Context, h driver.Pool, unknown driver.Code) (*pool, driver.Status) {
	if st := m.checkPool(op, h); !st.OK() {
		return nil, st
	}
	d, st := m.lockOwner(op, ac, "pool", handle(h))
	return d.pool(op, st, h, unknown)
}

// lockPoolForAttr is lockPool for a call that needs no context: a zero one is accepted.
func (m *Machine) lockPoolForAttr(op string, ac driver.Context, h driver.Pool) (*pool, driver.Status) {
	if st := m.checkPool(op, h); !st.OK() {
		return nil, st
	}
	d, st := m.lockFree(op, ac, "pool", handle(h))
	return d.pool(op, st, h, driver.RTParamInvalid)
}

// checkPool refuses pools of a product that has none, and NULL.
func (m *Machine) checkPool(op string, h driver.Pool) driver.Status {
	switch {
	case !m.cfg.Pools:
		return noPools(op, m.cfg.Product)
	case h == 0:
		return null(op, "memPool")
	}
	return driver.Status{}
}

// pool returns a pool of the device, whose locking has had the status st. It unlocks the
// device if there is no such pool.
func (d *device) pool(op string, st driver.Status, h driver.Pool, unknown driver.Code) (*pool, driver.Status) {
	switch {
	case st.OK():
		if p := d.pools.get(h); p != nil {
			return p, st
		}
		d.mu.Unlock()
	case st.Code != driver.RTInvalidHandle:
		return nil, st
	}
	return nil, fail(unknown, badHandle, op, "%#x is no pool, or no longer", uint64(h))
}

// MemPoolDestroy calls aclrtMemPoolDestroy. It refuses nothing and waits for nothing.
func (m *Machine) MemPoolDestroy(ac driver.Context, h driver.Pool) driver.Status {
	p, st := m.lockPool("aclrtMemPoolDestroy", ac, h, driver.RTInternalError)
	if !st.OK() {
		return st
	}
	defer p.device.mu.Unlock()
	p.device.destroyPool(h)
	return driver.Status{}
}

// MemPoolTrimTo calls aclrtMemPoolTrimTo.
func (m *Machine) MemPoolTrimTo(ac driver.Context, h driver.Pool, keep uint64) driver.Status {
	const op = "aclrtMemPoolTrimTo"
	if st, missing := m.missing(op); missing {
		return st
	}
	p, st := m.lockPool(op, ac, h, driver.RTInternalError)
	if !st.OK() {
		return st
	}
	defer p.device.mu.Unlock()
	p.device.tellPools()
	if _, code := p.model.TrimTo(keep); code != driver.Success {
		return fail(code, badArgument, op, "minBytesToKeep is %d: the pool has %d bytes, %d of them in use", keep, p.size, p.model.Stats().Used)
	}
	return driver.Status{}
}

// MemPoolSetAttr calls aclrtMemPoolSetAttr. It needs no context.
func (m *Machine) MemPoolSetAttr(ac driver.Context, h driver.Pool, attr driver.PoolAttr, value uint64) driver.Status {
	const op = "aclrtMemPoolSetAttr"
	p, st := m.lockPoolForAttr(op, ac, h)
	if !st.OK() {
		return st
	}
	defer p.device.mu.Unlock()
	if code := p.model.SetAttr(attr, value); code != driver.Success {
		return fail(code, badArgument, op, "attribute %d does not take the value %d in a pool of %d bytes", attr, value, p.size)
	}
	return driver.Status{}
}

// MemPoolGetAttr calls aclrtMemPoolGetAttr. It needs no context.
func (m *Machine) MemPoolGetAttr(ac driver.Context, h driver.Pool, attr driver.PoolAttr) (uint64, driver.Status) {
	const op = "aclrtMemPoolGetAttr"
	p, st := m.lockPoolForAttr(op, ac, h)
	if !st.OK() {
		return 0, st
	}
	defer p.device.mu.Unlock()
	v, code := p.model.GetAttr(attr)
	if code != driver.Success {
		return 0, fail(code, badArgument, op, "attribute %d is unknown", attr)
	}
	return v, driver.Status{}
}
