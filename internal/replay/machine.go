// SPDX-License-Identifier: Apache-2.0

package replay

import (
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/trace"
)

// machine is a simulated device with the objects that a trace has created on it.
type machine struct {
	api *fakeacl.Machine
	ac  driver.Context

	pool     driver.Pool // zero until the trace creates one
	pointers pointers
	streams  map[uint64]driver.Stream // by their number in the trace
	events   map[uint64]driver.Event

	operation trace.Operation // the current one
	result    trace.Result    // of the current operation

	last     fakeacl.PoolEvent // the latest event that the device has reported
	observed bool              // the device has reported one during the current operation
	counts   counts
}

func newMachine(b fakeacl.Behaviour) (*machine, error) {
	cfg, err := fakeacl.Preset("A2")
	if err != nil {
		return nil, err
	}
	m := &machine{
		pointers: make(pointers),
		streams:  make(map[uint64]driver.Stream),
		events:   make(map[uint64]driver.Event),
	}
	cfg.Behaviour = b
	cfg.Held = true
	cfg.MaxStreams, cfg.MaxEvents = unlimited, unlimited
	cfg.Observe = func(e fakeacl.PoolEvent) { m.last, m.observed = e, true }
	if m.api, err = fakeacl.New(cfg); err != nil {
		return nil, err
	}
	ac, st := m.api.SetDevice(0)
	if !st.OK() {
		return nil, errors.Join(fmt.Errorf("%s", st.Msg), m.api.Close())
	}
	m.ac = ac
	return m, nil
}

func (m *machine) close() { _ = m.api.Close() }

// execute performs one operation and stores what it returned in r.
func (m *machine) execute(o *trace.Operation, r *trace.Result) driver.Status {
	m.observed = false
	switch o.Kind {
	case trace.Pool:
		return m.create(o, r)
	case trace.Attr:
		return m.api.MemPoolSetAttr(m.ac, m.pool, o.Attr, o.Value)
	case trace.Get:
		value, st := m.api.MemPoolGetAttr(m.ac, m.pool, o.Attr)
		r.Columns, r.Offset = trace.Value, value
		return st
	case trace.Alloc:
		return m.alloc(o, r)
	case trace.Free:
		return m.free(o, r)
	case trace.Trim:
		return m.api.MemPoolTrimTo(m.ac, m.pool, o.Value)
	case trace.SyncDevice:
		return m.api.SynchronizeDevice(m.ac)
	}
	s, st := m.stream(o.Stream)
	if !st.OK() {
		return st
	}
	switch o.Kind {
	case trace.Record, trace.Wait:
		e, st := m.event(o.Event)
		switch {
		case !st.OK():
			return st
		case o.Kind == trace.Record:
			return m.api.RecordEvent(m.ac, e, s)
		}
		return m.api.StreamWaitEvent(m.ac, s, e)
	default:
		return m.api.SynchronizeStream(m.ac, s)
	}
}

// create creates the pool. It destroys the pool that the trace created before, if any.
func (m *machine) create(o *trace.Operation, r *trace.Result) driver.Status {
	props := driver.PoolProps{LocationType: driver.LocationTypeDevice, MaxSize: o.Value}
	p, st := m.api.MemPoolCreate(m.ac, props)
	if st.OK() {
		if m.pool != 0 {
			m.api.MemPoolDestroy(m.ac, m.pool)
			m.counts.dropLive()
		}
		m.pool = p
		r.Columns, r.Size = trace.Range, m.last.Size
	}
	return st
}

func (m *machine) alloc(o *trace.Operation, r *trace.Result) driver.Status {
	s, st := m.stream(o.Stream)
	if !st.OK() {
		return st
	}
	a, st := m.api.MallocAsync(m.ac, m.pool, o.Value, s)
	if !st.OK() || !m.observed {
		return st // refused, or of size 0
	}
	m.pointers.set(o.ID, a)
	m.counts.allocated(m.last, o.Value)
	r.Columns, r.Offset, r.Size, r.Class = trace.Range, m.last.Offset, m.last.Size, m.last.Class.String()
	return st
}

func (m *machine) free(o *trace.Operation, r *trace.Result) driver.Status {
	s, st := m.stream(o.Stream)
	if !st.OK() {
		return st
	}
	st = m.api.FreeAsync(m.ac, m.pointers.get(o.ID), s)
	if st.OK() && m.observed {
		m.counts.freed(m.last)
		r.Columns, r.Offset, r.Size = trace.Range, m.last.Offset, m.last.Size
	}
	return st
}

// stream returns stream number n, which it creates on first use.
func (m *machine) stream(n uint64) (driver.Stream, driver.Status) {
	if s := m.streams[n]; s != 0 {
		return s, driver.Status{}
	}
	s, st := m.api.CreateStream(m.ac)
	if st.OK() {
		m.streams[n] = s
	}
	return s, st
}

// event returns event number n, which it creates on first use.
func (m *machine) event(n uint64) (driver.Event, driver.Status) {
	if e := m.events[n]; e != 0 {
		return e, driver.Status{}
	}
	e, st := m.api.CreateEvent(m.ac)
	if st.OK() {
		m.events[n] = e
	}
	return e, st
}

// statistics stores the pool's statistics in r: zeros if there is no pool.
func (m *machine) statistics(r *trace.Result) {
	if m.pool == 0 {
		return
	}
	r.Reserved, _ = m.api.MemPoolGetAttr(m.ac, m.pool, driver.PoolReserved)
	r.ReservedHigh, _ = m.api.MemPoolGetAttr(m.ac, m.pool, driver.PoolReservedHigh)
	r.Used, _ = m.api.MemPoolGetAttr(m.ac, m.pool, driver.PoolUsed)
	r.UsedHigh, _ = m.api.MemPoolGetAttr(m.ac, m.pool, driver.PoolUsedHigh)
}

func (m *machine) largestFree() uint64 {
	stats, _ := m.api.PoolStats(m.pool)
	return stats.LargestFree
}
