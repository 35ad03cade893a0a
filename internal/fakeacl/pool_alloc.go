// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// MallocAsync calls aclrtMemPoolMallocAsync. The model of the pool decides at the call; the
// memory can be accessed when the operation has executed.
func (m *Machine) MallocAsync(ac driver.Context, hp driver.Pool, size uint64, hs driver.Stream) (driver.Addr, driver.Status) {
	const op = "aclrtMemPoolMallocAsync"
	if st, missing := m.missing(op); missing {
		return 0, st
	}
	switch {
	case !m.cfg.Pools:
		return 0, noPools(op, m.cfg.Product)
	case hp == 0:
		return 0, null(op, "memPool")
	case hs == 0:
		return 0, null(op, "stream")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	a, st := c.mallocAsync(op, hp, size, hs)
	c.device.mu.Unlock() // not deferred: a defer is measurable, here and in FreeAsync
	return a, st
}

func (c *aclContext) mallocAsync(op string, hp driver.Pool, size uint64, hs driver.Stream) (driver.Addr, driver.Status) {
	s, st := c.stream(op, hs)
	if !st.OK() {
		return 0, st
	}
	p, st := c.device.poolFor(op, hp, s, size)
	if !st.OK() {
		return 0, st
	}
	c.device.tellIfHostLearned()
	a, code := p.model.Malloc(s, size)
	if code != driver.Success {
		return 0, p.refuse(op, size, code)
	}
	if a.Pos == 0 {
		return 0, driver.Status{} // size 0
	}
	p.made[a.Class]++
	p.lastID++
	block := extent{a.Off, a.Size, p.lastID}
	if s.executesInline() && a.Free.Pos == 0 && !p.takesAtExecution() {
		p.allocations.allocateAtOnce(block)
		p.patternIn(block)
		s.complete(a.Pos, nil)
	} else {
		p.allocations.allocate(block)
		s.enqueue(&operation{
			kind: allocate, pos: a.Pos, after: a.Free, gamble: a.Class == poolmodel.Opportunistic,
			pool: p, block: block,
		})
	}
	if h := c.device.hazards; h != nil {
		h.allocatedOn(op, s, deviceRange(p.base+driver.Addr(a.Off), size), a.Size)
	}
	p.observe(PoolAllocated, hs, a.Off, a.Size, a.Class)
	return p.base + driver.Addr(a.Off), driver.Status{}
}

// poolFor returns the pool that a stream allocates size bytes from.
func (d *device) poolFor(op string, h driver.Pool, s *stream, size uint64) (*pool, driver.Status) {
	p := d.pools.get(h)
	switch other := d.machine.of(handle(h)); {
	case p == nil && other != nil && other != d:
		return nil, fail(driver.RTParamInvalid, badArgument, op, "the pool is on device %d and %s on device %d: want one device", other.id, s.label, d.id)
	case p == nil:
		return nil, fail(driver.RTInternalError, badHandle, op, "%#x is no pool, or no longer", uint64(h))
	case s.flags&driver.StreamDeviceUseOnly != 0:
		p.reserveRefused(s, size)
		return nil, fail(driver.RTInternalError, badArgument, op, "%s is for use on the device only", s.label)
	}
	return p, driver.Status{}
}

// reserveRefused does what releases do before they refuse an allocation on a stream for
// device use only: they have reserved the memory already, which stays cached.
func (p *pool) reserveRefused(s *stream, size uint64) {
	if !p.takesAtExecution() {
		return
	}
	if a, code := p.model.Malloc(s, size); code == driver.Success && a.Size > 0 {
		p.model.Free(s, a.Off)
	}
}

// refuse returns the status of a request that the model refused.
func (p *pool) refuse(op string, size uint64, code driver.Code) driver.Status {
	memory, stats := &p.device.memory, p.model.Stats()
	switch code {
	case driver.RTMemoryAllocation:
		return fail(code, noResource, op, "%d bytes do not fit: device %d has %d of %d bytes left", size, p.device.id, memory.left(), memory.total)
	case driver.RTInternalError:
		return fail(code, noResource, op, "%d bytes do not fit: the pool has %d bytes, %d used, %d reserved, and %d in the largest fresh range", size, p.size, stats.Used, stats.Reserved, stats.LargestFree)
	}
	return fail(code, badArgument, op, "size is %d: rounded up it exceeds 64 bits", size)
}

// FreeAsync calls aclrtMemPoolFreeAsync. An address in no pool counts as plain memory, whose
// free is enqueued; if that fails, it is only logged.
func (m *Machine) FreeAsync(ac driver.Context, a driver.Addr, hs driver.Stream) driver.Status {
	const op = "aclrtMemPoolFreeAsync"
	if st, missing := m.missing(op); missing {
		return st
	}
	switch {
	case !m.cfg.Pools:
		return noPools(op, m.cfg.Product)
	case a == 0:
		return null(op, "ptr")
	case hs == 0:
		return fail(driver.RTInternalError, nullArgument, op, "stream is NULL")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	st = c.freeAsync(op, a, hs)
	c.device.mu.Unlock()
	return st
}

func (c *aclContext) freeAsync(op string, a driver.Addr, hs driver.Stream) driver.Status {
	s, st := c.stream(op, hs)
	if !st.OK() {
		return st
	}
	d := c.device
	m := d.machine
	if other := m.deviceOf(a); other != nil && other != d {
		return fail(driver.RTParamInvalid, badArgument, op, "%#x is memory of device %d and %s of device %d: want one device", uint64(a), other.id, s.label, d.id)
	}
	p := d.poolAt(a)
	if r := m.release; p == nil && r != nil && r.LateFree != driver.Success && isPoolAddress(a) {
		return fail(r.LateFree, badArgument, op, "%#x is in no pool any more", uint64(a))
	}
	if h := d.hazards; h != nil && !h.wasCarved(deviceRange(a, 0)) {
		if st := h.freeingOn(op, s, deviceRange(a, 0)); !st.OK() {
			return st
		}
	}
	if p == nil {
		s.enqueue(&operation{kind: freePlain, pos: s.line.Next(), addr: a})
		return driver.Status{}
	}
	off := p.offset(a)
	block, _ := p.allocations.at(off) // this and the model wait for memory: at the same time, this way
	pos, code := p.model.Free(s, off)
	if code != driver.Success {
		d.hazards.notFreed(deviceRange(a, 0))
		return fail(code, badArgument, op, "no live allocation starts at %#x", uint64(a))
	}
	if s.executesInline() {
		p.allocations.freeAtOnce(block)
		s.complete(pos, nil)
	} else {
		p.allocations.free(block)
		s.enqueue(&operation{kind: free, pos: pos, pool: p, block: block})
	}
	p.freed.add(block, s.label)
	p.observe(PoolFreed, hs, off, block.size, poolmodel.Fresh)
	return driver.Status{}
}
