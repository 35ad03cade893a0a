// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// PoolEventKind is the kind of a PoolEvent.
type PoolEventKind uint8

const (
	PoolCreated PoolEventKind = iota
	PoolAllocated
	PoolFreed
)

// PoolEvent describes the effect of a call on a pool. It contains what ACL does not tell the
// caller: the offset and rounded size of a block, and the class of reuse of an allocation.
type PoolEvent struct {
	Kind   PoolEventKind
	Pool   driver.Pool
	Stream driver.Stream
	Offset uint64          // bytes from the start of the pool
	Size   uint64          // bytes, rounded; of the pool for PoolCreated
	Class  poolmodel.Class // of PoolAllocated

	Used, Reserved uint64 // bytes of the pool afterwards

	Internal bool // the stream is aclpool's own, see driver.Annotator
}

// observe passes an event to the observer of the machine.
func (p *pool) observe(k PoolEventKind, s driver.Stream, off, size uint64, c poolmodel.Class) {
	if observe := p.device.machine.cfg.Observe; observe != nil {
		p.report(observe, PoolEvent{Kind: k, Pool: p.handle, Stream: s, Offset: off, Size: size, Class: c})
	}
}

func (p *pool) report(observe func(PoolEvent), e PoolEvent) {
	if s := p.device.streams.get(e.Stream); s != nil {
		e.Internal = s.label.internal
	}
	e.Used, _ = p.model.GetAttr(driver.PoolUsed)
	e.Reserved, _ = p.model.GetAttr(driver.PoolReserved)
	observe(e)
}

// PoolStats is the state of a pool.
type PoolStats struct {
	poolmodel.Stats
	Pending uint64 // bytes that are cached, but whose free has not executed
}

// PoolStats returns the state of a pool, and false for an unknown handle. No C function does.
func (m *Machine) PoolStats(h driver.Pool) (PoolStats, bool) {
	d := m.of(handle(h))
	if d == nil {
		return PoolStats{}, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	p := d.pools.get(h)
	if p == nil {
		return PoolStats{}, false
	}
	return PoolStats{p.model.Stats(), p.model.Pending()}, true
}
