// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The last frees are remembered, as a list that grows without limit would tell.
func TestFreedBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f freedBlocks
		var all []freedBlock
		for range rapid.IntRange(0, 2*freedCapacity).Draw(t, "frees") {
			e := extent{off: rapid.Uint64Range(0, 40).Draw(t, "off"), size: rapid.Uint64Range(1, 8).Draw(t, "size")}
			f.add(e, nil)
			all = append(all, freedBlock{off: e.off, size: e.size})
		}
		off, n := rapid.Uint64Range(0, 50).Draw(t, "asked"), rapid.Uint64Range(0, 4).Draw(t, "bytes")
		var want freedBlock
		for _, b := range all[max(0, len(all)-freedCapacity):] {
			if off < b.off+b.size && b.off < off+max(n, 1) {
				want = b
			}
		}
		got, ok := f.last(off, n)
		assert.Equal(t, want, got)
		assert.Equal(t, want != freedBlock{}, ok)
	})
}
