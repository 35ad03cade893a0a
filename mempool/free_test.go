// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestFreeAsyncRefuses(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev := acltest.Open(t, m, 0)
	acltest.AllowHazards(t, dev, hazard.DoubleFree)
	s, foreign, closed := acltest.Stream(t, dev), acltest.Stream(t, acltest.Open(t, m, 1)), acltest.Stream(t, dev)
	require.NoError(t, closed.Close(context.Background()))
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	q := acltest.Pool(t, dev, mempool.Config{Name: "other", MaxSize: 64 * mib})
	mine, others := malloc(t, p, s, 2*mib), malloc(t, q, s, 2*mib)
	freed := malloc(t, p, s, 4*mib)
	free(t, p, s, freed)
	tests := map[string]struct {
		s    *stream.Stream
		b    mempool.Block
		want error
		text string
	}{
		"zero block":               {s: s, want: acl.ErrInvalid, text: `mempool: free no block: pool "kv" was given the zero Block, which is no memory: invalid argument`},
		"block of another pool":    {s: s, b: others, want: acl.ErrInvalid, text: `of "other": pool "kv" was given a block that is not its own`},
		"freed before":             {s: s, b: freed, want: acl.ErrClosed, text: `mempool: free block of 4194304 bytes at 0x`},
		"no stream":                {b: mine, want: acl.ErrInvalid, text: "no stream"},
		"closed stream":            {s: closed, b: mine, want: acl.ErrClosed, text: closed.Name()},
		"stream of another device": {s: foreign, b: mine, want: acl.ErrInvalid, text: "is of device 1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := []mempool.Stats{stats(t, p), stats(t, q)}
			err := p.FreeAsync(tt.s, tt.b)
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, tt.text)
			_, called := errors.AsType[*acl.Error](err)
			assert.False(t, called, "ACL was not asked")
			after := []mempool.Stats{stats(t, p), stats(t, q)}
			assert.Equal(t, before, after)
		})
	}
	free(t, p, s, mine)
	free(t, q, s, others)
}

// A block that was freed stays freed, although another block has its address.
//
// Case B25.
func TestFreeAsyncTwiceWithReuseBetween(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	acltest.AllowHazards(t, p.Device(), hazard.DoubleFree)
	a := malloc(t, p, s, 2*mib)
	free(t, p, s, a)
	b := malloc(t, p, s, 2*mib)
	require.Equal(t, a.Ptr(), b.Ptr(), "the same stream gets its memory back")
	assert.NotEqual(t, a, b)
	require.ErrorIs(t, p.FreeAsync(s, a), acl.ErrClosed)
	st := stats(t, p)
	assert.EqualValues(t, 2*mib, st.Used)
	assert.EqualValues(t, 1, st.LiveBlocks)
	assert.EqualValues(t, 1, st.Frees)
	free(t, p, s, b)
}

// If ACL refuses a free, the state of the memory is unknown, so the block is lost.
//
// Cases B27 and B43.
func TestFreeAsyncFails(t *testing.T) {
	dev, f, logs := newFaulty(t)
	s := acltest.Stream(t, dev)
	p, err := mempool.New(context.Background(), dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	require.NoError(t, err)
	a, b := malloc(t, p, s, 3*mib), malloc(t, p, s, 2*mib)

	f.Fail("aclrtMemPoolFreeAsync", driver.RTInternalError)
	err = p.FreeAsync(s, a)
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.ErrorContains(t, err, "the block is lost: acl: aclrtMemPoolFreeAsync: ")
	require.ErrorIs(t, p.FreeAsync(s, a), acl.ErrClosed)
	require.ErrorIs(t, p.FreePtr(s, a.Ptr()), acl.ErrInvalid)
	assert.Equal(t, 1, f.Count("aclrtMemPoolFreeAsync"), "the second free makes no call")

	st := stats(t, p)
	assert.EqualValues(t, 1, st.Lost)
	assert.EqualValues(t, 4*mib, st.LostBytes)
	assert.EqualValues(t, 1, st.LiveBlocks)
	assert.EqualValues(t, 2*mib, st.Requested)
	assert.Zero(t, st.Frees)

	// The failure of a does not affect b.
	free(t, p, s, b, malloc(t, p, s, 2*mib))
	synchronize(t, s)
	require.NoError(t, p.Close(context.Background()))
	assert.Equal(t, 1, f.Count("aclrtMemPoolDestroy"))
	closed := logs.FilterMessage("aclpool: closed a pool with lost blocks").All()
	require.Len(t, closed, 1)
	assert.Equal(t, map[string]any{"object": `pool "kv"`, "blocks": uint64(1), "bytes": uint64(4 * mib)}, closed[0].ContextMap())
	assert.Len(t, logs.FilterMessage("aclpool: block lost: its free failed").All(), 1)
}

func TestFreePtr(t *testing.T) {
	p, s := newPool(t, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	acltest.AllowHazards(t, p.Device(), hazard.DoubleFree)
	a, b := malloc(t, p, s, 3*mib), malloc(t, p, s, 1)
	tests := map[string]struct {
		ptr  acl.DevicePtr
		text string
	}{
		"NULL":              {0, `mempool: free address 0x0 of "kv": no block of the pool is there`},
		"inside a block":    {a.Ptr() + 1, "it is inside the block of 3145728 bytes at 0x"},
		"at its last byte":  {a.Ptr() + 4*mib - 1, "it is inside the block"},
		"behind all blocks": {b.Ptr() + 2*mib, "no block of the pool is there"},
		"before all blocks": {a.Ptr() - 1, "no block of the pool is there"},
		"the end of it all": {^acl.DevicePtr(0), "no block of the pool is there"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := stats(t, p)
			err := p.FreePtr(s, tt.ptr)
			require.ErrorIs(t, err, acl.ErrInvalid)
			assert.ErrorContains(t, err, tt.text)
			assert.Equal(t, before, stats(t, p))
		})
	}
	require.NoError(t, p.FreePtr(s, a.Ptr()))
	require.ErrorIs(t, p.FreeAsync(s, a), acl.ErrClosed)
	require.ErrorIs(t, p.FreePtr(nil, b.Ptr()), acl.ErrInvalid)
	require.NoError(t, p.FreePtr(s, b.Ptr()))
	assert.Zero(t, stats(t, p).LiveBlocks)
}

// Memory that is freed on another stream belongs to that stream.
func TestFreeAsyncOnAnotherStream(t *testing.T) {
	dev := acltest.New(t)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	a := malloc(t, p, s, 2*mib)
	order(t, s, other)
	free(t, p, other, a)
	mine, theirs := malloc(t, p, s, 2*mib), malloc(t, p, other, 2*mib)
	assert.NotEqual(t, a.Ptr(), mine.Ptr())
	assert.Equal(t, a.Ptr(), theirs.Ptr())
	free(t, p, s, mine)
	free(t, p, other, theirs)
}

func TestLive(t *testing.T) {
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.UnorderedUse)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	var want []mempool.Block
	for range 5 {
		want = append(want, malloc(t, p, s, 1), malloc(t, p, other, 1))
	}
	for b := range p.Blocks() {
		assert.Equal(t, want[0], b)
		break
	}
	var got []mempool.Block
	for b := range p.Blocks() {
		got = append(got, b)
		free(t, p, s, b) // no lock is held while yielding
	}
	assert.Equal(t, want, got, "by address")
	for range p.Blocks() {
		t.Error("all are freed")
	}
	free(t, p, s, malloc(t, p, s, 1))
}

func TestZeroBlock(t *testing.T) {
	var b mempool.Block
	assert.True(t, b.IsZero())
	assert.Zero(t, b.Ptr())
	assert.Zero(t, b.Size())
	assert.Zero(t, b.Rounded())
	assert.Equal(t, acl.View{}, b.View())
	assert.Equal(t, "no block", b.String())
}
