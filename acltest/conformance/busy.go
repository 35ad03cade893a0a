// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/stream"
)

// A stream that cannot be held is kept busy by copies inside the memory of the device, which
// take some tens of milliseconds on hardware.
var busyBytes, busyCopies uint64 = 32 << 20, 1000

// canHold reports whether the streams of a device can be held.
var canHold = acltest.Simulated

// busy delays the work that is enqueued on a stream after this call: until release if the
// stream can be held, otherwise for some time. The end of the test releases the stream, too.
func (r *rig) busy(t testing.TB, s *stream.Stream) (release func()) {
	t.Helper()
	if r.holds {
		return acltest.Hold(t, s).Release
	}
	from, to := r.busyMemory(t)
	for range busyCopies {
		ok(t, s.Copy(to, from))
	}
	return func() {}
}

// busyMemory returns the two halves of plain memory that the chapter keeps until its end.
func (r *rig) busyMemory(t testing.TB) (from, to acl.View) {
	t.Helper()
	if r.plain == nil {
		m, err := r.dev.Malloc(2 * busyBytes)
		ok(t, err)
		r.plain = m
		r.chapter.Cleanup(func() { ok(r.chapter, m.Close()) }) // all streams have closed by then
	}
	from, err := r.plain.View().Slice(0, busyBytes)
	ok(t, err)
	to, err = r.plain.View().Slice(busyBytes, busyBytes)
	ok(t, err)
	return from, to
}
