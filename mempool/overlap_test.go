// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// Concurrent operations on one block have the effect of some order of them.

// Of two concurrent lists with common blocks, exactly one is freed, whatever the order in the
// lists.
func TestListsWithBlocksInCommon(t *testing.T) {
	const n = 2000
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 2 * n * mib})
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree, hazard.UnorderedUse)
	for range 20 {
		list := mallocN(t, r, n, 1)
		reverse := slices.Clone(list)
		slices.Reverse(reverse)
		first, second := atOnce(
			func() error { return r.FreeAsyncN(r.s[0], list) },
			func() error { return r.FreeAsyncN(r.s[1], reverse) },
		)
		if first == nil {
			first, second = second, first
		}
		require.ErrorIs(t, first, acl.ErrClosed)
		require.NoError(t, second)
		require.Zero(t, stats(t, r.Pool).LiveBlocks)
		synchronize(t, r.s[:]...)
	}
}

// A block of a list that is refused stays live, and can be freed by a concurrent call.
func TestBlockOfARefusedList(t *testing.T) {
	const n = 2000
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 2 * n * mib})
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree, hazard.UnorderedUse)
	for range 20 {
		list := mallocN(t, r, n, 1)
		free(t, r.Pool, r.s[0], list[n-1])
		refused, freed := atOnce(
			func() error { return r.FreeAsyncN(r.s[1], list) },
			func() error { return r.FreeAsync(r.s[2], list[0]) },
		)
		require.ErrorIs(t, refused, acl.ErrClosed)
		require.NoError(t, freed)
		require.NoError(t, r.FreeAsyncN(r.s[0], list[1:n-1]))
		synchronize(t, r.s[:]...)
	}
}

// atOnce calls two functions at the same time, as far as possible, and returns their errors.
func atOnce(first, second func() error) (errFirst, errSecond error) {
	var ready atomic.Int32
	var done sync.WaitGroup
	call := func(f func() error, err *error) {
		done.Go(func() {
			for ready.Add(1); ready.Load() < 2; {
			}
			*err = f()
		})
	}
	call(first, &errFirst)
	call(second, &errSecond)
	done.Wait()
	return errFirst, errSecond
}

// RecordUse fails while the block is being freed.
func TestUseRecordedDuringAFree(t *testing.T) {
	for name, free := range map[string]func(p *mempool.Pool, r *rig, b mempool.Block) error{
		"one":  func(p *mempool.Pool, r *rig, b mempool.Block) error { return p.FreeAsync(r.s[0], b) },
		"many": func(p *mempool.Pool, r *rig, b mempool.Block) error { return p.FreeAsyncN(r.s[0], []mempool.Block{b}) },
	} {
		t.Run(name, func(t *testing.T) {
			dev, f, _ := newFaulty(t)
			r := &rig{t: t, dev: dev, Pool: acltest.Pool(t, dev, mempool.Config{MaxSize: 2 * mib})}
			for i := range r.s {
				r.s[i] = acltest.Stream(t, dev)
			}
			b := malloc(t, r.Pool, r.s[0], 1)
			require.NoError(t, r.RecordUse(r.s[1], b))
			noted := make(chan error)
			var once sync.Once
			f.Before(func(faultdriver.Call) driver.Status {
				once.Do(func() { go func() { noted <- r.RecordUse(r.s[2], b) }() })
				return driver.Status{}
			}, "aclrtRecordEvent")
			require.NoError(t, free(r.Pool, r, b))
			assert.ErrorIs(t, <-noted, acl.ErrClosed)
			synchronize(t, r.s[:]...)
			assert.True(t, r.taken(r.s[0]))
			synchronize(t, r.s[0])
		})
	}
}

// Either RecordUse succeeds and the free waits for the use, or the block has been freed.
func TestRecordUseAgainstFree(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 2 * mib})
	s, used := r.s[0], r.s[1]
	for range 100 {
		b := malloc(t, r.Pool, s, 1)
		gate := acltest.Hold(t, used)
		noted, freed := atOnce(
			func() error { return r.RecordUse(used, b) },
			func() error { return r.FreeAsync(s, b) },
		)
		require.NoError(t, freed)
		if noted == nil {
			require.False(t, r.taken(s), "the other stream is at work")
		} else {
			require.ErrorIs(t, noted, acl.ErrClosed)
		}
		gate.Release()
		synchronize(t, used, s)
	}
}
