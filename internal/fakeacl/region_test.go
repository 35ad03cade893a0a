// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// extents against a map of bytes.
func TestExtentsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 64
		var x extents
		var owner [size + 1]uint64 // id of the extent on each byte; the last has none
		id := uint64(0)
		draw := func(t *rapid.T) (off, n uint64) {
			off = rapid.Uint64Range(0, size-1).Draw(t, "off")
			return off, rapid.Uint64Range(1, size-off).Draw(t, "n")
		}
		t.Repeat(map[string]func(*rapid.T){
			"replace": func(t *rapid.T) {
				off, n := draw(t)
				id++
				for i := off; i < off+n; i++ {
					if gone := owner[i]; gone != 0 {
						for j := range owner {
							if owner[j] == gone {
								owner[j] = 0
							}
						}
					}
				}
				for i := off; i < off+n; i++ {
					owner[i] = id
				}
				x.replace(extent{off, n, id})
			},
			"remove": func(t *rapid.T) {
				var all []extent
				for b := range x.byEnd.From(0) {
					all = append(all, b.Value)
				}
				if len(all) == 0 {
					return
				}
				e := rapid.SampledFrom(all).Draw(t, "which")
				if rapid.Bool().Draw(t, "of another allocation") {
					e.id += 1000
				} else {
					for i := e.off; i < e.end(); i++ {
						owner[i] = 0
					}
				}
				x.remove(e)
			},
			"": func(t *rapid.T) {
				off, n := draw(t)
				want := owner[off] != 0
				for i := off; i < off+n; i++ {
					want = want && owner[i] == owner[off]
				}
				assert.Equal(t, want, x.hold(off, n))
				e, ok := x.at(off)
				starts := owner[off] != 0 && (off == 0 || owner[off-1] != owner[off])
				assert.Equal(t, starts, ok)
				if ok {
					assert.Equal(t, owner[off], e.id)
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
	r, err := newRegion(d, heapStart, size)
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
	assert.Empty(t, r.owed)
}
