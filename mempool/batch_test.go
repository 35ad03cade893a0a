// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

func mallocN(t testing.TB, r *rig, n int, size uint64) []mempool.Block {
	t.Helper()
	blocks, sizes := make([]mempool.Block, n), make([]uint64, n)
	for i := range sizes {
		sizes[i] = size
	}
	require.NoError(t, r.MallocAsyncN(r.s[0], blocks, sizes))
	return blocks
}

func TestMallocAsyncN(t *testing.T) {
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			r := newRig(t, b, mempool.Config{MaxSize: 16 * mib})
			acltest.AllowHazards(t, r.dev, hazard.UnorderedUse)
			blocks := make([]mempool.Block, 3)
			require.NoError(t, r.MallocAsyncN(r.s[0], blocks, []uint64{1, 3 * mib, 2 * mib}))
			st := stats(t, r.Pool)
			assert.Equal(t, [3]uint64{8 * mib, 3, 1 + 5*mib}, [3]uint64{st.Used, st.LiveBlocks, st.Requested})
			assert.EqualValues(t, 3*mib, blocks[1].Size())

			require.NoError(t, r.FreeAsyncN(r.s[0], blocks[:2]))
			require.NoError(t, r.FreeAsyncN(r.s[1], blocks[2:]), "on another stream")
			tr, err := r.TrimSync(t.Context(), 0)
			require.NoError(t, err)
			assert.EqualValues(t, 8*mib, tr.Released)
			assert.Zero(t, stats(t, r.Pool).Reserved)
			require.NoError(t, r.MallocAsyncN(r.s[0], nil, nil))
			require.NoError(t, r.FreeAsyncN(r.s[0], nil))
		})
	}
}

// If any allocation fails, no block is left.
func TestMallocAsyncNIsAllOrNothing(t *testing.T) {
	acltest.RequireGoMachine(t)
	for _, b := range []sim.Behaviour{sim.Documented, sim.CANN91, sim.CANNMaster, sim.CANNDev} {
		t.Run(string(b), func(t *testing.T) {
			for at := range 4 {
				r := newRig(t, b, mempool.Config{MaxSize: 8 * mib})
				kept := malloc(t, r.Pool, r.s[0], 1)
				synchronize(t, r.s[0])
				before := stats(t, r.Pool)
				sizes, blocks := []uint64{2 * mib, 2 * mib, 1, 1}, make([]mempool.Block, 4)
				sizes[at] = 7 * mib
				err := r.MallocAsyncN(r.s[0], blocks, sizes)
				require.ErrorIs(t, err, acl.ErrOutOfMemory)
				assert.Equal(t, make([]mempool.Block, 4), blocks)
				synchronize(t, r.s[0])
				after := stats(t, r.Pool)
				assert.Equal(t, [4]uint64{before.Used, before.LiveBlocks, before.Requested, 0}, [4]uint64{after.Used, after.LiveBlocks, after.Requested, after.Lost})
				free(t, r.Pool, r.s[0], kept)
			}
		})
	}
}

// The error names the first size that does not fit after those before it.
func TestMallocAsyncNNamesTheSize(t *testing.T) {
	tests := map[string]struct {
		limit, device uint64 // of the pool, and free on the device
		sizes         []uint64
		want          int
		class         error
	}{
		"the pool is too small":          {8 * mib, 64 * mib, []uint64{2 * mib, 4 * mib, 3 * mib, 1}, 2, acl.ErrOutOfMemory},
		"the first is too large already": {8 * mib, 64 * mib, []uint64{9 * mib, 1}, 0, acl.ErrOutOfMemory},
		"the device is too small":        {64 * mib, 21 * mib, []uint64{8 * mib, 8 * mib, 8 * mib, 1}, 2, acl.ErrOutOfMemory},
		"a size that cannot be rounded":  {8 * mib, 64 * mib, []uint64{1, math.MaxUint64}, 1, acl.ErrInvalid},
		"a sum that exceeds 64 bits":     {8 * mib, 64 * mib, []uint64{1, 1 << 63, 1 << 63}, 2, acl.ErrInvalid},
	}
	for _, b := range behaviours {
		for name, tt := range tests {
			t.Run(string(b)+"/"+name, func(t *testing.T) {
				dev := acltest.New(t, sim.Config{Behaviour: b, Memory: 128 * mib})
				s, p := acltest.Stream(t, dev), acltest.Pool(t, dev, mempool.Config{MaxSize: tt.limit})
				mem, err := dev.MemInfo()
				require.NoError(t, err)
				m, err := dev.Malloc(mem.Free - tt.device)
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				err = p.MallocAsyncN(s, make([]mempool.Block, len(tt.sizes)), tt.sizes)
				require.ErrorIs(t, err, tt.class)
				if oom, ok := errors.AsType[*mempool.OutOfMemoryError](err); ok {
					assert.Equal(t, [3]any{tt.want, len(tt.sizes), tt.sizes[tt.want]}, [3]any{oom.Index, oom.Together, oom.Requested})
				} else {
					assert.ErrorContains(t, err, fmt.Sprintf("(size %d of %d", tt.want+1, len(tt.sizes)))
				}
			})
		}
	}
}

func TestMallocAsyncNRefuses(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 8 * mib})
	before := stats(t, r.Pool)
	for name, tt := range map[string]struct {
		sizes []uint64
		room  int
	}{
		"zero among them":  {[]uint64{1, 0}, 2},
		"one that wraps":   {[]uint64{1, math.MaxUint64}, 2},
		"a sum that wraps": {[]uint64{1 << 63, 1 << 63}, 2},
		"too little room":  {[]uint64{1, 1}, 1},
		"too much room":    {[]uint64{1, 1}, 3},
	} {
		require.ErrorIs(t, r.MallocAsyncN(r.s[0], make([]mempool.Block, tt.room), tt.sizes), acl.ErrInvalid, name)
	}
	require.ErrorIs(t, r.MallocAsyncN(nil, make([]mempool.Block, 1), []uint64{1}), acl.ErrInvalid)
	assert.Equal(t, before, stats(t, r.Pool))
}

// All blocks are checked before one is freed.
func TestFreeAsyncNRefuses(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 32 * mib})
	acltest.AllowHazards(t, r.dev, hazard.DoubleFree)
	other := acltest.Pool(t, r.dev, mempool.Config{MaxSize: 8 * mib})
	foreign := malloc(t, other, r.s[0], 1)
	good := mallocN(t, r, 3, 1)
	gone := malloc(t, r.Pool, r.s[0], 1)
	free(t, r.Pool, r.s[0], gone)
	synchronize(t, r.s[0])
	before := stats(t, r.Pool)
	for name, tt := range map[string]struct {
		bad  mempool.Block
		want error
	}{
		"none":           {mempool.Block{}, acl.ErrInvalid},
		"another pool's": {foreign, acl.ErrInvalid},
		"freed":          {gone, acl.ErrClosed},
		"twice":          {good[0], acl.ErrClosed},
	} {
		err := r.FreeAsyncN(r.s[0], append(good[:3:3], tt.bad))
		require.ErrorIs(t, err, tt.want, name)
		assert.ErrorContains(t, err, ": number 4 of 4: ", name)
		assert.Equal(t, before, stats(t, r.Pool), name)
	}
	require.ErrorIs(t, r.FreeAsyncN(nil, good), acl.ErrInvalid)
	require.NoError(t, r.FreeAsyncN(r.s[0], good))
	free(t, other, r.s[0], foreign)
}

// ACL refuses one of the frees: that block is lost, the others are freed.
func TestFreeAsyncNFails(t *testing.T) {
	dev, f, logs := newFaulty(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 32 * mib})
	blocks := make([]mempool.Block, 3)
	require.NoError(t, p.MallocAsyncN(s, blocks, []uint64{1, 2, 3}))
	f.Fail("aclrtMemPoolFreeAsync", driver.RTInternalError)
	err := p.FreeAsyncN(s, blocks)
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.ErrorContains(t, err, "free block of 1 byte ")
	assert.ErrorContains(t, err, "the block is lost")
	st := stats(t, p)
	assert.Equal(t, [4]uint64{0, 1, 2, 3}, [4]uint64{st.LiveBlocks, st.Lost, st.Frees, st.Mallocs})
	assert.Equal(t, 1, logs.FilterMessageSnippet("lost").Len())
}

// Blocks with recorded users are reused only after the work of these streams.
func TestFreeAsyncNAfterRecordedUses(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 4 * mib})
	blocks := mallocN(t, r, 2, 1)
	gate := acltest.Hold(t, r.s[1])
	require.NoError(t, r.RecordUse(r.s[1], blocks[0]))
	require.NoError(t, r.FreeAsyncN(r.s[0], blocks))
	assert.True(t, r.taken(r.s[0]), "one is free")
	_, err := r.MallocAsync(r.s[0], 4*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory, "the other is in use")
	gate.Release()
	synchronize(t, r.s[:]...)
}

// A batch has the same effect as single calls.
func TestBatchesAreSingleCalls(t *testing.T) {
	acltest.RequireGoMachine(t)
	rapid.Check(t, func(rt *rapid.T) {
		dev := acltest.New(t, sim.Config{Memory: 256 * mib})
		s := acltest.Stream(t, dev)
		one := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
		many := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
		var live [2][]mempool.Block
		for range rapid.IntRange(1, 6).Draw(rt, "rounds") {
			sizes := rapid.SliceOfN(rapid.Uint64Range(1, 6*mib), 1, 6).Draw(rt, "sizes")
			got := make([]mempool.Block, len(sizes))
			if many.MallocAsyncN(s, got, sizes) == nil {
				live[1] = append(live[1], got...)
				for _, size := range sizes {
					live[0] = append(live[0], malloc(t, one, s, size))
				}
			}
			n := rapid.IntRange(0, len(live[0])).Draw(rt, "frees")
			free(t, one, s, live[0][:n]...)
			require.NoError(t, many.FreeAsyncN(s, live[1][:n]))
			live[0], live[1] = live[0][n:], live[1][n:]
			synchronize(t, s)
			a, b := stats(t, one), stats(t, many)
			require.Equal(t, [4]uint64{a.Used, a.LiveBlocks, a.Requested, a.Mallocs}, [4]uint64{b.Used, b.LiveBlocks, b.Requested, b.Mallocs})
		}
		free(t, one, s, live[0]...)
		require.NoError(t, many.FreeAsyncN(s, live[1]))
		synchronize(t, s)
	})
}

func TestBatchesAllocateNothing(t *testing.T) {
	r := newRig(t, sim.Documented, mempool.Config{MaxSize: 64 * mib})
	blocks, sizes := make([]mempool.Block, 8), make([]uint64, 8)
	for i := range sizes {
		sizes[i] = 1
	}
	assert.Zero(t, testkit.Allocations(100, func() {
		if r.MallocAsyncN(r.s[0], blocks, sizes) != nil || r.FreeAsyncN(r.s[0], blocks) != nil {
			t.Error("failed")
		}
	}))
}
