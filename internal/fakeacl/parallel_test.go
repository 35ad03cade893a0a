// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// Many goroutines on many streams and two pools, with every class of reuse but gambles,
// events between the streams, trims, and streams that come and go. In the end all adds
// up.
func TestManyGoroutinesOnPools(t *testing.T) {
	const workers, rounds = 16, 300
	r := newRig(t, func(c *fakeacl.Config) { c.Memory = 256 * mib })
	pools := []driver.Pool{r.pool(128 * mib), r.pool(96 * mib)}
	for _, p := range pools {
		r.set(p, driver.PoolReuseEvent, 1)
		r.set(p, driver.PoolReuseInternal, 1)
		r.set(p, driver.PoolReleaseThreshold, 32*mib)
	}
	type block struct {
		addr driver.Addr
		last driver.Event // behind its use
	}
	handed := make(chan block, workers)
	events := make([]driver.Event, workers)
	for i := range events {
		events[i] = ex.make(r)
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(9, uint64(w)))
			ok := func(st driver.Status) { assert.True(t, st.OK(), "%v: %s", st.Code, st.Msg) }
			s, st := r.CreateStream(r.ac)
			ok(st)
			for range rounds {
				p := pools[random.IntN(len(pools))]
				if a, st := r.MallocAsync(r.ac, p, 1+random.Uint64N(12*mib), s); st.OK() {
					ok(r.MemsetAsync(r.ac, driver.OnDevice(a), 64, 1, 64, s))
					ok(r.RecordEvent(r.ac, events[w], s))
					select {
					case handed <- block{a, events[w]}: // another stream frees it
					default:
						ok(r.FreeAsync(r.ac, a, s))
					}
				}
				select {
				case b := <-handed:
					ok(r.StreamWaitEvent(r.ac, s, b.last))
					ok(r.FreeAsync(r.ac, b.addr, s))
				default:
				}
				switch random.IntN(24) {
				case 0:
					ok(r.SynchronizeStream(r.ac, s))
				case 1:
					ok(r.MemPoolTrimTo(r.ac, p, random.Uint64N(96*mib)))
				case 2:
					ok(status(r.StreamQuery(r.ac, s)))
				case 3:
					ok(r.DestroyStream(r.ac, s))
					s, st = r.CreateStream(r.ac)
					ok(st)
				case 4:
					stats, _ := r.PoolStats(p)
					assert.LessOrEqual(t, stats.Used, stats.Reserved)
					assert.LessOrEqual(t, stats.Pending, stats.Reserved-stats.Used)
				}
			}
		})
	}
	wg.Wait()
	close(handed)
	for b := range handed {
		r.free(b.addr, r.stream())
	}
	r.ok(r.SynchronizeDevice(r.ac))
	for _, p := range pools {
		stats, _ := r.PoolStats(p)
		assert.Zero(t, stats.Used)
		assert.Zero(t, stats.Pending)
		assert.LessOrEqual(t, stats.Reserved, uint64(32*mib))
		r.ok(r.MemPoolTrimTo(r.ac, p, 0))
	}
	free, total, _ := r.MemInfo(r.ac, driver.MemHBM)
	assert.Equal(t, total, free)
}
