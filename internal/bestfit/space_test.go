// SPDX-License-Identifier: Apache-2.0

package bestfit_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/bestfit"
)

func TestSpaceOwners(t *testing.T) {
	var s bestfit.Space[int]
	var one, two bestfit.Owner[int]
	item := s.Insert(&one, block{4, 0, 1}, 5)
	s.Insert(&two, block{4, 0, 2}, 1)
	assert.Equal(t, 1, one.Len())
	best, _ := s.Best(&one, 0, math.MaxUint64)
	assert.Equal(t, 1, best.Value)
	best, _ = s.Best(&two, 0, math.MaxUint64)
	assert.Equal(t, 2, best.Value)
	s.Remove(&one, item)
	_, ok := s.Best(&one, 0, math.MaxUint64)
	assert.False(t, ok)
	assert.Zero(t, one.Len())
	assert.Equal(t, 1, two.Len())
}

func TestSpacePlaces(t *testing.T) {
	var s bestfit.Space[int]
	var o bestfit.Owner[int]
	for i, pos := range []uint64{7, 3, 9, 3, 5} {
		s.Insert(&o, block{Size: 2, Addr: uint64(i) * 2, Value: i}, pos)
	}
	tests := map[string]struct {
		bound uint64
		want  []int
	}{
		"before the first there is none": {bound: 2},
		"equal places":                   {bound: 3, want: []int{1, 3}},
		"some":                           {bound: 6, want: []int{1, 3, 4}},
		"all":                            {bound: 9, want: []int{0, 1, 2, 3, 4}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []int
			for b, ok := s.Best(&o, 0, tt.bound); ok; b, ok = s.After(&o, b, tt.bound) {
				got = append(got, b.Value)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// both is a Space and a list that are changed in the same way.
type both struct {
	t      require.TestingT
	space  bestfit.Space[int]
	owners [3]bestfit.Owner[int]
	list   list
	serial int
}

// change adds a block, or removes it if it is in the space.
func (x *both) change(size, addr uint64, owner int, pos uint64) {
	at := x.list.find(size, addr)
	if at < 0 {
		x.serial++
		e := entry{block: block{size, addr, x.serial}, owner: owner, pos: pos}
		e.item = x.space.Insert(&x.owners[owner], e.block, pos)
		x.list.insert(e)
		return
	}
	x.space.Remove(&x.owners[x.list[at].owner], x.list[at].item)
	x.list = slices.Delete(x.list, at, at+1)
}

// compare compares the results of all searches for a size and a bound.
func (x *both) compare(size, bound uint64) {
	for o := range x.owners {
		owner := &x.owners[o]
		mine := func(e entry) bool { return e.owner == o && e.pos <= bound }
		want, found := x.list.first(size, mine)
		got, ok := x.space.Best(owner, size, bound)
		require.Equal(x.t, found, ok)
		require.Equal(x.t, want, got)
		if !ok {
			continue
		}
		next, found := x.list.first(size, func(e entry) bool { return mine(e) && got.Before(e.block) })
		after, ok := x.space.After(owner, got, bound)
		require.Equal(x.t, found, ok)
		require.Equal(x.t, next, after)
	}
}

func TestRandomSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := both{t: t}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			x.change(number(t, "size"), number(t, "addr"), rapid.IntRange(0, 2).Draw(t, "owner"),
				rapid.Uint64Range(1, 9).Draw(t, "pos"))
			x.compare(number(t, "at least"), rapid.Uint64Range(0, 10).Draw(t, "bound"))
		}
	})
}

// Many blocks fill nodes and levels, unlike the short random runs.
func TestCrowdedSpace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	x := both{t: t}
	for range 4000 {
		x.change(r.Uint64N(90), r.Uint64N(5)<<r.UintN(40), r.IntN(3), r.Uint64N(50))
		x.compare(r.Uint64N(100), r.Uint64N(50))
	}
	for len(x.list) > 0 {
		e := x.list[r.IntN(len(x.list))]
		x.change(e.Size, e.Addr, e.owner, 0)
		x.compare(r.Uint64N(100), r.Uint64N(50))
	}
	for o := range x.owners {
		assert.Zero(t, x.owners[o].Len())
	}
}

// FuzzSpace reads five bytes for each step.
func FuzzSpace(f *testing.F) {
	f.Add([]byte("a block, and the same one, twice, and others after it"))
	f.Add(slices.Repeat([]byte{1, 2, 3, 4, 5}, 4))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		x := both{t: t}
		for step := range slices.Chunk(data[:min(len(data), 1000)], 5) {
			if len(step) < 5 {
				return
			}
			wide := func(b byte) uint64 { return uint64(b&7) << (b >> 3 * 2) } // up to 7<<62
			x.change(wide(step[0]), wide(step[1]), int(step[2]%3), uint64(step[3]&15))
			x.compare(wide(step[4]), uint64(step[3]>>4))
		}
	})
}
