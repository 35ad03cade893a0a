// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
	"github.com/ascend-go/aclpool/stream"
)

func TestMallocAsync(t *testing.T) {
	tests := map[string]struct {
		size, rounded uint64
		want          error
		text          string
	}{
		"one byte":                {size: 1, rounded: 2 * mib},
		"a granule":               {size: 2 * mib, rounded: 2 * mib},
		"a byte more":             {size: 2*mib + 1, rounded: 4 * mib},
		"the whole pool":          {size: 64 * mib, rounded: 64 * mib},
		"all but a byte":          {size: 64*mib - 1, rounded: 64 * mib},
		"zero bytes":              {size: 0, want: acl.ErrInvalid, text: "allocate 0 bytes"},
		"more than the pool":      {size: 64*mib + 1, want: acl.ErrOutOfMemory, text: "can never hold that"},
		"a size of 2^63":          {size: 1 << 63, want: acl.ErrOutOfMemory, text: "can never hold that"},
		"a size near 2^64":        {size: math.MaxUint64, want: acl.ErrInvalid, text: "no more than fits 64 bits"},
		"the last that rounds":    {size: math.MaxUint64 - 2*mib + 1, want: acl.ErrOutOfMemory, text: "can never hold that"},
		"the first that does not": {size: math.MaxUint64 - 2*mib + 2, want: acl.ErrInvalid, text: "no more than fits 64 bits"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, s := newPool(t, mempool.Config{Name: "kv", MaxSize: 64 * mib})
			b, err := p.MallocAsync(s, tt.size)
			if tt.want != nil {
				require.ErrorIs(t, err, tt.want)
				assert.ErrorContains(t, err, `from "kv"`)
				assert.ErrorContains(t, err, tt.text)
				assert.True(t, b.IsZero())
				st := stats(t, p)
				st.OutOfMemory = 0
				assert.Equal(t, mempool.Stats{MaxSize: 64 * mib, ReuseKnown: st.ReuseKnown}, st)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.size, b.Size())
			assert.Equal(t, tt.rounded, b.Rounded())
			assert.Equal(t, b.Ptr(), b.View().Ptr())
			assert.Equal(t, tt.size, b.View().Size())
			assert.Zero(t, uint64(b.Ptr())%driver.Granule)
			free(t, p, s, b)
		})
	}
}

// B41, among others: a pool of one device and a stream of another.
func TestMallocAsyncRefuses(t *testing.T) {
	acltest.RequireGoMachine(t)
	m := acltest.NewMachine(t, sim.Config{Devices: 2})
	dev, other := acltest.Open(t, m, 0), acltest.Open(t, m, 1)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	closed := acltest.Stream(t, dev)
	require.NoError(t, closed.Close(context.Background()))
	tests := map[string]struct {
		s    *stream.Stream
		want error
		text string
	}{
		"no stream":                 {want: acl.ErrInvalid, text: "no stream"},
		"zero stream":               {s: &stream.Stream{}, want: acl.ErrInvalid, text: "no stream"},
		"closed stream":             {s: closed, want: acl.ErrClosed, text: closed.Name()},
		"stream of another device":  {s: acltest.Stream(t, other), want: acl.ErrInvalid, text: "is of device 1 (simulated Ascend910B3, 2 devices of 65536 MiB), the pool of device 0 ("},
		"stream of another machine": {s: acltest.Stream(t, acltest.New(t)), want: acl.ErrInvalid, text: "the pool of device 0 ("},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			before := stats(t, p)
			_, err := p.MallocAsync(tt.s, 1)
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, `mempool: allocate 1 bytes from "kv": `)
			assert.ErrorContains(t, err, tt.text)
			_, called := errors.AsType[*acl.Error](err)
			assert.False(t, called, "ACL was not asked")
			assert.Equal(t, before, stats(t, p))
		})
	}
}

// A device that was opened twice is one device: streams of either serve a pool of either.
func TestMallocAsyncOnADeviceOpenedTwice(t *testing.T) {
	m := acltest.NewMachine(t, sim.Config{})
	one, two := acltest.Open(t, m, 0), acltest.Open(t, m, 0)
	p := acltest.Pool(t, one, mempool.Config{MaxSize: 64 * mib})
	s1, s2 := acltest.Stream(t, one), acltest.Stream(t, two)
	for range 4 {
		a, b := malloc(t, p, s1, 1), malloc(t, p, s2, 1)
		assert.NotEqual(t, a.Ptr(), b.Ptr())
		assert.EqualValues(t, 2, stats(t, p).LiveBlocks)
		free(t, p, s1, b)
		free(t, p, s2, a)
	}
	assert.EqualValues(t, 8, stats(t, p).Frees)
}

func TestOutOfMemoryTells(t *testing.T) {
	dev := acltest.New(t, sim.Config{Memory: 1 << 30})
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{Name: "kv", MaxSize: 8 * mib})
	a := malloc(t, p, s, 6*mib)
	before := stats(t, p)

	_, err := p.MallocAsync(s, 3*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	require.ErrorIs(t, err, acl.CodeRTInternalError)
	assert.ErrorContains(t, err, `mempool: allocate 3145728 bytes (rounded 4194304) from "kv" on stream "`+s.Name()+`": `+
		`used 6291456, reserved 6291456, pending 0 of at most 8388608 bytes; the device has 1067450368 of 1073741824 bytes free; `+
		`free blocks first, or make the pool with a larger MaxSize: out of memory: acl: aclrtMemPoolMallocAsync: ACL_ERROR_RT_INTERNAL_ERROR (507000)`)

	after := stats(t, p)
	assert.EqualValues(t, 1, after.OutOfMemory)
	after.OutOfMemory = 0
	assert.Equal(t, before, after, "a failure changes nothing")
	free(t, p, s, a, malloc(t, p, s, 2*mib))
}

// B09: everything is merely pending, on other streams.
func TestOutOfMemoryWithEverythingPending(t *testing.T) {
	dev := acltest.New(t)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 1 << 30})
	var streams []*stream.Stream
	for range 4 {
		s := acltest.Stream(t, dev)
		streams = append(streams, s)
		acltest.Hold(t, s)
		free(t, p, s, malloc(t, p, s, 256*mib))
	}
	_, err := p.MallocAsync(streams[0], 1<<30)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "used 0, reserved 1073741824, pending 1073741824 of at most 1073741824 bytes")
	assert.ErrorContains(t, err, "use TrimSync and allocate again")
}

// B11: pieces on another stream, one larger request.
func TestOutOfMemoryWithScatteredPieces(t *testing.T) {
	dev := acltest.New(t)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 400 * mib, Release: mempool.ReleaseAll})
	live := malloc(t, p, s, 150*mib)
	var pieces []mempool.Block
	for range 125 {
		pieces = append(pieces, malloc(t, p, other, 2*mib))
	}
	gate := acltest.Hold(t, other)
	free(t, p, other, pieces...)
	_, err := p.MallocAsync(s, 26*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "pending 262144000 of")

	gate.Release()
	synchronize(t, other)
	free(t, p, s, live, malloc(t, p, s, 26*mib))
}

// Cached for another stream is not free for this one.
func TestOutOfMemoryWithMemoryOfAnotherStream(t *testing.T) {
	dev := acltest.New(t)
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib, Reuse: mempool.Reuse{Event: mempool.EventReuseOff}})
	free(t, p, other, malloc(t, p, other, 64*mib))
	synchronize(t, other)
	_, err := p.MallocAsync(s, 2*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "pending 0 of")
	assert.ErrorContains(t, err, "use TrimTo and allocate again")
	_, err = p.TrimTo(0)
	require.NoError(t, err)
	free(t, p, s, malloc(t, p, s, 64*mib))
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
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "used 6291456, reserved 6291456, pending 0 of at most 12582912 bytes")
	assert.ErrorContains(t, err, "no free range is large enough")
	free(t, p, s, blocks[0], blocks[2], blocks[4])
}

// B07: the device is out, although the pool is not.
func TestOutOfMemoryOfTheDevice(t *testing.T) {
	dev := acltest.New(t, sim.Config{Memory: 1 << 30})
	s, other := acltest.Stream(t, dev), acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{Name: "full", MaxSize: 1 << 30})
	q := acltest.Pool(t, dev, mempool.Config{Name: "late", MaxSize: 1 << 30})
	gate := acltest.Hold(t, s)
	free(t, p, s, malloc(t, p, s, 900*mib))
	tr, err := p.TrimTo(0)
	require.NoError(t, err)
	assert.Equal(t, mempool.Trimmed{Pending: 900 * mib}, tr)

	_, err = q.MallocAsync(other, 900*mib)
	require.ErrorIs(t, err, acl.ErrOutOfMemory)
	assert.ErrorContains(t, err, "the device has 130023424 of 1073741824 bytes free; the device is exhausted")
	assert.EqualValues(t, 1, stats(t, q).OutOfMemory)

	gate.Release()
	synchronize(t, s)
	_, err = p.TrimTo(0)
	require.NoError(t, err)
	free(t, q, other, malloc(t, q, other, 900*mib))
}

// An internal error is not a lack of memory where memory cannot be what is missing.
func TestInternalErrorIsNotOutOfMemory(t *testing.T) {
	dev, f, _ := newFaulty(t)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	live := malloc(t, p, s, 2*mib)
	for name, size := range map[string]uint64{"small": 1, "half of the rest": 30 * mib} {
		f.Fail("aclrtMemPoolMallocAsync", driver.RTInternalError)
		_, err := p.MallocAsync(s, size)
		require.ErrorIs(t, err, acl.CodeRTInternalError, name)
		assert.NotErrorIs(t, err, acl.ErrOutOfMemory, name)
		assert.ErrorContains(t, err, "that should have been enough", name)
	}
	for _, call := range []string{"aclrtMemPoolGetAttr", "aclrtGetMemInfo"} { // what the text needs may fail too
		f.Fail("aclrtMemPoolMallocAsync", driver.RTInternalError)
		f.Fail(call, driver.RTDrvInternalError)
		_, err := p.MallocAsync(s, 1)
		require.ErrorIs(t, err, acl.CodeRTInternalError)
		require.ErrorIs(t, err, acl.CodeRTDrvInternalError)
	}
	f.Fail("aclrtMemPoolMallocAsync", driver.RTStreamContext)
	_, err := p.MallocAsync(s, 1)
	require.ErrorIs(t, err, acl.CodeRTStreamContext)
	require.ErrorIs(t, err, acl.ErrInvalid)
	st := stats(t, p)
	assert.Zero(t, st.OutOfMemory)
	assert.EqualValues(t, 1, st.LiveBlocks)
	free(t, p, s, live)
}
