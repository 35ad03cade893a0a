// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// failures is the chapter on memory that is freed behind a task that fails. Only kernels of
// the simulated device fail on purpose, so other devices skip it. The last case stops all
// streams of the device.
var failures = chapter{"failures", []testCase{
	{"stream goes on", freeBehindAFailure},
	{"pool closes", closeBehindAFailure},
	{"stream stops", freeOnAStoppedStream},
}}

// failing returns a kernel that fails. It skips the test where there is none.
func (r *rig) failing(t *testing.T) *kernel.Function {
	t.Helper()
	return acltest.Kernel(t, r.dev, func(*sim.Call) error { return errors.New("it fails on purpose") })
}

func launch(t testing.TB, s *stream.Stream, f *kernel.Function) {
	t.Helper()
	ok(t, f.Launch(s, 1, kernel.ArgList{}))
}

// A stream goes on after a failed task and reports it once. A free behind it executes as any
// other does, and not before.
func freeBehindAFailure(t *testing.T, r *rig) {
	fails := r.failing(t)
	p, s, other := r.pool(t, mempool.Config{MaxSize: granules(1)}), r.stream(t), r.stream(t)
	b := malloc(t, p, s, granules(1))
	fill(t, s, b, 5)
	synchronize(t, s)
	release := r.busy(t, s)
	defer release()
	launch(t, s, fails)
	reader := read(t, s, b)
	free(t, p, s, b)
	if early, had := takes(t, p, other, granules(1)); had {
		fill(t, other, early, 6) // ordered after the free, if the engine may give it the memory at all
		free(t, p, other, early)
	}
	release()
	isClass(t, "synchronize after a failed task", within(s.Synchronize), acl.ErrDevice)
	ok(t, reader.saw(t, 5))
	ok(t, within(s.Synchronize))
	ok(t, s.Err())
	synchronize(t, other)
	drainAndTrim(t, p)
	b = malloc(t, p, other, granules(1))
	fill(t, other, b, 7)
	holdsBytes(t, other, "memory that was freed behind a failed task", b, 7)
	free(t, p, other, b)
}

// A failure is not the pool's: Close waits for the frees behind it, and the stream reports it.
func closeBehindAFailure(t *testing.T, r *rig) {
	fails := r.failing(t)
	p, s := r.newPool(t), r.stream(t)
	b := malloc(t, p, s, granules(1))
	release := r.busy(t, s)
	defer release()
	launch(t, s, fails)
	free(t, p, s, b)
	release()
	closeAll(t, p)
	isClass(t, "synchronize after a failed task", within(s.Synchronize), acl.ErrDevice)
}

// Nothing behind a failure executes on a stream that stops. What was freed there is not reused
// until the stream is closed.
func freeOnAStoppedStream(t *testing.T, r *rig) {
	fails := r.failing(t)
	p := r.pool(t, mempool.Config{MaxSize: granules(1)})
	stops, err := stream.New(r.dev, stream.Config{StopOnFailure: true})
	ok(t, err)
	b := malloc(t, p, stops, granules(1))
	launch(t, stops, fails)
	free(t, p, stops, b)
	for range 2 {
		isClass(t, "synchronize of a stopped stream", within(stops.Synchronize), acl.ErrDevice)
	}
	isClass(t, "failure of a stopped stream", stops.Err(), acl.ErrDevice)
	s := r.stream(t) // made later, so it was not stopped
	_, err = p.MallocAsync(s, granules(1))
	isClass(t, "memory freed on a stopped stream", err, acl.ErrOutOfMemory)
	isClass(t, "close of a stopped stream", within(stops.Close), acl.ErrDevice)
	b = malloc(t, p, s, granules(1))
	fill(t, s, b, 8)
	holdsBytes(t, s, "memory of a stopped stream that was closed", b, 8)
	free(t, p, s, b)
}
