// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"cmp"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// model is the rules of a pool once more, written to be read: a plain list of segments,
// and order as full sets of the operations that happen before. What has executed and
// which stream has failed it takes from the device.
type model struct {
	device *device
	segs   []segment
	max    uint64
	left   uint64 // what the device has for this pool

	event, opportunistic, internal bool
	threshold                      uint64
	used, usedHigh                 uint64
	reserved, reservedHigh         uint64

	count  map[uint64]uint64 // operations of each stream
	past   map[uint64]past   // what happens before the next operation of each stream
	events map[uint64]point
	host   past
	closed map[uint64]bool
}

// point is an operation with all that happens before it, itself included.
type point struct {
	order.Place
	implied past
}

// past is a set of operations: of each stream, those positions.
type past map[uint64]positions

// positions is a set of numbers, one bit for each.
type positions []uint64

func (p past) has(op order.Place) bool {
	bits := p[op.Line]
	return op.Pos/64 < uint64(len(bits)) && bits[op.Pos/64]>>(op.Pos%64)&1 != 0
}

// with returns the set with one operation more.
func (p past) with(op order.Place) past {
	one := make(positions, op.Pos/64+1)
	one[op.Pos/64] = 1 << (op.Pos % 64)
	return union(p, past{op.Line: one})
}

func union(a, b past) past {
	c := make(past, len(a)+len(b))
	for _, p := range []past{a, b} {
		for line, bits := range p {
			sum := make(positions, max(len(bits), len(c[line])))
			copy(sum, c[line])
			for i, word := range bits {
				sum[i] |= word
			}
			c[line] = sum
		}
	}
	return c
}

type segment struct {
	off, size uint64
	state     state
	stream    uint64 // that freed it, nobody for none
	free      uint64 // position of the free there
	implied   past   // the free and all that happens before it
}

const nobody = ^uint64(0)

func newModel(d *device, size, left uint64) *model {
	return &model{
		device: d,
		segs:   []segment{{size: size, stream: nobody}},
		max:    size,
		left:   left,
		count:  make(map[uint64]uint64),
		past:   make(map[uint64]past),
		events: make(map[uint64]point),
		host:   make(past),
		closed: make(map[uint64]bool),
	}
}

// enqueue adds an operation to a stream and returns its position.
func (m *model) enqueue(s uint64) uint64 {
	m.count[s]++
	m.past[s] = union(m.past[s], m.host).with(order.Place{Line: s, Pos: m.count[s]})
	return m.count[s]
}

func (m *model) record(e, s uint64) {
	m.enqueue(s)
	m.events[e] = m.end(s)
}

// end returns the last operation of a stream.
func (m *model) end(s uint64) point {
	return point{order.Place{Line: s, Pos: m.count[s]}, m.past[s]}
}

func (m *model) wait(e, s uint64) {
	m.past[s] = union(m.past[s], m.events[e].implied)
	m.enqueue(s)
}

func (m *model) awaited(p past) { m.host = union(m.host, p) }

func (m *model) malloc(s, size uint64) (a poolmodel.Allocation, code driver.Code) {
	if size == 0 {
		return poolmodel.Allocation{}, driver.Success
	}
	size += (driver.Granule - size%driver.Granule) % driver.Granule
	ordered := func(g segment) bool { return m.knows(s, order.Place{Line: g.stream, Pos: g.free}) }
	mine := func(g segment) bool { return g.stream == s || g.stream == nobody }
	steps := []struct {
		class   poolmodel.Class
		allowed bool
		takes   func(segment) bool
	}{
		{poolmodel.SameStream, true, mine},
		{poolmodel.Event, m.event, ordered},
		{poolmodel.Opportunistic, m.opportunistic, func(segment) bool { return true }},
		{poolmodel.Internal, m.internal, func(segment) bool { return true }},
	}
	at, class := -1, poolmodel.Fresh
	for _, step := range steps {
		if at < 0 && step.allowed {
			at = m.best(func(g segment) bool {
				return g.state == cached && g.size >= size && m.canBeHad(g) && step.takes(g)
			})
			class = step.class
		}
	}
	if at < 0 {
		class = poolmodel.Fresh
		at = m.best(func(g segment) bool { return g.state == fresh && g.size >= size })
		if at < 0 {
			return poolmodel.Allocation{}, driver.RTInternalError
		}
		if m.left < size {
			return poolmodel.Allocation{}, driver.RTMemoryAllocation
		}
		m.left -= size
		m.reserved += size
	}
	from := m.split(at, size)
	a = poolmodel.Allocation{Off: from.off, Size: size, Class: class}
	if class == poolmodel.Internal || class == poolmodel.Opportunistic {
		if from.stream != nobody {
			a.Free = order.Place{Line: from.stream, Pos: from.free}
		}
	}
	if class == poolmodel.Internal {
		m.past[s] = union(m.past[s], from.implied)
	}
	a.Pos = m.enqueue(s)
	*from = segment{off: from.off, size: size, state: used, stream: nobody}
	m.used += size
	m.usedHigh = max(m.usedHigh, m.used)
	m.reservedHigh = max(m.reservedHigh, m.reserved)
	return a, driver.Success
}

// free frees the block that starts at off.
func (m *model) free(s, off uint64) (pos uint64, code driver.Code) {
	for i := range m.segs {
		if g := &m.segs[i]; g.off == off && g.state == used {
			pos = m.enqueue(s)
			g.state, g.stream, g.free, g.implied = cached, s, pos, m.past[s]
			m.used -= g.size
			m.join()
			return pos, driver.Success
		}
	}
	return 0, driver.RTParamInvalid
}

func (m *model) knows(s uint64, p order.Place) bool {
	return m.past[s].has(p) || m.host.has(p) || m.closed[p.Line]
}

func (m *model) trim(keep uint64) (released uint64) {
	keep += (driver.Granule - keep%driver.Granule) % driver.Granule
	for m.reserved > keep {
		at := m.best(func(g segment) bool { return g.state == cached && m.complete(g) })
		if at < 0 {
			break
		}
		n := min(m.segs[at].size, m.reserved-keep)
		g := m.split(at, n)
		*g = segment{off: g.off, size: n, stream: nobody}
		m.reserved -= n
		m.left += n
		released += n
		m.join()
	}
	return released
}

func (m *model) close(s uint64) {
	m.closed[s] = true
	for i := range m.segs {
		if g := &m.segs[i]; g.state == cached && g.stream == s {
			g.stream, g.free, g.implied = nobody, 0, nil
		}
	}
	m.join()
}

func (m *model) pending() (n uint64) {
	for _, g := range m.segs {
		if g.state == cached && !m.complete(g) {
			n += g.size
		}
	}
	return n
}

func (m *model) complete(g segment) bool {
	return m.executed(order.Place{Line: g.stream, Pos: g.free})
}

func (m *model) executed(p order.Place) bool {
	return p.Line == nobody || m.device.streams[p.Line].executed >= p.Pos
}

func (m *model) canBeHad(g segment) bool {
	return m.complete(g) || !m.device.streams[g.stream].failed
}

// best returns the index of the first segment by size, then address, that serves.
func (m *model) best(serves func(segment) bool) int {
	at := -1
	for i, g := range m.segs {
		if serves(g) && (at < 0 || cmp.Less(g.size, m.segs[at].size)) {
			at = i
		}
	}
	return at
}

// split shortens a segment to its low end; the rest follows it, the same otherwise.
func (m *model) split(at int, size uint64) *segment {
	if rest := m.segs[at]; rest.size > size {
		rest.off += size
		rest.size -= size
		m.segs = slices.Insert(m.segs, at+1, rest)
		m.segs[at].size = size
	}
	return &m.segs[at]
}

func (m *model) join() {
	joined := m.segs[:1]
	for _, g := range m.segs[1:] {
		last := &joined[len(joined)-1]
		if g.state == used || g.state != last.state || g.stream != last.stream {
			joined = append(joined, g)
			continue
		}
		last.size += g.size
		if g.free > last.free {
			last.free, last.implied = g.free, g.implied
		}
	}
	m.segs = joined
}
