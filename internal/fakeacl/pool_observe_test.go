// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

// An observer gets the offsets of blocks and the class of reuse. Calls that are refused, and
// allocations of 0 bytes, have no event.
func TestObserve(t *testing.T) {
	var events []fakeacl.PoolEvent
	r := newRig(t, func(cfg *fakeacl.Config) {
		cfg.Observe = func(e fakeacl.PoolEvent) { events = append(events, e) }
	})
	p, s := r.pool(8*mib-1), r.stream()
	a := r.alloc(p, 1, s)
	b := r.alloc(p, 3*mib, s)
	r.free(b, s)
	r.alloc(p, 2*mib, s)
	r.alloc(p, 0, s)
	assert.Equal(t, driver.RTInternalError, status(r.MallocAsync(r.ac, p, 8*mib, s)).Code)
	assert.Equal(t, driver.RTParamInvalid, r.FreeAsync(r.ac, a+1, s).Code)
	assert.Equal(t, []fakeacl.PoolEvent{
		{Kind: fakeacl.PoolCreated, Pool: p, Size: 8 * mib},
		{Kind: fakeacl.PoolAllocated, Pool: p, Stream: s, Size: 2 * mib, Class: poolmodel.Fresh, Used: 2 * mib, Reserved: 2 * mib},
		{Kind: fakeacl.PoolAllocated, Pool: p, Stream: s, Offset: 2 * mib, Size: 4 * mib, Class: poolmodel.Fresh, Used: 6 * mib, Reserved: 6 * mib},
		{Kind: fakeacl.PoolFreed, Pool: p, Stream: s, Offset: 2 * mib, Size: 4 * mib, Used: 2 * mib, Reserved: 6 * mib},
		{Kind: fakeacl.PoolAllocated, Pool: p, Stream: s, Offset: 2 * mib, Size: 2 * mib, Class: poolmodel.SameStream, Used: 4 * mib, Reserved: 6 * mib},
	}, events)
}

func TestPoolStats(t *testing.T) {
	r := newRig(t, nil)
	p, s := r.pool(8*mib), r.stream()
	r.alloc(p, 1, s)
	stats, ok := r.PoolStats(p)
	assert.True(t, ok)
	assert.Equal(t, poolmodel.Stats{Used: 2 * mib, UsedHigh: 2 * mib, Reserved: 2 * mib, ReservedHigh: 2 * mib, LargestFree: 6 * mib}, stats.Stats)
	assert.Zero(t, stats.Pending)
	for _, h := range []driver.Pool{0, p + 1, driver.Pool(s), r.destroyedPool()} {
		_, ok := r.PoolStats(h)
		assert.False(t, ok, "%#x", uint64(h))
	}
}
