// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
)

func TestStats(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	a, b := malloc(t, p, s, 1), malloc(t, p, s, 3*mib)
	assert.Equal(t, mempool.Stats{
		MaxSize: 64 * mib, Used: 6 * mib, UsedHigh: 6 * mib, Reserved: 6 * mib, ReservedHigh: 6 * mib,
		LiveBlocks: 2, Requested: 3*mib + 1, Mallocs: 2,
	}, uncounted(t, p))

	gate := acltest.Hold(t, s)
	free(t, p, s, b)
	assert.Equal(t, mempool.Stats{
		MaxSize: 64 * mib, Used: 2 * mib, UsedHigh: 6 * mib, Reserved: 6 * mib, ReservedHigh: 6 * mib, Pending: 4 * mib,
		LiveBlocks: 1, Requested: 1, Mallocs: 2, Frees: 1,
	}, uncounted(t, p))

	gate.Release()
	free(t, p, s, a)
	synchronize(t, s)
	_, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Stats{
		MaxSize: 64 * mib, UsedHigh: 6 * mib, ReservedHigh: 6 * mib, Mallocs: 2, Frees: 2,
	}, uncounted(t, p))
}

// uncounted returns the statistics without the counts of reuse, which not every device has.
func uncounted(t *testing.T, p *mempool.Pool) mempool.Stats {
	t.Helper()
	st := stats(t, p)
	st.Reuse, st.ReuseKnown = mempool.ReuseCounts{}, false
	return st
}

func TestStatsCountReuse(t *testing.T) {
	acltest.RequireGoMachine(t) // through C the counts are not known
	dev := acltest.New(t)
	s, w := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	before := stats(t, p)
	require.True(t, before.ReuseKnown)

	free(t, p, s, malloc(t, p, s, 1)) // fresh
	b := malloc(t, p, s, 1)           // the same stream's
	gate := acltest.Hold(t, s)
	free(t, p, s, b)
	order(t, s, w)
	free(t, p, w, malloc(t, p, w, 1)) // ordered by the event
	gate.Release()
	assert.Equal(t, mempool.ReuseCounts{Fresh: 1, SameStream: 1, Event: 1}, stats(t, p).Sub(before).Reuse)
}

// Stats queries which frees have executed; no synchronize is needed.
func TestStatsLearns(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	gate := acltest.Hold(t, s)
	free(t, p, s, malloc(t, p, s, 1))
	assert.EqualValues(t, 2*mib, stats(t, p).Pending)
	gate.Release()
	require.Eventually(t, func() bool { return stats(t, p).Pending == 0 }, patience, tick)
}

func TestPendingIsWhatIsCached(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	gate := acltest.Hold(t, s)
	for range 10 { // ten frees of the same memory
		free(t, p, s, malloc(t, p, s, 1))
	}
	assert.EqualValues(t, 2*mib, stats(t, p).Pending)
	gate.Release()
}

func TestResetPeaks(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	a, b := malloc(t, p, s, 2*mib), malloc(t, p, s, 8*mib)
	free(t, p, s, b)
	require.NoError(t, p.ResetPeaks())
	st := stats(t, p)
	assert.EqualValues(t, 2*mib, st.UsedHigh, "no less than is used")
	assert.EqualValues(t, 10*mib, st.ReservedHigh)

	synchronize(t, s)
	_, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.EqualValues(t, 10*mib, stats(t, p).ReservedHigh, "the reset saw 10 MiB")
	require.NoError(t, p.ResetPeaks())
	assert.EqualValues(t, 2*mib, stats(t, p).ReservedHigh)

	free(t, p, s, malloc(t, p, s, 4*mib), a)
	assert.EqualValues(t, 6*mib, stats(t, p).UsedHigh)
}

func TestStatsFails(t *testing.T) {
	dev, f, _ := newFaulty(t)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	f.Fail("aclrtMemPoolGetAttr", driver.RTInternalError)
	_, err := p.Stats()
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.ErrorContains(t, err, `mempool: statistics of "kv": acl: aclrtMemPoolGetAttr`)
	f.Fail("aclrtMemPoolSetAttr", driver.RTInternalError)
	require.ErrorIs(t, p.ResetPeaks(), codes.RTInternalError)
	require.NoError(t, p.ResetPeaks())
}

// A difference has the counts of the time between, and the state at the end.
func TestStatsSub(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 8 * mib})
	free(t, p, s, malloc(t, p, s, 1))
	old := stats(t, p)
	b := malloc(t, p, s, 1)
	free(t, p, s, malloc(t, p, s, 1))
	_, err := p.MallocAsync(s, 9*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	now := stats(t, p)
	d := now.Sub(old)
	assert.Equal(t, [3]uint64{2, 1, 1}, [3]uint64{d.Mallocs, d.Frees, d.OutOfMemory})
	assert.Equal(t, [4]uint64{now.Used, now.Reserved, now.LiveBlocks, now.MaxSize}, [4]uint64{d.Used, d.Reserved, d.LiveBlocks, d.MaxSize})
	free(t, p, s, b)
}
