// SPDX-License-Identifier: Apache-2.0

package hostmem_test

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/hostmem"
)

const (
	miB = 1 << 20
	giB = 1 << 30
)

var page = uint64(os.Getpagesize())

func reserve(t testing.TB, size uint64) *hostmem.Range {
	t.Helper()
	r, err := hostmem.Reserve(size)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, r.Close()) })
	return r
}

// use commits a part and returns a view of it.
func use(t require.TestingT, r *hostmem.Range, off, n uint64) []byte {
	require.NoError(t, r.Commit(off, n))
	b, err := r.Bytes(off, n)
	require.NoError(t, err)
	return b
}

func TestReserveRoundsUpToThePage(t *testing.T) {
	tests := map[string]struct{ size, want uint64 }{
		"one byte":        {1, page},
		"a page":          {page, page},
		"a byte too many": {page + 1, 2 * page},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := reserve(t, tt.size)
			assert.Equal(t, tt.want, r.Size())
			assert.Equal(t, make([]byte, tt.want), use(t, r, 0, tt.want))
		})
	}
}

func TestReserveRefusesSizes(t *testing.T) {
	for _, size := range []uint64{0, math.MaxInt, math.MaxInt + 1, math.MaxUint64} {
		_, err := hostmem.Reserve(size)
		assert.ErrorIs(t, err, os.ErrInvalid, "%d bytes", size)
	}
	_, err := hostmem.Reserve(1 << 62) // a valid size, but more than the processor can address
	require.Error(t, err)
	assert.NotErrorIs(t, err, os.ErrInvalid)
	assert.ErrorContains(t, err, "4611686018427387904 bytes")
	assert.ErrorContains(t, err, "limited by")
}

func TestBounds(t *testing.T) {
	size := 4 * page
	tests := map[string]struct {
		off, n uint64
		want   error
	}{
		"everything":               {0, size, nil},
		"the last byte":            {size - 1, 1, nil},
		"nothing at the start":     {0, 0, nil},
		"nothing at the end":       {size, 0, nil},
		"nothing behind the end":   {size + 1, 0, os.ErrInvalid},
		"a byte behind the end":    {size, 1, os.ErrInvalid},
		"a byte too many":          {1, size, os.ErrInvalid},
		"a sum that wraps":         {page, math.MaxUint64 - page + 1, os.ErrInvalid},
		"a huge number of bytes":   {0, math.MaxUint64, os.ErrInvalid},
		"a start beyond all bytes": {math.MaxUint64, 1, os.ErrInvalid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := reserve(t, size)
			copy(use(t, r, 0, size), bytes.Repeat([]byte{7}, int(size)))
			assert.ErrorIs(t, r.Commit(tt.off, tt.n), tt.want)
			b, err := r.Bytes(tt.off, tt.n)
			assert.ErrorIs(t, err, tt.want)
			if tt.want == nil {
				assert.Len(t, b, int(tt.n))
				assert.Equal(t, len(b), cap(b), "append must not grow into what lies behind")
			}
			assert.ErrorIs(t, r.Release(tt.off, tt.n), tt.want)
			if tt.want != nil {
				assert.Equal(t, bytes.Repeat([]byte{7}, int(size)), use(t, r, 0, size), "a refused call changes nothing")
			}
		})
	}
}

func TestViewsOfOnePartAreTheSameMemory(t *testing.T) {
	r := reserve(t, 2*page)
	a := use(t, r, page-1, 2)
	b := use(t, r, 0, 2*page)
	a[0], a[1] = 1, 2
	assert.Equal(t, []byte{1, 2}, b[page-1:page+1])
}

func TestReleaseTakesWholePagesOnly(t *testing.T) {
	tests := map[string]struct {
		off, n uint64
		gone   [2]uint64 // first and end
	}{
		"a page":                          {page, page, [2]uint64{page, 2 * page}},
		"everything":                      {0, 4 * page, [2]uint64{0, 4 * page}},
		"less than a page":                {page, page - 1, [2]uint64{}},
		"parts of two pages":              {page - 1, 2, [2]uint64{}},
		"a page and parts around it":      {1, 2*page + 5, [2]uint64{page, 2 * page}},
		"two pages and what is before it": {page - 1, 2*page + 1, [2]uint64{page, 3 * page}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := reserve(t, 4*page)
			b := use(t, r, 0, 4*page)
			for i := range b {
				b[i] = 7
			}
			require.NoError(t, r.Release(tt.off, tt.n))
			for i, v := range use(t, r, 0, 4*page) {
				want := byte(7)
				if uint64(i) >= tt.gone[0] && uint64(i) < tt.gone[1] {
					want = 0
				}
				require.Equal(t, want, v, "byte %d", i)
			}
		})
	}
}

func TestReleaseOfWhatWasNeverCommitted(t *testing.T) {
	r := reserve(t, 4*page)
	require.NoError(t, r.Release(0, 4*page))
	require.NoError(t, r.Release(0, 4*page))
	assert.Equal(t, make([]byte, 4*page), use(t, r, 0, 4*page))
}

// A range behaves like a byte slice in which a release sets pages to zero.
func TestRangeIsBytes(t *testing.T) {
	const pages = 8
	size := pages * page
	part := func(t *rapid.T) (off, n uint64) {
		off = rapid.Uint64Range(0, size).Draw(t, "off")
		return off, rapid.Uint64Range(0, size-off).Draw(t, "n")
	}
	rapid.Check(t, func(t *rapid.T) {
		r, err := hostmem.Reserve(size)
		require.NoError(t, err)
		defer func() { require.NoError(t, r.Close()) }()
		require.NoError(t, r.Commit(0, size))
		model := make([]byte, size)

		t.Repeat(map[string]func(*rapid.T){
			"write": func(t *rapid.T) {
				off, n := part(t)
				v := rapid.Byte().Draw(t, "value")
				for i, b := range [][]byte{use(t, r, off, n), model[off : off+n]} {
					copy(b, bytes.Repeat([]byte{v}, int(n)))
					require.Len(t, b, int(n), "copy %d", i)
				}
			},
			"release": func(t *rapid.T) {
				off, n := part(t)
				require.NoError(t, r.Release(off, n))
				for p := range uint64(pages) {
					if p*page >= off && (p+1)*page <= off+n {
						clear(model[p*page : (p+1)*page])
					}
				}
			},
			"": func(t *rapid.T) {
				require.True(t, bytes.Equal(model, use(t, r, 0, size)))
			},
		})
	})
}

func TestUseAfterClose(t *testing.T) {
	r, err := hostmem.Reserve(page)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.NoError(t, r.Close(), "closing twice does nothing")
	_, err = r.Bytes(0, 1)
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.ErrorIs(t, r.Commit(0, 1), os.ErrClosed)
	assert.ErrorIs(t, r.Release(0, page), os.ErrClosed)
	assert.Equal(t, page, r.Size())
}

func TestHotCallsAllocateNothing(t *testing.T) {
	r := reserve(t, 4*page)
	var err error
	allocs := testing.AllocsPerRun(100, func() {
		if err == nil {
			err = r.Commit(page, page)
		}
		if b, e := r.Bytes(page, page); err == nil && e == nil {
			b[0]++
		}
		if err == nil {
			err = r.Release(page, page)
		}
	})
	require.NoError(t, err)
	assert.Zero(t, allocs)
}
