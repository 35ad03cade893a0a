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

// A set of extents against a list of them.
func TestExtentsProperties(t *testing.T) {
	const size = 64
	rapid.Check(t, func(t *rapid.T) {
		x := new(extents)
		var all []extent
		id := uint64(0)
		draw := func(t *rapid.T) extent {
			off := rapid.Uint64Range(0, size-1).Draw(t, "off")
			return extent{off: off, size: rapid.Uint64Range(1, size-off).Draw(t, "n")}
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
				holder := slices.IndexFunc(all, func(h extent) bool { return h.off <= e.off && e.off < h.end() })
				assert.Equal(t, holder >= 0 && e.end() <= all[max(holder, 0)].end(), x.hold(e.off, e.size))
				got, ok := x.at(e.off)
				assert.Equal(t, holder >= 0 && all[max(holder, 0)].off == e.off, ok)
				if ok {
					assert.Equal(t, all[holder], got)
				}
				assert.Len(t, all, x.len())
			},
		})
	})
}

// The allocations of a pool, live ones and differences, against two sets of extents. Each
// call executes at once, or later, or, if it allocates, never. Operations on the same
// memory execute in the order of their calls.
func TestGranulesProperties(t *testing.T) {
	const size = 130 // granules
	rapid.Check(t, func(t *rapid.T) {
		x, model := newGranules(size*driver.Granule), new(extentAllocations)
		type operation struct {
			own, models extent
			free        bool
		}
		var queued []operation
		overlaps := func(e extent) bool {
			return slices.ContainsFunc(queued, func(o operation) bool { return o.models.overlaps(e) })
		}
		id := uint64(0)
		next := func(t *rapid.T) int { // a queued operation that nothing stands before
			i := rapid.IntRange(0, len(queued)-1).Draw(t, "which")
			return slices.IndexFunc(queued, func(o operation) bool { return o.models.overlaps(queued[i].models) })
		}
		t.Repeat(map[string]func(*rapid.T){
			"allocate": func(t *rapid.T) {
				off := rapid.Uint64Range(0, size-1).Draw(t, "off")
				n := min(rapid.SampledFrom([]uint64{1, 2, 3, 63, 64, 65, 130}).Draw(t, "n"), size-off)
				id++
				e := extent{off * driver.Granule, n * driver.Granule, id}
				for o := range n {
					if model.holdsLive((off+o)*driver.Granule, 1) {
						return
					}
				}
				if !overlaps(e) && rapid.Bool().Draw(t, "at once") {
					x.allocateAtOnce(e)
					model.allocateAtOnce(e)
					return
				}
				x.allocate(e)
				model.allocate(e)
				queued = append(queued, operation{own: e, models: e})
			},
			"free": func(t *rapid.T) {
				off := rapid.Uint64Range(0, size-1).Draw(t, "off") * driver.Granule
				e, live := model.at(off)
				if !live {
					return
				}
				own, live := x.at(off)
				require.True(t, live)
				if !overlaps(e) && rapid.Bool().Draw(t, "at once") {
					x.freeAtOnce(own)
					model.freeAtOnce(e)
					return
				}
				x.free(own)
				model.free(e)
				queued = append(queued, operation{own, e, true})
			},
			"execute": func(t *rapid.T) {
				if len(queued) == 0 {
					return
				}
				i := next(t)
				o := queued[i]
				queued = slices.Delete(queued, i, i+1)
				switch {
				case o.free:
					x.executeFree(o.own)
					model.executeFree(o.models)
				case rapid.Bool().Draw(t, "dropped"):
				default:
					x.executeAllocate(o.own)
					model.executeAllocate(o.models)
				}
			},
			"": func(t *rapid.T) {
				for off := uint64(0); off < size*driver.Granule; off += driver.Granule {
					want, is := model.at(off)
					got, ok := x.at(off)
					require.Equal(t, is, ok)
					if ok {
						require.Equal(t, want.end(), got.end())
					}
					for _, n := range []uint64{1, driver.Granule, 2 * driver.Granule, 66 * driver.Granule} {
						require.Equal(t, model.holdsLive(off, n), x.holdsLive(off, n), "live, %d bytes at %d", n, off)
						require.Equal(t, model.holdsMapped(off, n), x.holdsMapped(off, n), "mapped, %d bytes at %d", n, off)
					}
				}
			},
		})
	})
}

// Memory that is released under a view goes when the view ends, except for what has
// been committed again meanwhile.
func TestReleaseUnderAView(t *testing.T) {
	m, err := New(Config{})
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	d := m.devices[0]
	size := 16 * page
	r, err := newRegion(d, heapStart, size, new(extentAllocations), "memory")
	require.NoError(t, err)
	defer r.close()
	d.mu.Lock()
	defer d.mu.Unlock()
	require.NoError(t, r.commit(0, size))
	r.allocations.allocateAtOnce(extent{0, size, 1})
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
