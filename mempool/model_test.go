// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

const modelSize = 64 * mib

// model is a pool under random operations, with the list of its live blocks.
type model struct {
	dev     *acl.Device
	pool    *mempool.Pool
	streams []*stream.Stream

	live, dead []mempool.Block
	last       mempool.Stats
}

func (m *model) stream(t *rapid.T) *stream.Stream {
	return rapid.SampledFrom(m.streams).Draw(t, "stream")
}

func (m *model) malloc(t *rapid.T) {
	size := rapid.Uint64Range(1, modelSize/4).Draw(t, "size")
	b, err := m.pool.MallocAsync(m.stream(t), size)
	if err != nil {
		require.ErrorIs(t, err, acl.ErrOutOfMemory)
		return
	}
	require.Equal(t, size, b.Size())
	require.GreaterOrEqual(t, b.Rounded(), size)
	m.live = append(m.live, b)
}

func (m *model) free(t *rapid.T) {
	if len(m.live) == 0 {
		t.Skip("nothing lives")
	}
	i := rapid.IntRange(0, len(m.live)-1).Draw(t, "block")
	b := m.live[i]
	if rapid.Bool().Draw(t, "by address") {
		require.NoError(t, m.pool.FreePtr(m.stream(t), b.Ptr()))
	} else {
		require.NoError(t, m.pool.FreeAsync(m.stream(t), b))
	}
	m.live = slices.Delete(m.live, i, i+1)
	m.dead = append(m.dead, b)
}

func (m *model) freeAgain(t *rapid.T) {
	if len(m.dead) == 0 {
		t.Skip("nothing is dead")
	}
	b := rapid.SampledFrom(m.dead).Draw(t, "block")
	require.ErrorIs(t, m.pool.FreeAsync(m.stream(t), b), acl.ErrClosed)
}

func (m *model) synchronize(t *rapid.T) {
	require.NoError(t, m.stream(t).Synchronize(context.Background()))
}

func (m *model) order(t *rapid.T) {
	earlier, later := m.stream(t), m.stream(t)
	if earlier != later {
		order(t, earlier, later)
	}
}

func (m *model) trim(t *rapid.T) {
	keep := rapid.Uint64Range(0, modelSize).Draw(t, "keep")
	before, err := m.pool.Stats()
	require.NoError(t, err)
	var tr mempool.Trimmed
	if rapid.Bool().Draw(t, "and wait") {
		tr, err = m.pool.TrimSync(context.Background(), keep)
		require.Zero(t, tr.Pending)
	} else {
		tr, err = m.pool.TrimTo(keep)
	}
	require.NoError(t, err)
	after, err := m.pool.Stats()
	require.NoError(t, err)
	require.Equal(t, before.Reserved-tr.Released, after.Reserved)
}

func (m *model) replaceStream(t *rapid.T) {
	i := rapid.IntRange(0, len(m.streams)-1).Draw(t, "stream")
	require.NoError(t, m.streams[i].Close(context.Background()))
	s, err := stream.New(m.dev, stream.Config{})
	require.NoError(t, err)
	m.streams[i] = s
}

func (m *model) setRelease(t *rapid.T) {
	r := rapid.SampledFrom([]mempool.Release{{}, mempool.ReleaseAll, mempool.KeepBytes(modelSize / 2)}).Draw(t, "release")
	require.NoError(t, m.pool.SetRelease(r))
}

// check compares the pool with the list.
func (m *model) check(t *rapid.T) {
	byAddress := slices.SortedFunc(slices.Values(m.live), func(a, b mempool.Block) int { return int(a.Ptr()) - int(b.Ptr()) })
	require.Equal(t, byAddress, slices.Collect(m.pool.Blocks()))
	var used, requested uint64
	for i, b := range byAddress {
		used += b.Rounded()
		requested += b.Size()
		if i > 0 {
			before := byAddress[i-1]
			require.GreaterOrEqual(t, uint64(b.Ptr()), uint64(before.Ptr())+before.Rounded(), "%s overlaps %s", before, b)
		}
	}
	st, err := m.pool.Stats()
	require.NoError(t, err)
	require.Equal(t, used, st.Used)
	require.Equal(t, requested, st.Requested)
	require.EqualValues(t, len(m.live), st.LiveBlocks)
	require.Equal(t, st.LiveBlocks, st.Mallocs-st.Frees)
	requireSane(t, m.last, st)
	m.last = st
}

// requireSane checks what must hold for any two successive statistics.
func requireSane(t assert.TestingT, before, after mempool.Stats) {
	assert.LessOrEqual(t, after.Used, after.Reserved)
	assert.LessOrEqual(t, after.Reserved, after.MaxSize)
	assert.LessOrEqual(t, after.Used, after.UsedHigh)
	assert.LessOrEqual(t, after.Reserved, after.ReservedHigh)
	assert.LessOrEqual(t, after.Pending, after.Cached())
	assert.LessOrEqual(t, after.Requested, after.Used)
	assert.LessOrEqual(t, before.Mallocs, after.Mallocs)
	assert.LessOrEqual(t, before.Frees, after.Frees)
	assert.LessOrEqual(t, before.OutOfMemory, after.OutOfMemory)
	assert.LessOrEqual(t, before.UsedHigh, after.UsedHigh)
	assert.LessOrEqual(t, before.ReservedHigh, after.ReservedHigh)
}

func TestPoolAgainstTheListOfItsBlocks(t *testing.T) {
	machine := acltest.NewMachine(t, sim.Config{})
	machine.AllowHazards(hazard.DoubleFree, hazard.UnorderedUse)
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		dev, err := machine.Open(0)
		require.NoError(t, err)
		p, err := mempool.New(context.Background(), dev, mempool.Config{
			MaxSize: modelSize,
			Reuse:   mempool.Reuse{Event: mempool.EventReuse(rapid.IntRange(0, 1).Draw(t, "no event")), Internal: rapid.Bool().Draw(t, "internal")},
		})
		require.NoError(t, err)
		m := &model{dev: dev, pool: p}
		for range 3 {
			s, err := stream.New(dev, stream.Config{})
			require.NoError(t, err)
			m.streams = append(m.streams, s)
		}
		t.Repeat(map[string]func(*rapid.T){
			"malloc": m.malloc, "malloc too": m.malloc, "free": m.free, "free again": m.freeAgain,
			"synchronize": m.synchronize, "order": m.order, "trim": m.trim,
			"replace a stream": m.replaceStream, "set release": m.setRelease,
			"": m.check,
		})
		for _, b := range m.live {
			require.NoError(t, p.FreeAsync(m.streams[0], b))
		}
		require.NoError(t, p.Close(ctx))
		for _, s := range m.streams {
			require.NoError(t, s.Close(ctx))
		}
		require.NoError(t, dev.Close(ctx))
	})
}
