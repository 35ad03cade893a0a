// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"hash/maphash"

	"github.com/ascend-go/aclpool/internal/driver"
)

var _ driver.Watcher = (*Machine)(nil)

// WatchNext has w watch the next operation of a stream.
func (m *Machine) WatchNext(h driver.Stream, w driver.Watch) {
	m.withDevice(handle(h), func(d *device) {
		if s := d.streams.get(h); s != nil {
			s.watchNext = w
		}
	})
}

// takeWatch returns what watches the operation that is enqueued now. The device is locked.
func (s *stream) takeWatch() driver.Watch {
	w := s.watchNext
	s.watchNext = nil
	return w
}

// seed is that of all sums.
var seed = maphash.MakeSeed()

// compared is memory of a running kernel that must not change, with its sum at the beginning.
type compared struct {
	addr  driver.Addr
	bytes []byte
	sum   uint64
}

// use notes that the running kernel gets memory.
func (s *stream) use(a driver.Addr, b []byte, write bool) {
	w := s.task.watch
	if w == nil || len(b) == 0 {
		return
	}
	if w.Used(a, uint64(len(b)), write) {
		s.compare = append(s.compare, compared{a, b, maphash.Bytes(seed, b)})
	}
}

// endCompare reports what has changed while the kernel ran. The kernel still has its views.
func (s *stream) endCompare() {
	for _, c := range s.compare {
		if maphash.Bytes(seed, c.bytes) != c.sum {
			s.task.watch.Changed(driver.OnDevice(c.addr), uint64(len(c.bytes)))
		}
	}
	clear(s.compare)
	s.compare = s.compare[:0]
}

// sumSource notes what a watched copy reads, when it is enqueued. Memory of the device, memory
// that enqueued work changes, and copies of several rows are not looked at.
func (t *task) sumSource(p *pinnedMemory) {
	if t.watch == nil {
		return
	}
	if t.src.host == nil || t.grid.rows > 0 || !p.steady(t.src) {
		t.endWatch()
		return
	}
	if b, err := t.src.bytes(t.size); err == nil {
		t.sum = maphash.Bytes(seed, b)
	}
}

// checkSource reports that what a watched copy reads has changed since it was enqueued.
func (t *task) checkSource() {
	if t.watch == nil {
		return
	}
	if b, err := t.src.bytes(t.size); err == nil && maphash.Bytes(seed, b) != t.sum {
		t.watch.Changed(driver.OnHost(b), t.size)
	}
}

// checkReads checks what was undecided about the reads of a copy when it was enqueued.
func (t *task) checkReads() {
	if t.reads != nil {
		t.reads.check()
		t.endReads()
	}
}

func (t *task) endReads() {
	if t.reads != nil {
		t.reads.end(t.reads.by.Stamp)
		t.reads = nil
	}
}

// endWatch ends the watch of a task, if it has one.
func (t *task) endWatch() {
	if t.watch != nil {
		t.watch.Ended()
		t.watch = nil
	}
}
