// SPDX-License-Identifier: Apache-2.0

package native

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// growth is memory that a pool has grown by and that the device takes when the stream reaches
// a record.
type growth struct {
	pool   *Engine
	bytes  uint64
	record *core.Record
}

// growths are what the pools of a device have grown by and the device has not taken yet. They
// share it, since they share the device's memory. Its lock is after those of streams.
type growths struct {
	// late: an allocation was seen to take its memory after the call. Until then nothing counts:
	// a device that takes it at the call would be charged twice.
	late atomic.Bool

	mu   sync.Mutex
	list []growth // of one stream in the order of its work
}

func growthsOf(d *core.Device) *growths { return core.Attached[growths](d) }

func (g *growths) add(n growth) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = append(g.list, n)
}

// expected returns how many bytes the device has yet to take. It queries events.
func (g *growths) expected(d *core.Device) (bytes uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var busy []*core.Stream // which have not reached an earlier record
	g.list = slices.DeleteFunc(g.list, func(o growth) bool {
		if !slices.Contains(busy, o.record.Stream) && o.record.Reached(d) {
			o.record.Release()
			return true
		}
		busy = append(busy, o.record.Stream)
		bytes += o.bytes
		return false
	})
	if !g.late.Load() {
		return 0
	}
	return bytes
}

// forget removes what a pool has grown by.
func (g *growths) forget(n *Engine) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.list = slices.DeleteFunc(g.list, func(o growth) bool {
		if o.pool == n {
			o.record.Release()
		}
		return o.pool == n
	})
}

// deviceFree returns the free memory of the device without what enqueued allocations of its
// pools have yet to take.
func (n *Engine) deviceFree() (free, total uint64, st driver.Status) {
	expected := n.growths.expected(n.dev) // first, so that nothing is missed
	free, total, st = n.dev.MemInfo()
	return free - min(free, expected), total, st
}

// meter counts by how much a pool has grown, as far as its calls have looked.
type meter struct {
	mu       sync.Mutex
	reserved uint64 // at the last look
	grown    uint64 // in all; never decreases
}

func (m *meter) read(reserved uint64) (grown uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if reserved > m.reserved {
		m.grown += reserved - m.reserved
	}
	m.reserved = reserved
	return m.grown
}

// readMeter returns by how much the pool has grown in all.
func (n *Engine) readMeter() (grown uint64, ok bool) {
	reserved, err := n.get(driver.PoolReserved)
	if err != nil {
		return 0, false
	}
	return n.meter.read(n.pinned.without(reserved)), true
}

// charge has bytes count as taken until the stream has executed what is enqueued on it now. If
// the event for that cannot be recorded they do not count.
func (l *lane) charge(bytes uint64) {
	if r, err := l.Mark(); err == nil {
		l.growths.add(growth{l.Engine, bytes, r})
	}
}
