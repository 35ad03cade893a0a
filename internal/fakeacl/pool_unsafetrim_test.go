// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

// A trim takes memory whose free has not executed, and its contents are lost.
func TestTrimsTakePendingMemory(t *testing.T) {
	trims := map[string]func(r *rig, p driver.Pool, other driver.Stream){
		"explicit":          func(r *rig, p driver.Pool, _ driver.Stream) { r.ok(r.MemPoolTrimTo(r.ac, p, 0)) },
		"another stream":    func(r *rig, _ driver.Pool, other driver.Stream) { r.sync(other) },
		"a plain exhausted": func(r *rig, _ driver.Pool, _ driver.Stream) { r.Malloc(r.ac, 64*mib, driver.MallocHugeFirst) },
		"a wait that is late": func(r *rig, _ driver.Pool, other driver.Stream) {
			defer r.hold(other)()
			assert.Equal(r.t, driver.RTStreamSyncTimeout, r.SynchronizeStreamWithTimeout(r.ac, other, 1).Code)
		},
		"another device": func(r *rig, _ driver.Pool, _ driver.Stream) { r.ok(r.SynchronizeDevice(r.context(1))) },
	}
	for name, trim := range trims {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, r *rig, published bool) {
				p, s, other := r.pool(granule), r.stream(), r.stream()
				a := r.alloc(p, 1, s)
				r.sync(s)
				host := r.host(1)
				r.ok(r.Memset(r.ac, driver.OnDevice(a), 1, 7, 1))
				release := r.hold(s)
				r.ok(r.MemcpyAsync(r.ac, host, 1, driver.OnDevice(a), 1, anyWay, s))
				r.free(a, s)
				trim(r, p, other)
				want := [2]uint64{granule, 7} // reserved, and what the copy finds
				if published {
					want = [2]uint64{}
				}
				reserved := r.attr(p, driver.PoolReserved)
				release()
				r.sync(s)
				assert.Equal(t, want, [2]uint64{reserved, uint64(host.Bytes(1)[0])})
			})
		})
	}
}

// Memory that is trimmed while its free is pending can be allocated by another stream at once:
// two streams then use the same memory.
func TestTrimmedPendingMemoryIsHandedOut(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, s, other := r.pool(granule), r.stream(), r.stream()
		a := r.alloc(p, 1, s)
		release := r.hold(s)
		defer release()
		r.free(a, s)
		r.ok(r.MemPoolTrimTo(r.ac, p, 0))
		assert.Equal(t, !published, r.refused(p, other))
	})
}

// If the threshold is below what is used, an implicit trim fails silently, and an explicit one
// returns an error.
func TestTrimsBelowWhatIsUsed(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, s := r.pool(8*mib), r.stream()
		r.alloc(p, 2*mib, s)
		r.freed(p, s)
		r.sync(s)
		kept, code := uint64(2*mib), driver.Success
		if published {
			kept, code = 4*mib, driver.RTInternalError
		}
		assert.Equal(t, kept, r.attr(p, driver.PoolReserved))
		assert.Equal(t, code, r.MemPoolTrimTo(r.ac, p, 0).Code)
		assert.Equal(t, kept, r.attr(p, driver.PoolReserved))
		r.ok(r.MemPoolTrimTo(r.ac, p, 2*mib))
		assert.EqualValues(t, 2*mib, r.attr(p, driver.PoolReserved))
		assert.Equal(t, driver.RTInternalError, r.MemPoolTrimTo(r.ac, p, 8*mib+1).Code)
	})
}

// After a trim to a target that is not a multiple of the granule, blocks may be misaligned.
func TestUnroundedTargetsMisalign(t *testing.T) {
	both(t, func(t *testing.T, r *rig, published bool) {
		p, s := r.pool(8*mib), r.stream()
		r.set(p, driver.PoolReleaseThreshold, 8*mib)
		base := r.alloc(p, 8*mib, s)
		r.free(base, s)
		r.sync(s)
		r.ok(r.MemPoolTrimTo(r.ac, p, 5*mib+3))
		reserved, next := uint64(6*mib), uint64(2*mib)
		if published {
			reserved, next = 5*mib+3, 3*mib-3
		}
		assert.Equal(t, reserved, r.attr(p, driver.PoolReserved))
		assert.EqualValues(t, next, r.alloc(p, 1, s)-base)
		r.sync(s)
	})
}
