// SPDX-License-Identifier: Apache-2.0

package acl_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ascend-go/aclpool/acl"
)

// format describes a 16-bit float for a reference that decodes and rounds by arithmetic
// alone.
type format struct {
	name               string
	exponent, fraction int
	to                 func(float32) uint16
	from               func(uint16) float32
}

var formats = []format{
	{
		"Float16", 5, 10,
		func(f float32) uint16 { return uint16(acl.ToFloat16(f)) },
		func(h uint16) float32 { return acl.Float16(h).Float32() },
	},
	{
		"BFloat16", 8, 7,
		func(f float32) uint16 { return uint16(acl.ToBFloat16(f)) },
		func(b uint16) float32 { return acl.BFloat16(b).Float32() },
	},
}

// value decodes by the definition of the format.
func (f format) value(bits uint16) float64 {
	bias := 1<<(f.exponent-1) - 1
	exponent := int(bits) >> f.fraction & (1<<f.exponent - 1)
	fraction := float64(int(bits)&(1<<f.fraction-1)) / float64(int(1)<<f.fraction)
	var v float64
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, 1-bias)
	case 1<<f.exponent - 1:
		if v = math.Inf(1); fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1+fraction, exponent-bias)
	}
	return math.Copysign(v, float64(1-2*int(bits>>15)))
}

// infinity is the bit pattern of +Inf.
func (f format) infinity() uint16 { return uint16((1<<f.exponent - 1) << f.fraction) }

// ceiling is the value that +Inf stands at when it comes to rounding: the next power of
// two after the largest number.
func (f format) ceiling(bits uint16) float64 {
	if bits == f.infinity() {
		return math.Ldexp(1, 1<<(f.exponent-1))
	}
	return f.value(bits)
}

// quiet reports whether x is not a number and raises nothing in arithmetic.
func quiet(x float32) bool { return x != x && math.Float32bits(x)&(1<<22) != 0 }

func TestEveryHalfSurvives(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			for bits := range 1 << 16 {
				bits := uint16(bits)
				want, got := f.value(bits), float64(f.from(bits))
				if math.IsNaN(want) {
					require.True(t, quiet(f.from(bits)), "%#04x stays not a number, quiet", bits)
					require.True(t, quiet(f.from(f.to(f.from(bits)))), "%#04x comes back as not a number", bits)
					require.Equal(t, bits>>15, f.to(f.from(bits))>>15, "%#04x keeps its sign", bits)
					continue
				}
				require.Equal(t, math.Float64bits(want), math.Float64bits(got), "%#04x is %g", bits, want)
				require.Equal(t, bits, f.to(float32(want)), "%#04x comes back", bits)
			}
		})
	}
}

func TestBetweenTwoHalvesTheNearestAndThenTheEvenWins(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			for bits := range f.infinity() {
				low, high := f.ceiling(bits), f.ceiling(bits+1)
				middle := float32(low + (high-low)/2)
				require.Equal(t, low+(high-low)/2, float64(middle), "float32 has the middle above %#04x", bits)
				even := bits + bits&1
				for sign, s := range map[float32]uint16{1: 0, -1: 0x8000} {
					require.Equal(t, s|even, f.to(sign*middle), "the middle above %#04x", bits)
					require.Equal(t, s|bits, f.to(sign*math.Nextafter32(middle, 0)), "just below the middle above %#04x", bits)
					require.Equal(t, s|(bits+1), f.to(sign*math.Nextafter32(middle, float32(math.Inf(1)))), "just above the middle above %#04x", bits)
				}
			}
		})
	}
}

func TestRoundingIsNearest(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				// Any float32, or one above a random half and below the next: plain random
				// bits are seldom in the range of the narrow format.
				above := math.Float32bits(f.from(rapid.Uint16().Draw(t, "half"))) + rapid.Uint32Range(0, 1<<16).Draw(t, "above")
				x := math.Float32frombits(rapid.SampledFrom([]uint32{rapid.Uint32().Draw(t, "bits"), above}).Draw(t, "x"))
				got := f.to(x)
				if math.IsNaN(float64(x)) {
					assert.True(t, quiet(f.from(got)))
					return
				}
				assert.Equal(t, math.Signbit(float64(x)), got>>15 == 1)
				magnitude, bits := math.Abs(float64(x)), got&0x7fff
				if math.IsInf(magnitude, 0) {
					assert.Equal(t, f.infinity(), bits)
					return
				}
				distance := math.Abs(f.ceiling(bits) - magnitude)
				if bits > 0 {
					assert.LessOrEqual(t, distance, math.Abs(f.ceiling(bits-1)-magnitude))
				}
				if bits < f.infinity() {
					assert.LessOrEqual(t, distance, math.Abs(f.ceiling(bits+1)-magnitude))
				}
			})
		})
	}
}

// Not-a-number of every payload stays so, also those that rounding could carry away.
func TestNotANumberStaysSo(t *testing.T) {
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			for i := range 23 {
				for _, payload := range []uint32{1 << i, 1<<23 - 1<<i} {
					for _, sign := range []uint32{0, 1 << 31} {
						got := f.to(math.Float32frombits(sign | 0x7f800000 | payload))
						require.True(t, math.IsNaN(f.value(got)), "payload %#x", payload)
						require.True(t, quiet(f.from(got)), "payload %#x", payload)
						require.Equal(t, uint16(sign>>31), got>>15, "payload %#x keeps its sign", payload)
					}
				}
			}
		})
	}
}

func TestHalfPrintsAsItsFloat32(t *testing.T) {
	for bits := range 1 << 16 {
		h, b := acl.Float16(bits), acl.BFloat16(bits)
		require.Equal(t, fmt.Sprint(h.Float32()), h.String(), "%#04x", bits)
		require.Equal(t, fmt.Sprint(b.Float32()), b.String(), "%#04x", bits)
	}
}

func ExampleToFloat16() {
	fmt.Println(acl.ToFloat16(0.1), acl.ToFloat16(65504), acl.ToFloat16(1e6))
	// Output: 0.099975586 65504 +Inf
}

func ExampleToBFloat16() {
	fmt.Println(acl.ToBFloat16(0.1), acl.ToBFloat16(1e6))
	// Output: 0.100097656 999424
}
