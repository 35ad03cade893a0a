// SPDX-License-Identifier: Apache-2.0

package poolbook

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestEmptyTable(t *testing.T) {
	var spans table
	for range 2 {
		assert.Nil(t, spans.get(0))
		assert.Nil(t, spans.take(0))
		spans.put(&span{off: driver.Granule}) // and again when it has become empty
		assert.Nil(t, spans.get(0))
		assert.NotNil(t, spans.take(driver.Granule))
		assert.Zero(t, spans.len)
	}
}

// Random changes against a Go map, few and many at a time.
func TestRandomTable(t *testing.T) {
	for _, offsets := range []uint64{6, 40, 5000} {
		r := rand.New(rand.NewPCG(offsets, 9))
		var spans table
		want := make(map[uint64]*span)
		for range 5000 {
			off := r.Uint64N(offsets) * driver.Granule
			require.Same(t, want[off], spans.get(off))
			if want[off] != nil {
				require.Same(t, want[off], spans.take(off))
				require.Nil(t, spans.take(off))
				delete(want, off)
			} else {
				want[off] = &span{off: off}
				spans.put(want[off])
			}
			require.Equal(t, len(want), spans.len)
			require.Nil(t, spans.get(off+1))
			require.Nil(t, spans.take(off+driver.Granule/2))
		}
		for g := range offsets {
			off := g * driver.Granule
			require.Same(t, want[off], spans.get(off))
		}
	}
}
