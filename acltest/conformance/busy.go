// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/stream"
)

// What keeps a stream busy that cannot be held: copies inside the memory of the device,
// some tens of milliseconds on hardware.
var busyBytes, busyCopies uint64 = 32 << 20, 1000

// canHold says whether streams can be held.
var canHold = acltest.Simulated

// busy keeps a stream from what is enqueued next: until release where streams can be held,
// else for a while. The end of the test releases.
func (r *rig) busy(t testing.TB, s *stream.Stream) (release func()) {
	t.Helper()
	if r.holds {
		return acltest.Hold(t, s).Release
	}
	from, to := r.copiedToAndFro(t)
	for range busyCopies {
		ok(t, s.Copy(to, from))
	}
	return func() {}
}

// copiedToAndFro answers two halves of plain memory, which the chapter has until its end.
func (r *rig) copiedToAndFro(t testing.TB) (from, to acl.View) {
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
