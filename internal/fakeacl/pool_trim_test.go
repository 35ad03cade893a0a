// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Every successful synchronize trims every pool of the device, and nothing else does.
func TestSynchronizeTrims(t *testing.T) {
	for name, tt := range map[string]struct {
		call  func(r *rig, s driver.Stream, e driver.Event) driver.Status
		trims bool
	}{
		"stream":       {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeStream(r.ac, s) }, true},
		"other stream": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeStream(r.ac, 0) }, true},
		"within time": {func(r *rig, s driver.Stream, _ driver.Event) driver.Status {
			return r.SynchronizeStreamWithTimeout(r.ac, s, 1000)
		}, true},
		"device":       {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeDevice(r.ac) }, true},
		"event":        {func(r *rig, _ driver.Stream, e driver.Event) driver.Status { return r.SynchronizeEvent(r.ac, e) }, true},
		"query stream": {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return status(r.StreamQuery(r.ac, s)) }, false},
		"query event": {func(r *rig, _ driver.Stream, e driver.Event) driver.Status {
			return status(r.QueryEventStatus(r.ac, e))
		}, false},
		"destroy":      {func(r *rig, s driver.Stream, _ driver.Event) driver.Status { return r.DestroyStream(r.ac, s) }, false},
		"other device": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status { return r.SynchronizeDevice(r.context(1)) }, false},
		"late": {func(r *rig, _ driver.Stream, _ driver.Event) driver.Status {
			r.hold(0)
			if st := r.SynchronizeStreamWithTimeout(r.ac, 0, 1); st.Code != driver.RTStreamSyncTimeout {
				return st
			}
			return driver.Status{}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			s, p, q, e := r.stream(), r.pool(8*mib), r.pool(8*mib), ex.make(r)
			r.alloc(p, 2*mib, s)
			r.free(r.alloc(p, 4*mib, s), s)
			r.free(r.alloc(q, 4*mib, s), s)
			r.set(q, driver.PoolReleaseThreshold, 2*mib)
			r.record(e, s)
			r.ok(tt.call(r, s, e))
			want := [2]uint64{6 * mib, 4 * mib}
			if tt.trims {
				want = [2]uint64{2 * mib, 2 * mib}
			}
			assert.Equal(t, want, [2]uint64{r.attr(p, driver.PoolReserved), r.attr(q, driver.PoolReserved)})
		})
	}
}

func TestPendingMemoryIsNotTrimmed(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(8*mib)
	release := r.hold(s)
	r.free(r.alloc(p, 4*mib, s), s)
	r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	r.sync(0)
	assert.EqualValues(t, 4*mib, r.attr(p, driver.PoolReserved))
	release()
	r.sync(s)
	assert.Zero(t, r.attr(p, driver.PoolReserved))
}

func TestTrimmedMemoryReadsAsZero(t *testing.T) {
	r := newRig(t, nil)
	s, p := r.stream(), r.pool(2*mib)
	a := r.alloc(p, 8, s)
	r.write(a, []byte("contents"))
	r.free(a, s)
	r.sync(s)
	assert.Equal(t, make([]byte, 8), r.read(r.alloc(p, 8, s), 8))
}
