// SPDX-License-Identifier: Apache-2.0

// Package halffloat converts floating-point numbers of 16 bits. Conversions round to the nearest
// number, and to the one with an even last bit between two.
package halffloat

import "math"

const (
	signBit  = 1 << 15
	infinity = 0x7c00 // of Bits
	quietNaN = 0x7e00
)

// FromBits returns the number that IEEE 754 encodes as binary16.
func FromBits(b uint16) float32 {
	exponent, fraction := int(b>>10&0x1f), float64(b&0x3ff)
	var v float64
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 0x1f:
		if fraction != 0 {
			return float32(math.NaN())
		}
		v = math.Inf(1)
	default:
		v = math.Ldexp(1024+fraction, exponent-25)
	}
	if b&signBit != 0 {
		v = -v
	}
	return float32(v)
}

// Bits returns the binary16 that is nearest to a number. Numbers that are too large become
// infinities.
func Bits(f float32) uint16 {
	v := float64(f)
	sign := uint16(math.Float32bits(f) >> 16 & signBit)
	v = math.Abs(v)
	switch {
	case math.IsNaN(v):
		return sign | quietNaN
	case math.IsInf(v, 0):
		return sign | infinity
	case v == 0:
		return sign
	}
	_, exponent := math.Frexp(v) // v is in [2^(exponent-1), 2^exponent)
	exponent = max(exponent, -13)
	// In units of the last bit, which a carry may take to the next exponent, up to infinity.
	units := uint32(math.RoundToEven(math.Ldexp(v, 11-exponent)))
	bits := uint32(exponent+13)<<10 + units
	return sign | uint16(min(bits, infinity))
}

// FromBrain returns the number of a bfloat16.
func FromBrain(b uint16) float32 { return math.Float32frombits(uint32(b) << 16) }

// Brain returns the bfloat16 that is nearest to a number.
func Brain(f float32) uint16 {
	bits := math.Float32bits(f)
	if f != f {
		return uint16(bits>>16) | 0x40 // stays a NaN
	}
	return uint16((bits + 0x7fff + bits>>16&1) >> 16)
}
