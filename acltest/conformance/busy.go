// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/stream"
)

// A stream that cannot be held is kept busy by copies of busyBytes inside the memory of the
// device. The number of copies is chosen per device, so that they take about busyFor.
const (
	busyBytes    = 32 << 20
	busyFor      = 30 * time.Millisecond
	fewestCopies = 4
)

// mostCopies bounds the number of copies, which also bounds how long they take to enqueue.
var mostCopies = 1000

// canHold reports whether the streams of a device can be held.
var canHold = acltest.Simulated

// busy delays what is enqueued on a stream next: until release where streams can be held,
// and else while copies run. The end of the test releases the stream.
func (r *rig) busy(t testing.TB, s *stream.Stream) (release func()) {
	t.Helper()
	if r.holds {
		return acltest.Hold(t, s).Release
	}
	r.load.enqueue(t, s, r.load.copies)
	return func() {}
}

// load is the work that keeps streams of one device busy.
type load struct {
	from, to acl.View
	copies   int
}

// newLoad allocates the memory of the copies until the end of t, and measures how many of
// them the device needs. It runs before there are pools, because the device releases memory
// of pools when it is synchronized.
func newLoad(t testing.TB, dev *acl.Device) *load {
	t.Helper()
	m, err := dev.Malloc(2 * busyBytes)
	ok(t, err)
	t.Cleanup(func() { ok(t, m.Close()) })               // all streams have closed by then
	acltest.AllowHazards(t, dev, hazard.WriteAfterWrite) // nobody reads what the copies write
	ok(t, acl.Fill(t.Context(), m.View(), 0))
	l := &load{}
	l.from, err = m.View().Slice(0, busyBytes)
	ok(t, err)
	l.to, err = m.View().Slice(busyBytes, busyBytes)
	ok(t, err)
	s, err := stream.New(dev, stream.Config{Name: "measure"})
	ok(t, err)
	l.copies = copiesFor(l.measure(t, s))
	closeAll(t, s)
	return l
}

func (l *load) enqueue(t testing.TB, s *stream.Stream, copies int) {
	t.Helper()
	for range copies {
		ok(t, s.Copy(l.to, l.from))
	}
}

// measure returns the time that one copy takes. It makes more copies until they take long
// enough to be measured.
func (l *load) measure(t testing.TB, s *stream.Stream) time.Duration {
	t.Helper()
	run := func(copies int) time.Duration {
		start := time.Now()
		l.enqueue(t, s, copies)
		ok(t, within(s.WaitIdle))
		return time.Since(start)
	}
	run(1) // the first use of the memory may take longer
	for copies := 1; ; copies *= 4 {
		if took := run(copies); took >= busyFor/10 || copies >= mostCopies {
			return took / time.Duration(copies)
		}
	}
}

// copiesFor returns how many copies take busyFor, if each takes that long.
func copiesFor(each time.Duration) int {
	return min(max(int(busyFor/max(each, 1)), fewestCopies), mostCopies)
}
