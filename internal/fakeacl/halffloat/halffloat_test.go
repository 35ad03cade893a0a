// SPDX-License-Identifier: Apache-2.0

package halffloat_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/internal/fakeacl/halffloat"
)

func TestHalf(t *testing.T) {
	for f, want := range map[float32]uint16{
		0: 0, 1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 65519: 0x7bff, 65520: 0x7c00, 1e30: 0x7c00, -1e30: 0xfc00,
		0x1p-14: 0x0400, 0x1p-24: 1, 0x1p-25: 0, 0x1.8p-24: 2, 0x1p-26: 0, 0x1.ff8p-15: 0x03ff, 0x1.ffcp-15: 0x0400,
		1 + 0x1p-11: 0x3c00, 1 + 0x3p-11: 0x3c02, 1 + 0x1.1p-11: 0x3c01, float32(math.Inf(-1)): 0xfc00,
	} {
		assert.Equal(t, want, halffloat.Bits(f), "%v", f)
	}
	assert.Equal(t, uint16(0x8000), halffloat.Bits(float32(math.Copysign(0, -1))))
	assert.True(t, math.IsNaN(float64(halffloat.FromBits(0x7c01))))
	assert.Equal(t, uint16(0x7e00), halffloat.Bits(float32(math.NaN()))&0x7fff)
}

// Every number of 16 bits comes back.
func TestRoundTrip(t *testing.T) {
	for b := range 1 << 16 {
		if f := halffloat.FromBits(uint16(b)); f == f {
			require.Equal(t, uint16(b), halffloat.Bits(f), "%#x", b)
		}
		if f := halffloat.FromBrain(uint16(b)); f == f {
			require.Equal(t, uint16(b), halffloat.Brain(f), "%#x", b)
		} else {
			require.True(t, math.IsNaN(float64(halffloat.FromBrain(halffloat.Brain(f)))))
		}
	}
}

// No neighbour is nearer, and the last bit is even between two.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float32Range(-65504, 65504).Draw(t, "number")
		if rapid.Bool().Draw(t, "small") {
			f /= 1 << 14
		}
		b := halffloat.Bits(f)
		distance := func(b uint16) float64 { return math.Abs(float64(halffloat.FromBits(b)) - float64(f)) }
		for _, other := range []uint16{b - 1, b + 1} {
			if d := distance(other); d == distance(b) {
				require.Zero(t, b&1, "%v", f)
			} else if !math.IsNaN(d) {
				require.Less(t, distance(b), d, "%v", f)
			}
		}
	})
}
