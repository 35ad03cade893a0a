// SPDX-License-Identifier: Apache-2.0

package bestfit_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/bestfit"
)

func TestSet(t *testing.T) {
	var s bestfit.Set[int]
	a, b, c, d := block{8, 0, 1}, block{4, 9, 2}, block{4, 30, 3}, block{2, 50, 4}
	for _, x := range []block{c, a, d, b} {
		s.Insert(x)
	}
	require.Equal(t, 4, s.Len())
	assert.Equal(t, []block{d, b, c, a}, slices.Collect(s.From(0)), "by size, then address")
	assert.Equal(t, []block{b, c, a}, slices.Collect(s.From(3)))

	tests := map[string]struct {
		size uint64
		best block
	}{
		"smaller than all":            {size: 0, best: d},
		"exact":                       {size: 2, best: d},
		"between":                     {size: 3, best: b},
		"lowest among equals":         {size: 4, best: b},
		"the largest":                 {size: 5, best: a},
		"larger than all finds none":  {size: 9},
		"a digit more finds none":     {size: 64},
		"the largest size finds none": {size: math.MaxUint64},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			best, ok := s.Best(tt.size)
			assert.Equal(t, tt.best, best)
			assert.Equal(t, tt.best != block{}, ok)
		})
	}

	largest, ok := s.Largest()
	assert.True(t, ok)
	assert.Equal(t, a, largest)
	assert.False(t, s.Remove(block{Size: 4, Addr: 10}))
	assert.False(t, s.Remove(block{Size: 5, Addr: 9}))
	assert.True(t, s.Remove(block{Size: 4, Addr: 9}), "size and address identify a block")
	assert.False(t, s.Remove(block{Size: 4, Addr: 9}))
	assert.Equal(t, []block{d, c, a}, slices.Collect(s.From(0)))
}

func TestEmptySet(t *testing.T) {
	var s bestfit.Set[int]
	for range 2 {
		assert.Zero(t, s.Len())
		assert.Empty(t, slices.Collect(s.From(0)))
		assert.False(t, s.Remove(block{}))
		_, ok := s.Best(0)
		assert.False(t, ok)
		_, ok = s.Largest()
		assert.False(t, ok)
		s.Insert(block{Size: 3, Addr: 5, Value: 7}) // the second time into a set that was emptied
		require.True(t, s.Remove(block{Size: 3, Addr: 5}))
	}
}

// 0 and the largest number of 64 bits are valid sizes and addresses.
func TestSetAtTheEnds(t *testing.T) {
	var s bestfit.Set[int]
	ends := []uint64{0, 1, 63, 64, 1<<60 - 1, 1 << 60, 1 << 63, math.MaxUint64}
	var want []block
	for _, size := range ends {
		for _, addr := range ends {
			want = append(want, block{size, addr, len(want)})
		}
	}
	for i := range want {
		s.Insert(want[(i*37)%len(want)])
	}
	assert.Equal(t, want, slices.Collect(s.From(0)))
	for i, b := range want {
		best, ok := s.Best(b.Size)
		assert.True(t, ok)
		assert.Equal(t, want[i/len(ends)*len(ends)], best)
	}
}

func TestSetMayChangeWhileItIsWalked(t *testing.T) {
	var s bestfit.Set[int]
	for addr := range uint64(10) {
		s.Insert(block{Size: 5, Addr: addr})
	}
	var seen []uint64
	for b := range s.From(5) {
		seen = append(seen, b.Addr)
		s.Remove(b)
		s.Remove(block{Size: 5, Addr: b.Addr + 1})
		if b.Addr == 4 {
			s.Insert(block{Size: 6, Addr: 100})
			s.Insert(block{Size: 5, Addr: 0})
		}
	}
	assert.Equal(t, []uint64{0, 2, 4, 6, 8, 100}, seen)
	assert.Equal(t, 1, s.Len())
}

func TestInsertingABlockTwicePanics(t *testing.T) {
	var s bestfit.Set[int]
	s.Insert(block{Size: 1, Addr: 2})
	assert.Panics(t, func() { s.Insert(block{Size: 1, Addr: 2, Value: 3}) })
}

// number draws a number that shares few or many digits with others.
func number(t *rapid.T, label string) uint64 {
	n := rapid.Uint64Range(0, 9).Draw(t, label)
	return n << rapid.SampledFrom([]uint{0, 0, 5, 6, 21, 40, 60}).Draw(t, label+" shift")
}

// Random changes have the same effect on a Set and on a list.
func TestRandomSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s bestfit.Set[int]
		var l list
		for i := range rapid.IntRange(1, 80).Draw(t, "steps") {
			b := block{number(t, "size"), number(t, "addr"), i}
			at := l.find(b.Size, b.Addr)
			require.Equal(t, at >= 0, s.Remove(b))
			if at >= 0 {
				l = slices.Delete(l, at, at+1)
			} else {
				s.Insert(b)
				l.insert(entry{block: b})
			}
			require.Equal(t, len(l), s.Len())
			size := number(t, "at least")
			want, found := l.first(size, func(entry) bool { return true })
			got, ok := s.Best(size)
			require.Equal(t, found, ok)
			require.Equal(t, want, got)
			last, ok := s.Largest()
			require.Equal(t, len(l) > 0, ok)
			if ok {
				require.Equal(t, l[len(l)-1].block, last)
			}
		}
		var want []block
		for _, e := range l {
			want = append(want, e.block)
		}
		require.Equal(t, want, slices.Collect(s.From(0)))
	})
}
