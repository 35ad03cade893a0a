// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acl/codes"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

// outOfMemory returns the error of an allocation, which is one of memory.
func outOfMemory(t testing.TB, err error) *mempool.OutOfMemoryError {
	t.Helper()
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	oom, ok := errors.AsType[*mempool.OutOfMemoryError](err)
	require.True(t, ok, "%v", err)
	text := err.Error()
	assert.Less(t, len(text), 200, text)
	assert.NotContains(t, text, "\n")
	return oom
}

func TestOutOfMemoryError(t *testing.T) {
	dev := acltest.New(t, sim.Config{Memory: 1 << 30})
	s, err := stream.New(dev, stream.Config{Name: "decode"})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.Background())) }()
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
	a := malloc(t, p, s, 6*mib)
	before := stats(t, p)

	_, err = p.MallocAsync(s, 3*mib)
	oom := outOfMemory(t, err)
	require.ErrorIs(t, err, codes.RTInternalError)
	assert.EqualError(t, err, `mempool: allocate 3 MiB from "kv" on "decode": out of memory: `+
		`6 MiB used, 0 B cached, 0 B pending of 8 MiB: free blocks, or make the pool larger`)
	want := mempool.OutOfMemoryError{
		Pool: "kv", Stream: "decode", Requested: 3 * mib, Rounded: 4 * mib, Used: 6 * mib, Limit: 8 * mib,
		DeviceFree: 1018 * mib, DeviceTotal: 1 << 30,
	}
	assert.Equal(t, []any{want.Pool, want.Stream, want.Requested, want.Rounded, want.Used, want.Cached, want.Pending, want.Limit, want.DeviceFree, want.DeviceTotal, want.OfDevice},
		[]any{oom.Pool, oom.Stream, oom.Requested, oom.Rounded, oom.Used, oom.Cached, oom.Pending, oom.Limit, oom.DeviceFree, oom.DeviceTotal, oom.OfDevice})
	assert.Equal(t, err.Error(), fmt.Sprintf("%v", err))
	assert.Equal(t, fmt.Sprintf("%q", err.Error()), fmt.Sprintf("%q", err))
	all := fmt.Sprintf("%+v", err)
	assert.Contains(t, all, "aclrtMemPoolMallocAsync")
	assert.Contains(t, all, "3145728 bytes, rounded up to 4194304")

	after := stats(t, p)
	assert.EqualValues(t, 1, after.OutOfMemory)
	after.OutOfMemory = 0
	assert.Equal(t, before, after, "a failure changes nothing")
	free(t, p, s, a, malloc(t, p, s, 2*mib))
}

// The text is one line of less than 200 characters however long names and sizes are.
func TestOutOfMemoryErrorIsShort(t *testing.T) {
	used := uint64(500<<30 + 2*mib)
	if runtime.GOOS == "windows" {
		used = 50 * mib // Windows commits memory that is allocated
	}
	left := uint64(1023<<30-2*mib) - used
	long := strings.Repeat("a very long name ", 20)
	dev := acltest.New(t, sim.Config{Memory: 1023<<30 + 1022*mib})
	s, err := stream.New(dev, stream.Config{Name: long})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close(context.Background())) }()
	p := acltest.Pool(t, dev, mempool.Config{Name: long, MaxSize: 1023<<30 - 2*mib})
	b := malloc(t, p, s, used)
	_, err = p.MallocAsync(s, left+mib)
	_ = outOfMemory(t, err)
	_, err = p.MallocAsync(s, 1<<63+1)
	_ = outOfMemory(t, err)
	_ = outOfMemory(t, p.MallocAsyncN(s, make([]mempool.Block, 2), []uint64{1, left + mib}))
	free(t, p, s, b)
}

// B09: everything is merely pending, on other streams.
func TestEverythingPending(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 1 << 30})
			var streams []*stream.Stream
			var gates []*acltest.Gate
			for range 4 {
				s := acltest.Stream(t, dev)
				streams = append(streams, s)
				gates = append(gates, acltest.Hold(t, s))
				free(t, p, s, malloc(t, p, s, 256*mib))
			}
			_, err := p.MallocAsync(streams[0], 1<<30)
			oom := outOfMemory(t, err)
			assert.Equal(t, [3]uint64{0, 1 << 30, 1 << 30}, [3]uint64{oom.Used, oom.Cached, oom.Pending})
			assert.Len(t, oom.PendingOn, 4)
			assert.ErrorContains(t, err, "Pool.Malloc waits for pending frees")
			err = p.MallocAsyncN(streams[0], make([]mempool.Block, 2), []uint64{512 * mib, 512 * mib})
			oom = outOfMemory(t, err)
			assert.Equal(t, [2]int{0, 2}, [2]int{oom.Index, oom.Together})
			assert.ErrorContains(t, err, "allocate 512 MiB (1 of 2)")
			assert.ErrorContains(t, err, "Pool.TrimSync waits for pending frees")

			for _, g := range gates {
				go g.Release()
			}
			block, err := p.Malloc(context.Background(), streams[0], 1<<30)
			require.NoError(t, err, "it waits for all four streams")
			free(t, p, streams[0], block)
		})
	}
}

// B11: pieces on another stream, one larger request.
func TestScatteredPieces(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Behaviour: b})
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{MaxSize: 400 * mib})
			live := malloc(t, p, s, 150*mib)
			var pieces []mempool.Block
			for range 125 {
				pieces = append(pieces, malloc(t, p, other, 2*mib))
			}
			gate := acltest.Hold(t, other)
			free(t, p, other, pieces...)
			_, err := p.MallocAsync(s, 26*mib)
			assert.EqualValues(t, 250*mib, outOfMemory(t, err).Pending)

			gate.Release()
			synchronize(t, other)
			got := malloc(t, p, s, 26*mib)
			if b != sim.CANNMaster { // there all is given back, since it never serves again
				assert.GreaterOrEqual(t, stats(t, p).Reserved, uint64(300*mib), "no more goes back than about twice of what is needed")
			}
			free(t, p, s, live, got)
		})
	}
}

func TestOutOfMemoryByFragmentation(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 12 * mib, Release: mempool.ReleaseAll})
	var blocks []mempool.Block
	for range 6 {
		blocks = append(blocks, malloc(t, p, s, 1))
	}
	free(t, p, s, blocks[1], blocks[3], blocks[5])
	synchronize(t, s) // and nothing is cached
	_, err := p.MallocAsync(s, 4*mib)
	oom := outOfMemory(t, err)
	assert.Equal(t, [3]uint64{6 * mib, 0, 0}, [3]uint64{oom.Used, oom.Cached, oom.Pending})
	assert.ErrorContains(t, err, "the free ranges are too small")
	_, err = p.Malloc(context.Background(), s, 4*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory, "there is nothing to wait for")
	assert.EqualValues(t, 2, stats(t, p).OutOfMemory)
	free(t, p, s, blocks[0], blocks[2], blocks[4])
}

// B07: the device is out, although the pool is not: what another pool has cached goes back,
// and the error tells of what is pending there.
func TestOutOfMemoryOfTheDevice(t *testing.T) {
	for _, b := range behaviours {
		t.Run(string(b), func(t *testing.T) {
			dev := acltest.New(t, sim.Config{Memory: 1 << 30, Behaviour: b})
			s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
			p := acltest.Pool(t, dev, mempool.Config{Name: "full", MaxSize: 1000 * mib})
			q := acltest.Pool(t, dev, mempool.Config{Name: "late", MaxSize: 1000 * mib})
			block := malloc(t, p, s, 900*mib)
			synchronize(t, s) // a release takes the memory when the allocation executes
			gate := acltest.Hold(t, s)
			free(t, p, s, block)
			tr, err := p.TrimTo(0)
			require.NoError(t, err)
			assert.Equal(t, mempool.Trimmed{Pending: 900 * mib}, tr)

			_, err = q.MallocAsync(other, 900*mib)
			oom := outOfMemory(t, err)
			assert.True(t, oom.OfDevice)
			assert.Equal(t, []mempool.PoolUsage{{Pool: "full", Cached: 900 * mib, Pending: 900 * mib, Streams: []string{s.Name()}}}, oom.Others)
			assert.Contains(t, fmt.Sprintf("%+v", oom), fmt.Sprintf(`pool "full" of the device: 0 bytes used, 943718400 cached, 943718400 of them pending on [%q]`, s.Name()))
			assert.EqualValues(t, 1, stats(t, q).OutOfMemory)

			go gate.Release()
			block, err = q.Malloc(context.Background(), other, 900*mib)
			require.NoError(t, err, "it waits for the other pool, and trims it")
			free(t, q, other, block)
			synchronize(t, other)
			free(t, p, s, malloc(t, p, s, 900*mib)) // which needs no wait now
		})
	}
}
