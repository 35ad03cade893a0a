// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Sets of extents against a map of units.
func TestRangesProperties(t *testing.T) {
	const size = 64 // units
	for name, tt := range map[string]struct {
		make func() ranges
		unit uint64
	}{
		"extents":            {func() ranges { return new(extents) }, 1},
		"granules":           {func() ranges { return granulesOf(size) }, driver.Granule},
		"over several pages": {func() ranges { return granulesOf(size * 129) }, 129 * driver.Granule},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x := tt.make()
				var all []extent
				holder := func(off uint64) (extent, bool) {
					i := slices.IndexFunc(all, func(e extent) bool { return e.off <= off && off < e.end() })
					if i < 0 {
						return extent{}, false
					}
					return all[i], true
				}
				id := uint64(0)
				draw := func(t *rapid.T) extent {
					off := rapid.Uint64Range(0, size-1).Draw(t, "off")
					n := rapid.Uint64Range(1, size-off).Draw(t, "n")
					return extent{off: off * tt.unit, size: n * tt.unit}
				}
				t.Repeat(map[string]func(*rapid.T){
					"replace": func(t *rapid.T) {
						id++
						e := draw(t)
						e.id = id
						all = append(slices.DeleteFunc(all, e.overlaps), e)
						x.replace(e)
						x.replace(extent{off: e.off, id: id}) // nothing
					},
					"remove": func(t *rapid.T) {
						if len(all) == 0 {
							return
						}
						e := rapid.SampledFrom(all).Draw(t, "which")
						if rapid.Bool().Draw(t, "of another allocation") {
							e.id += 1000
						}
						all = slices.DeleteFunc(all, func(old extent) bool { return old == e })
						x.remove(e)
					},
					"": func(t *rapid.T) {
						e := draw(t)
						want, held := holder(e.off)
						assert.Equal(t, held && e.end() <= want.end(), x.hold(e.off, e.size))
						got, ok := x.at(e.off)
						assert.Equal(t, held && want.off == e.off, ok)
						if ok {
							assert.Equal(t, want, got)
						}
					},
				})
			})
		})
	}
}

// The two sets of a pool, whose places are one where they can be, against two that have
// nothing in common.
func TestGranuleSetsAreIndependent(t *testing.T) {
	const size = 16 // granules
	rapid.Check(t, func(t *rapid.T) {
		live, mapped := newGranules(size * driver.Granule)
		sets, models := [...]ranges{live, mapped}, [...]ranges{new(extents), new(extents)}
		each := func(t *rapid.T, f func(which int, e extent)) {
			off := rapid.Uint64Range(0, size-1).Draw(t, "off")
			n := rapid.Uint64Range(1, size-off).Draw(t, "n")
			id := rapid.Uint64Range(1, 3).Draw(t, "id")
			f(rapid.IntRange(0, 1).Draw(t, "which"), extent{off * driver.Granule, n * driver.Granule, id})
		}
		t.Repeat(map[string]func(*rapid.T){
			"replace": func(t *rapid.T) {
				each(t, func(which int, e extent) {
					sets[which].replace(e)
					models[which].replace(e)
				})
			},
			"replace in both": func(t *rapid.T) {
				each(t, func(which int, e extent) {
					for _, w := range []int{which, 1 - which} {
						sets[w].replace(e)
						models[w].replace(e)
					}
				})
			},
			"remove": func(t *rapid.T) {
				each(t, func(which int, e extent) {
					sets[which].remove(e)
					models[which].remove(e)
				})
			},
			"remove what is there": func(t *rapid.T) {
				each(t, func(which int, e extent) {
					e, _ = models[which].at(e.off)
					sets[which].remove(e)
					models[which].remove(e)
				})
			},
			"": func(t *rapid.T) {
				for which := range sets {
					for off := uint64(0); off < size*driver.Granule; off += driver.Granule {
						want, is := models[which].at(off)
						got, ok := sets[which].at(off)
						require.Equal(t, is, ok)
						if ok {
							require.Equal(t, want, got)
						}
						require.Equal(t, models[which].hold(off, 2*driver.Granule), sets[which].hold(off, 2*driver.Granule))
					}
				}
			},
		})
	})
}

// granulesOf makes the second of the two sets of a pool, the first of which has an extent.
func granulesOf(n uint64) ranges {
	live, mapped := newGranules(n * driver.Granule)
	live.replace(extent{0, n * driver.Granule, 1})
	return mapped
}

// Memory that is released under a view goes when the view ends, except for what has
// been committed again meanwhile.
func TestReleaseUnderAView(t *testing.T) {
	m, err := New(Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	d := m.devices[0]
	size := 16 * page
	r, err := newRegion(d, heapStart, size, new(extents), new(extents))
	require.NoError(t, err)
	defer r.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	require.NoError(t, r.commit(0, size))
	r.mapped.replace(extent{0, size, 1})
	b, err := r.view(0, size)
	require.NoError(t, err)
	for i := range b {
		b[i] = 1
	}
	r.release(0, size)
	assert.Equal(t, byte(1), b[0], "still there")
	require.NoError(t, r.commit(4*page, 2*page))
	r.unview(0, size)
	require.NoError(t, r.commit(0, size))
	kept := func(p uint64) bool { return b[p*page] == 1 }
	for p := range size / page {
		assert.Equal(t, p == 4 || p == 5, kept(p), "page %d", p)
	}
	assert.Empty(t, r.deferred)
}
