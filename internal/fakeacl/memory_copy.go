// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// transfer is what a copy call asks for. The direction comes from the addresses, not
// from the kind, which is only checked.
type transfer struct {
	op       string
	dst, src driver.Mem
	room     uint64 // bytes from dst on
	size     uint64 // bytes, of one row
	grid     grid   // zero for one row
}

// check looks at the arguments without asking whose memory they name.
func (t transfer) check(kind driver.MemcpyKind) driver.Status {
	switch {
	case t.dst.IsNull():
		return null(t.op, "dst")
	case t.src.IsNull():
		return null(t.op, "src")
	case kind < driver.CopyHostToHost || kind > driver.CopyHostToBufToDevice:
		return fail(driver.InvalidParam, badArgument, t.op, "kind %d is unknown: want %d to %d", kind, driver.CopyHostToHost, driver.CopyHostToBufToDevice)
	case t.size > t.room:
		return fail(driver.RTParamInvalid, badArgument, t.op, "count %d is larger than destMax %d", t.size, t.room)
	}
	return driver.Status{}
}

// lock returns the context with its device locked, and the operands.
func (t transfer) lock(m *Machine, ac driver.Context) (c *aclContext, dst, src operand, st driver.Status) {
	if c, st = m.lock(t.op, ac); !st.OK() {
		return nil, dst, src, st
	}
	if dst, st = m.target(t.op, "dst", c, t.dst, t.grid.extent(t.grid.dstPitch, t.size)); st.OK() {
		if src, st = m.operand(t.op, "src", c, t.src, t.grid.extent(t.grid.srcPitch, t.size)); st.OK() {
			if c.device.contexts.get(ac) == c {
				return c, dst, src, st
			}
			st = fail(driver.RTContextNull, badOrder, t.op, "context %#x was destroyed during the call", uint64(ac))
			m.pinned.unpin(src)
		}
		m.pinned.unpin(dst)
	}
	c.device.mu.Unlock()
	return nil, operand{}, operand{}, st
}

// Memcpy calls aclrtMemcpy: it copies at once, in no stream's order.
func (m *Machine) Memcpy(ac driver.Context, dst driver.Mem, dstMax uint64, src driver.Mem, count uint64, kind driver.MemcpyKind) driver.Status {
	if count == 0 {
		return driver.Status{}
	}
	t := transfer{op: "aclrtMemcpy", dst: dst, src: src, room: dstMax, size: count}
	if st := t.check(kind); !st.OK() {
		return st
	}
	return m.copyAtOnce(ac, t)
}

// copyAtOnce copies in no stream's order.
func (m *Machine) copyAtOnce(ac driver.Context, t transfer) driver.Status {
	c, to, from, st := t.lock(m, ac)
	if !st.OK() {
		return st
	}
	if h := c.device.hazards; h != nil {
		st = h.copies(t, to, from)
	}
	c.device.mu.Unlock()
	if !st.OK() {
		m.pinned.unpin(to)
		m.pinned.unpin(from)
		return st
	}
	return m.copyNow(t, to, from)
}

// copyNow copies on the caller's goroutine and releases the operands.
func (m *Machine) copyNow(t transfer, dst, src operand) driver.Status {
	defer m.pinned.unpin(dst)
	defer m.pinned.unpin(src)
	time.Sleep(m.copyTime(dst, src, t.size, t.grid))
	if err := copyRows(m.host, dst, src, t.size, t.grid); err != nil {
		return fail(driver.RTParamInvalid, badArgument, t.op, "%v", err)
	}
	dst.changed()
	return driver.Status{}
}

// MemcpyAsync calls aclrtMemcpyAsync. Host memory that is not pinned makes it wait for
// the stream and copy at once.
func (m *Machine) MemcpyAsync(ac driver.Context, dst driver.Mem, dstMax uint64, src driver.Mem, count uint64, kind driver.MemcpyKind, h driver.Stream) driver.Status {
	if count == 0 {
		return driver.Status{}
	}
	t := transfer{op: "aclrtMemcpyAsync", dst: dst, src: src, room: dstMax, size: count}
	if st := t.check(kind); !st.OK() {
		return st
	}
	if kind == driver.CopyHostToHost && dst.Host == nil && src.Host == nil {
		return fail(driver.RTFeatureNotSupport, unsupported, t.op, "kind 0 is from host to host: want %d between device addresses", driver.CopyDeviceToDevice)
	}
	return m.copyInOrder(ac, t, h)
}

// copyInOrder copies in the order of a stream.
func (m *Machine) copyInOrder(ac driver.Context, t transfer, h driver.Stream) driver.Status {
	if t.dst.Host != nil && t.src.Host != nil && !m.pinned.isManaged(t.dst) && !m.pinned.isManaged(t.src) {
		return fail(driver.RTFeatureNotSupport, unsupported, t.op, "both ends are host memory: copy it yourself")
	}
	c, to, from, st := t.lock(m, ac)
	if !st.OK() {
		return st
	}
	d := c.device
	s, st := c.stream(t.op, h)
	if !st.OK() {
		d.mu.Unlock()
		m.pinned.unpin(to)
		m.pinned.unpin(from)
		return st
	}
	task := &task{name: t.op, dst: to, src: from, size: t.size, grid: t.grid, watch: s.takeWatch()}
	if !to.ordinary() && !from.ordinary() {
		defer d.mu.Unlock()
		if h := d.hazards; h != nil {
			if task.reads, st = h.copiesOn(t, s, to, from); !st.OK() {
				s.dropTask(task)
				return st
			}
			s.watched(t.op, task)
		}
		task.sumSource(&m.pinned)
		m.pinned.queue(&task.dst)
		s.enqueueTask(&operation{kind: copyMemory, pos: s.line.Next()}, task, nil)
		return driver.Status{}
	}
	task.endWatch()
	switch v, about := s.drain(); v {
	case broken:
		st = about.failure(t.op, about.failed)
	case aborted:
		st = about.interrupted(t.op)
	}
	if h := d.hazards; h != nil && st.OK() {
		st = h.copies(t, to, from)
	}
	d.mu.Unlock()
	if !st.OK() {
		m.pinned.unpin(to)
		m.pinned.unpin(from)
		return st
	}
	return m.copyNow(t, to, from)
}

// Memset calls aclrtMemset: it fills at once, in no stream's order.
func (m *Machine) Memset(ac driver.Context, dst driver.Mem, dstMax uint64, value int32, count uint64) driver.Status {
	const op = "aclrtMemset"
	if count == 0 {
		return driver.Status{}
	}
	c, to, st := m.lockFill(op, ac, dst, dstMax, count)
	if !st.OK() {
		return st
	}
	if h := c.device.hazards; h != nil {
		st = h.used(op, h.filled(dst, to, count))
	}
	c.device.mu.Unlock()
	defer m.pinned.unpin(to)
	if !st.OK() {
		return st
	}
	if err := fillBytes(m.host, to, count, byte(value)); err != nil {
		return fail(driver.RTParamInvalid, badArgument, op, "%v", err)
	}
	to.changed()
	return driver.Status{}
}

// MemsetAsync calls aclrtMemsetAsync.
func (m *Machine) MemsetAsync(ac driver.Context, dst driver.Mem, dstMax uint64, value int32, count uint64, h driver.Stream) driver.Status {
	const op = "aclrtMemsetAsync"
	if count == 0 {
		return driver.Status{}
	}
	c, to, st := m.lockFill(op, ac, dst, dstMax, count)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	s, st := c.stream(op, h)
	if !st.OK() {
		m.pinned.unpin(to)
		return st
	}
	if h := c.device.hazards; h != nil {
		if st, _ := h.usedOn(op, s, h.filled(dst, to, count)); !st.OK() {
			m.pinned.unpin(to)
			return st
		}
	}
	t := &task{name: op, dst: to, size: count, value: byte(value)}
	m.pinned.queue(&t.dst)
	s.enqueueTask(&operation{kind: fillMemory, pos: s.line.Next()}, t, nil)
	return driver.Status{}
}

// lockFill checks the arguments of a fill and returns the context with its device locked.
func (m *Machine) lockFill(op string, ac driver.Context, dst driver.Mem, room, size uint64) (*aclContext, operand, driver.Status) {
	if dst.IsNull() {
		return nil, operand{}, null(op, "devPtr")
	}
	if size > room {
		return nil, operand{}, fail(driver.RTParamInvalid, badArgument, op, "count %d is larger than maxCount %d", size, room)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, operand{}, st
	}
	to, st := m.target(op, "devPtr", c, dst, size)
	switch {
	case st.OK() && to.ordinary():
		st = fail(driver.RTParamInvalid, badArgument, op, "devPtr is host memory that is not pinned")
	case st.OK() && c.device.contexts.get(ac) != c:
		m.pinned.unpin(to)
		st = fail(driver.RTContextNull, badOrder, op, "context %#x was destroyed during the call", uint64(ac))
	}
	if !st.OK() {
		c.device.mu.Unlock()
		return nil, operand{}, st
	}
	return c, to, driver.Status{}
}

// copy executes an enqueued copy.
func (s *stream) copy(t *task) *failure {
	defer s.device.machine.pinned.unpin(t.dst)
	defer s.device.machine.pinned.unpin(t.src)
	defer t.endWatch()
	t.checkReads()
	t.checkSource()
	err := copyRows(goAccess{}, t.dst, t.src, t.size, t.grid)
	s.touched(t.dst.region)
	return dmaFailure(t, err)
}

// fill executes an enqueued fill.
func (s *stream) fill(t *task) *failure {
	defer s.device.machine.pinned.unpin(t.dst)
	err := fillBytes(goAccess{}, t.dst, t.size, t.value)
	s.touched(t.dst.region)
	return dmaFailure(t, err)
}

func dmaFailure(t *task, err error) *failure {
	if err == nil {
		return nil
	}
	return &failure{driver.RTSysDMA, fmt.Sprintf("%s: %v", t.name, err)}
}

func fillBytes(by HostMemory, dst operand, n uint64, value byte) error {
	to, err := dst.bytes(n)
	if err != nil {
		return err
	}
	defer dst.done(n)
	by.Fill(to, value)
	return nil
}
