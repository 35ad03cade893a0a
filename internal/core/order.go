// SPDX-License-Identifier: Apache-2.0

package core

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/order"
)

// clock is the happens-before order of one device. Its lock is the order lock of
// [order]: it is held for records, waits, completed synchronizes and closes, each for
// moments, and never while the driver is called. Plain work takes its place in its
// stream without it. Lock order: stream, event, clock.
type clock struct {
	mu    sync.Mutex
	host  *order.Host
	lines uint64 // streams made so far, which numbers their lines
}

func newClock() clock { return clock{host: order.NewHost()} }

func (c *clock) start(l *order.Line) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines++
	l.Start(c.lines, c.host)
}

// HostKnows reports whether the host knows that the work at a place has completed, so that
// everything enqueued from now on is ordered after it.
func (p *primary) HostKnows(at order.Place) bool {
	c := &p.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.host.Knows(at)
}

// ReleaseStamp gives up a reference to a stamp of this device.
func (p *primary) ReleaseStamp(s order.Stamp) {
	c := &p.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	s.Release()
}

// Here returns the stamp of the stream's end, to be given up with ReleaseStamp. The
// stream is locked by the caller.
func (s *Stream) Here() order.Stamp {
	c := &s.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return s.line.Here()
}

// Place returns the place of the last piece of work. The stream is locked by the caller.
// It takes no other lock.
func (s *Stream) Place() order.Place { return order.Place{Line: s.line.ID(), Pos: s.line.Pos()} }

// PlaceAt returns the place of a piece of work of the stream by its number.
func (s *Stream) PlaceAt(work uint64) order.Place {
	return order.Place{Line: s.line.ID(), Pos: work}
}

// Knows reports whether p happens before the next work of the stream, which the caller
// has locked.
func (s *Stream) Knows(p order.Place) bool {
	c := &s.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return s.line.Knows(p)
}

// Mark is the end of a stream's work at one moment, for the host to wait for. It is
// given up with Drop.
type Mark struct {
	stream *Stream
	stamp  order.Stamp
}

// Mark returns the stream's current end.
func (s *Stream) Mark() Mark {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.MarkLocked()
}

// MarkLocked is Mark for a caller that has locked the stream.
func (s *Stream) MarkLocked() Mark { return Mark{s, s.Here()} }

// Complete notes that the host has seen everything up to the mark complete, and so all
// that it was ordered after.
func (m Mark) Complete() { m.stream.completed(m.stamp) }

// Drop gives the mark up, whether or not the work has completed.
func (m Mark) Drop() { m.stream.Device.ReleaseStamp(m.stamp) }

// Work returns the number of the last piece of work before the mark.
func (m Mark) Work() uint64 { return m.stamp.Pos }

// completed notes that the host has seen the work of s up to the stamp complete.
func (s *Stream) completed(stamp order.Stamp) {
	s.MarkComplete(stamp.Pos)
	c := &s.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	c.host.After(stamp)
}

// CompleteAll notes that the host has seen everything enqueued on the stream complete.
func (s *Stream) CompleteAll() {
	m := s.Mark()
	defer m.Drop()
	m.Complete()
}

// Retire ends the order of a stream that has been destroyed: none of its work is left to
// run, and all later work of all streams is ordered after it.
func (s *Stream) Retire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.Device.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	s.line.Retire()
}
