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
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/stream"
)

func hostBuffer[T any](t testing.TB, dev *acl.Device, elems ...T) *acl.HostBuffer[T] {
	t.Helper()
	h, err := acl.NewHostBuffer[T](dev, len(elems))
	require.NoError(t, err)
	copy(h.Slice(), elems)
	t.Cleanup(func() { assert.NoError(t, h.Close()) })
	return h
}

func buffer[T any](t testing.TB, p *mempool.Pool, s *stream.Stream, n int) mempool.Buffer[T] {
	t.Helper()
	b, err := mempool.NewBuffer[T](p, s, n)
	require.NoError(t, err)
	t.Cleanup(func() { _ = b.FreeAsync(s) }) // an error if the test has freed it
	return b
}

func TestBuffer(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	acltest.AllowHazards(t, p.Device(), hazard.DoubleFree)
	b := buffer[int32](t, p, s, 5)
	assert.Equal(t, 5, b.Len())
	assert.EqualValues(t, 20, b.Block().Size())
	assert.Equal(t, b.Block().View(), b.View())
	assert.Equal(t, kernel.View(b.View()), b.Arg())
	require.NoError(t, b.FreeAsync(s))
	require.ErrorIs(t, b.FreeAsync(s), acl.ErrClosed)
	require.ErrorIs(t, p.FreeAsync(s, b.Block()), acl.ErrClosed)
}

func TestNewBufferRefuses(t *testing.T) {
	p, s := newPool(t, mempool.Config{Name: "kv", MaxSize: 64 * mib})
	tests := map[string]struct {
		make func() error
		want error
		text string
	}{
		"no elements":        {alloc[int8](p, s, 0), acl.ErrInvalid, `mempool: allocate 0 elements from "kv": want at least 1`},
		"fewer than none":    {alloc[int8](p, s, -1), acl.ErrInvalid, "allocate -1 elements"},
		"beyond 64 bits":     {alloc[[16]int8](p, s, math.MaxInt), acl.ErrInvalid, "the size does not fit 64 bits"},
		"more than there is": {alloc[float64](p, s, 9*mib), acl.ErrOutOfMemory, "allocate 72 MiB"},
		"a pointer":          {alloc[*int8](p, s, 1), acl.ErrInvalid, "element type *int8"},
		"a word":             {alloc[int](p, s, 1), acl.ErrInvalid, "depends on the platform"},
		"no stream":          {alloc[int8](p, nil, 1), acl.ErrInvalid, "no stream"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.make()
			require.ErrorIs(t, err, tt.want)
			assert.ErrorContains(t, err, tt.text)
			assert.Zero(t, stats(t, p).Mallocs)
		})
	}
}

func alloc[T any](p *mempool.Pool, s *stream.Stream, n int) func() error {
	return func() error {
		_, err := mempool.NewBuffer[T](p, s, n)
		return err
	}
}

func TestBufferCopies(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.DoubleFree)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	in, out := hostBuffer[int32](t, dev, 1, 2, 3, 4), hostBuffer[int32](t, dev, 0, 0, 0)
	b := buffer[int32](t, p, s, 6)

	require.NoError(t, b.Fill(s, 0xff))
	require.NoError(t, b.CopyFrom(s, in))
	require.NoError(t, b.CopyTo(s, out))
	synchronize(t, s)
	assert.Equal(t, []int32{1, 2, 3}, out.Slice())

	middle, err := b.Slice(2, 5)
	require.NoError(t, err)
	assert.Equal(t, 3, middle.Len())
	require.NoError(t, middle.CopyFromSlice(ctx, s, []int32{7}))
	last, err := middle.Slice(1, 2)
	require.NoError(t, err)
	require.NoError(t, last.Fill(s, 1))
	all := make([]int32, 6)
	require.NoError(t, b.CopyToSlice(ctx, s, all))
	assert.Equal(t, []int32{1, 2, 7, 0x01010101, -1, -1}, all)
	some := make([]int32, 2)
	require.NoError(t, middle.CopyToSlice(ctx, s, some))
	assert.Equal(t, []int32{7, 0x01010101}, some)
	require.NoError(t, middle.CopyFrom(s, out))
	require.NoError(t, middle.CopyTo(s, out))
	synchronize(t, s)
	assert.Equal(t, []int32{1, 2, 3}, out.Slice())

	empty, err := b.Slice(6, 6)
	require.NoError(t, err)
	require.NoError(t, empty.CopyFromSlice(ctx, s, nil))
	require.NoError(t, empty.CopyToSlice(ctx, s, nil))
	require.NoError(t, empty.Fill(s, 0))
	require.NoError(t, b.FreeAsync(s))
}

func TestBufferSliceRefuses(t *testing.T) {
	p, s := newPool(t, mempool.Config{MaxSize: 64 * mib})
	b := buffer[int32](t, p, s, 6)
	for _, r := range [][2]int{{-1, 2}, {0, 7}, {3, 2}, {7, 7}, {math.MinInt, math.MaxInt}} {
		_, err := b.Slice(r[0], r[1])
		require.ErrorIs(t, err, acl.ErrInvalid, r)
		assert.ErrorContains(t, err, "of 6 elements", r)
	}
}

func TestBufferCopiesRefuse(t *testing.T) {
	ctx := context.Background()
	dev := acltest.New(t)
	acltest.AllowHazards(t, dev, hazard.DoubleFree)
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 * mib})
	live, freed := buffer[int32](t, p, s, 2), buffer[int32](t, p, s, 2)
	require.NoError(t, freed.FreeAsync(s))
	view, err := freed.Slice(0, 1)
	require.NoError(t, err)
	three, one := hostBuffer[int32](t, dev, 1, 2, 3), hostBuffer[int32](t, dev, 1)
	var zero mempool.Buffer[int32]
	tests := map[string]struct {
		got  error
		want error
		text string
	}{
		"too much in":             {live.CopyFrom(s, three), acl.ErrInvalid, "mempool: copy into 2 elements of the block of 8 bytes at 0x"},
		"too much out":            {live.CopyTo(s, three), acl.ErrInvalid, ": 3 elements on the host"},
		"too long a slice in":     {live.CopyFromSlice(ctx, s, make([]int32, 3)), acl.ErrInvalid, "3 elements on the host"},
		"too long a slice out":    {live.CopyToSlice(ctx, s, make([]int32, 3)), acl.ErrInvalid, "3 elements on the host"},
		"no host buffer":          {live.CopyFrom(s, nil), acl.ErrInvalid, "no host buffer"},
		"zero host buffer":        {live.CopyTo(s, &acl.HostBuffer[int32]{}), acl.ErrInvalid, "no host buffer"},
		"no stream":               {live.CopyFrom(nil, one), acl.ErrInvalid, "no stream"},
		"no stream to fill":       {live.Fill(nil, 0), acl.ErrInvalid, "no stream"},
		"no stream for a slice":   {live.CopyFromSlice(ctx, nil, make([]int32, 1)), acl.ErrInvalid, "no stream"},
		"freed, in":               {freed.CopyFrom(s, one), acl.ErrClosed, "it has been freed"},
		"freed, out":              {freed.CopyTo(s, one), acl.ErrClosed, "it has been freed"},
		"freed, slice in":         {freed.CopyFromSlice(ctx, s, make([]int32, 1)), acl.ErrClosed, "it has been freed"},
		"freed, slice out":        {freed.CopyToSlice(ctx, s, make([]int32, 1)), acl.ErrClosed, "it has been freed"},
		"freed, fill":             {freed.Fill(s, 0), acl.ErrClosed, "mempool: fill 2 elements of the block"},
		"view of a freed one":     {view.Fill(s, 0), acl.ErrClosed, "it has been freed"},
		"zero Buffer":             {zero.Fill(s, 0), acl.ErrInvalid, "the zero Buffer has no memory"},
		"zero Buffer, in":         {zero.CopyFrom(s, one), acl.ErrInvalid, "mempool: copy into a Buffer: the zero Buffer has no memory"},
		"free of the zero Buffer": {zero.FreeAsync(s), acl.ErrInvalid, "mempool: free the zero Buffer"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, tt.got, tt.want)
			assert.ErrorContains(t, tt.got, tt.text)
		})
	}
	assert.Equal(t, acl.View{}, zero.View())
}

// FreeAfter and RecordUse of a buffer do what those of its block do.
func TestBufferOnSeveralStreams(t *testing.T) {
	for name, freed := range map[string]func(b mempool.Buffer[byte], s, used *stream.Stream) error{
		"FreeAfter": func(b mempool.Buffer[byte], s, used *stream.Stream) error { return b.FreeAfter(s, used) },
		"RecordUse": func(b mempool.Buffer[byte], s, used *stream.Stream) error {
			return errors.Join(b.RecordUse(used), b.FreeAsync(s))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, s := newPool(t, mempool.Config{MaxSize: 2 * mib})
			acltest.AllowHazards(t, p.Device(), hazard.DoubleFree)
			used := acltest.Stream(t, p.Device())
			b, err := mempool.NewBuffer[byte](p, s, 1)
			require.NoError(t, err)
			gate := acltest.Hold(t, used)
			require.NoError(t, freed(b, s, used))
			assert.ErrorIs(t, b.RecordUse(used), acl.ErrClosed)
			assert.ErrorIs(t, b.FreeAfter(s, used), acl.ErrClosed)
			_, err = p.MallocAsync(s, 1)
			require.ErrorIs(t, err, acl.ErrOutOfMemory, "the other stream is at work")
			gate.Release()
			synchronize(t, used, s)
			free(t, p, s, malloc(t, p, s, 1))
		})
	}
}

func TestBufferOfNoPool(t *testing.T) {
	for name, p := range map[string]*mempool.Pool{"nil": nil, "zero": {}} {
		t.Run(name, func(t *testing.T) {
			const want = "mempool: allocate 3 elements: no pool: invalid argument"
			_, err := mempool.NewBuffer[int32](p, nil, 3)
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.EqualError(t, err, want)
			_, err = mempool.MallocBuffer[int32](t.Context(), p, nil, 3)
			require.ErrorIs(t, err, acl.ErrInvalid)
			require.EqualError(t, err, want)
		})
	}
}
