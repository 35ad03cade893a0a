// SPDX-License-Identifier: Apache-2.0

package bestfit_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/bestfit"
)

type block = bestfit.Block[string]

func even(b block) bool { return b.Addr%2 == 0 }

func TestSet(t *testing.T) {
	var s bestfit.Set[string]
	a, b, c, d := block{8, 0, "a"}, block{4, 9, "b"}, block{4, 30, "c"}, block{2, 50, "d"}
	for _, x := range []block{c, a, d, b} {
		s.Insert(x)
	}
	require.Equal(t, 4, s.Len())
	assert.Equal(t, []block{d, b, c, a}, slices.Collect(s.From(0)), "by size, then address")
	assert.Equal(t, []block{b, c, a}, slices.Collect(s.From(3)))

	tests := map[string]struct {
		size        uint64
		best, first block // first: among even addresses
	}{
		"smaller than all":             {size: 0, best: d, first: d},
		"exact":                        {size: 2, best: d, first: d},
		"between":                      {size: 3, best: b, first: c},
		"lowest among equals":          {size: 4, best: b, first: c},
		"the largest":                  {size: 5, best: a, first: a},
		"larger than all finds none":   {size: 9},
		"near 2^64 there is none also": {size: ^uint64(0)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			best, ok := s.Best(tt.size)
			assert.Equal(t, tt.best, best)
			assert.Equal(t, tt.best != block{}, ok)
			first, ok := s.First(tt.size, even)
			assert.Equal(t, tt.first, first)
			assert.Equal(t, tt.first != block{}, ok)
		})
	}

	largest, ok := s.Largest()
	assert.True(t, ok)
	assert.Equal(t, a, largest)
	assert.False(t, s.Remove(block{Size: 4, Addr: 10}))
	assert.True(t, s.Remove(block{Size: 4, Addr: 9}), "size and address identify a block")
	assert.Equal(t, []block{d, c, a}, slices.Collect(s.From(0)))
}

func TestNilAndEmptySets(t *testing.T) {
	for name, s := range map[string]*bestfit.Set[string]{"nil": nil, "empty": {}} {
		t.Run(name, func(t *testing.T) {
			assert.Zero(t, s.Len())
			assert.Empty(t, slices.Collect(s.From(0)))
			_, ok := s.Best(0)
			assert.False(t, ok)
			_, ok = s.First(0, even)
			assert.False(t, ok)
			_, ok = s.Largest()
			assert.False(t, ok)
		})
	}
}

func TestSpaceOwners(t *testing.T) {
	var s bestfit.Space[int, string]
	assert.False(t, s.Remove(1, block{Size: 4, Addr: 0}))
	s.Insert(1, block{4, 0, "one's"})
	s.Insert(2, block{2, 8, "two's"})
	assert.False(t, s.Remove(2, block{Size: 4, Addr: 0}), "of another owner")
	best, _ := s.Of(1).Best(0)
	assert.Equal(t, "one's", best.Value)
	best, _ = s.All().Best(0)
	assert.Equal(t, "two's", best.Value)
	assert.True(t, s.Remove(1, block{Size: 4, Addr: 0}))
	assert.Nil(t, s.Of(1))
	assert.Equal(t, 1, s.All().Len())
}

// Random changes against a plain list.
func TestRandomSpace(t *testing.T) {
	type owned struct {
		owner int
		block
	}
	rapid.Check(t, func(t *rapid.T) {
		var s bestfit.Space[int, string]
		var list []owned
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			o := owned{rapid.IntRange(0, 2).Draw(t, "owner"), block{
				Size: rapid.Uint64Range(1, 5).Draw(t, "size"),
				Addr: rapid.Uint64Range(0, 20).Draw(t, "addr"),
			}}
			at := slices.IndexFunc(list, func(x owned) bool { return x.Addr == o.Addr })
			if at < 0 {
				s.Insert(o.owner, o.block)
				list = append(list, o)
			} else {
				there := list[at]
				require.Equal(t, there == o, s.Remove(o.owner, o.block))
				if there != o {
					require.True(t, s.Remove(there.owner, there.block))
				}
				list = slices.Delete(list, at, at+1)
			}
			size := rapid.Uint64Range(0, 6).Draw(t, "at least")
			for owner := range 4 { // the last stands for all
				var want []block
				for _, x := range list {
					if (x.owner == owner || owner == 3) && x.Size >= size {
						want = append(want, x.block)
					}
				}
				slices.SortFunc(want, func(b, c block) int {
					if b.Size != c.Size {
						return int(b.Size) - int(c.Size)
					}
					return int(b.Addr) - int(c.Addr)
				})
				set := s.All()
				if owner < 3 {
					set = s.Of(owner)
				}
				require.Equal(t, want, slices.Collect(set.From(size)))
			}
		}
	})
}

func TestNothingIsAllocatedInSteadyState(t *testing.T) {
	var s bestfit.Space[int, string]
	for addr := range uint64(100) {
		s.Insert(int(addr%2), block{Size: addr%7 + 1, Addr: addr * 10})
	}
	limit := uint64(5)
	turn := func() {
		b, _ := s.All().First(2, func(b block) bool { return b.Addr > limit && b.Size%2 == 1 })
		owner := int(b.Addr / 10 % 2)
		s.Remove(owner, b)
		s.Insert(owner, b)
		s.Insert(7, block{Size: 1, Addr: 5000})
		s.Remove(7, block{Size: 1, Addr: 5000})
	}
	turn()
	assert.Zero(t, testing.AllocsPerRun(200, turn))
}
