// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

// tester is what testing.T and rapid.T have in common.
type tester interface {
	require.TestingT
	Helper()
}

// device is the smallest machine around a pool: streams are held, an operation executes
// only when somebody needs it, together with all that it waits for.
type device struct {
	t       tester
	host    *order.Host
	streams map[uint64]*stream // open ones
	events  map[uint64]order.Stamp
	mem     *memory
	book    *Pool

	// For mistakes.
	wrong  mistake
	homes  map[uint64]uint64    // streams that allocated, by offset
	waited map[uint64][]*stream // for events
}

func newDevice(t tester) *device {
	return &device{
		t:       t,
		host:    order.NewHost(),
		streams: make(map[uint64]*stream),
		events:  make(map[uint64]order.Stamp),
		mem:     &memory{t: t, left: 64 << 30, taken: make(map[uint64]bool)},
		homes:   make(map[uint64]uint64),
		waited:  make(map[uint64][]*stream),
	}
}

type stream struct {
	line     *order.Line
	queue    []operation
	executed uint64
	failed   bool
	wrong    mistake
	trimming bool
}

func (s *stream) Line() *order.Line { return s.line }
func (s *stream) Executed() uint64 {
	if s.trimming && s.wrong == trimsTakePending {
		return always
	}
	return s.executed
}
func (s *stream) Failed() bool { return s.failed && s.wrong != failuresPass }

type operation struct {
	pos   uint64
	waits []order.Place // executes after them
	needs []order.Place // fails unless they have executed
}

// stream returns the open stream of that number, new at its first use.
func (d *device) stream(id uint64) *stream {
	s := d.streams[id]
	if s == nil {
		s = &stream{line: order.NewLine(id, d.host), wrong: d.wrong}
		d.streams[id] = s
	}
	return s
}

func (d *device) malloc(id, size uint64) (poolmodel.Allocation, driver.Code) {
	s := d.stream(id)
	a, code := d.book.Malloc(s, size)
	if code == driver.Success && a.Size > 0 {
		d.homes[a.Off] = id
		d.mistaken(s, a)
		op := operation{pos: a.Pos}
		switch a.Class {
		case poolmodel.Internal:
			op.waits = append(op.waits, a.Free)
		case poolmodel.Opportunistic:
			if d.wrong != gamblesWin {
				op.needs = append(op.needs, a.Free)
			}
		default:
			require.Zero(d.t, a.Free)
		}
		s.queue = append(s.queue, op)
	}
	return a, code
}

func (d *device) free(id, off uint64) driver.Code {
	s := d.stream(id)
	if d.wrong == allocatorOwns && d.book.tags.at(off).live() > 0 {
		s = d.stream(d.homes[off])
	}
	pos, code := d.book.Free(s, off)
	if code == driver.Success {
		s.queue = append(s.queue, operation{pos: pos})
	}
	return code
}

func (d *device) record(event, id uint64) {
	s := d.stream(id)
	s.queue = append(s.queue, operation{pos: s.line.Next()})
	d.events[event].Release()
	d.events[event] = s.line.Here()
	if d.wrong == waitsFollowTheEvent {
		for _, waited := range d.waited[event] {
			waited.line.After(d.events[event])
		}
	}
}

func (d *device) wait(event, id uint64) {
	s, e := d.stream(id), d.events[event]
	s.line.After(d.learnt(e))
	d.waited[event] = append(d.waited[event], s)
	s.queue = append(s.queue, operation{pos: s.line.Next(), waits: []order.Place{e.Place}})
}

// run executes a stream up to a place and reports whether it got there. A stream that
// has been closed is complete.
func (d *device) run(to order.Place) bool {
	s := d.streams[to.Line]
	if s == nil {
		return true
	}
	for s.executed < to.Pos {
		if s.failed {
			return false
		}
		op := s.queue[0]
		for _, p := range op.waits {
			if !d.run(p) {
				return false
			}
		}
		for _, p := range op.needs {
			if needed := d.streams[p.Line]; needed != nil && needed.executed < p.Pos {
				s.failed = true
				return false
			}
		}
		s.executed = op.pos
		s.queue = s.queue[1:]
		d.book.Executed(s)
	}
	if d.wrong == executionIsOrder {
		d.host.After(order.Stamp{Place: to})
	}
	return true
}

// synchronize waits for places and trims if all of them were reached.
func (d *device) synchronize(awaited ...order.Stamp) bool {
	done := true
	for _, s := range awaited {
		switch {
		case !d.run(s.Place):
			done = false
		case d.wrong != hostLearnsNothing:
			d.host.After(s)
		}
	}
	if done || d.wrong == failedWaitsTrim {
		d.synchronized()
	}
	return done
}

// trim is an explicit one.
func (d *device) trim(keep uint64) driver.Code {
	d.trimming(true)
	defer d.trimming(false)
	_, code := d.book.TrimTo(keep)
	return code
}

func (d *device) synchronizeStream(id uint64) bool {
	end := d.stream(id).line.Here()
	defer end.Release()
	return d.synchronize(end)
}

func (d *device) synchronizeDevice() bool {
	var ends []order.Stamp
	for _, s := range d.streams {
		ends = append(ends, s.line.Here())
	}
	defer func() {
		for _, end := range ends {
			end.Release()
		}
	}()
	return d.synchronize(ends...)
}

// close closes a stream after its work, or at once if it has failed. False where it
// waits for a stream that failed.
func (d *device) close(id uint64) bool {
	s := d.stream(id)
	end := s.line.Here()
	defer end.Release()
	done := d.run(end.Place)
	if !done && !s.failed {
		return false
	}
	if done && d.wrong != closesTeachNothing || d.wrong == failedClosesTeach {
		d.host.After(end)
		d.tellOfAll()
	}
	if d.wrong != closedStreamsOwn {
		d.book.StreamClosed(s)
	}
	s.line.Retire()
	delete(d.streams, id)
	return true
}

// tellOfAll tells the pool of all streams, whether they have gone on or not: who is mistaken
// about what the host knows tells it too much, too.
func (d *device) tellOfAll() {
	for _, s := range d.streams {
		d.book.Executed(s)
	}
}

// memory is physical memory that notices a double take or give.
type memory struct {
	t     tester
	left  uint64
	taken map[uint64]bool // by granule
}

func (m *memory) Take(off, n uint64) bool {
	m.ask(off, n)
	if n > m.left {
		return false
	}
	m.left -= n
	for g := off; g < off+n; g += driver.Granule {
		require.False(m.t, m.taken[g], "took memory behind %d twice", g)
		m.taken[g] = true
	}
	return true
}

func (m *memory) Give(off, n uint64) {
	m.ask(off, n)
	m.left += n
	for g := off; g < off+n; g += driver.Granule {
		require.True(m.t, m.taken[g], "gave memory behind %d that was not taken", g)
		delete(m.taken, g)
	}
}

func (m *memory) ask(off, n uint64) {
	require.NotZero(m.t, n)
	require.Zero(m.t, off%driver.Granule)
	require.Zero(m.t, n%driver.Granule)
}
