// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"math"
	"strconv"
)

// BFloat16 is the upper half of a float32: 1 bit of sign, 8 of exponent, 7 of fraction.
// The value is its bit pattern.
//
// Source: ACL_BF16, acl_base_rt.h.
type BFloat16 uint16

// bfloatQuiet is the bit of not-a-number that makes it quiet.
const bfloatQuiet = 1 << 6

// ToBFloat16 rounds to the nearest bfloat16, to the even one of two that are equally
// near. A number that is too large becomes infinite, one that is too small zero of the same
// sign, and a not-a-number a quiet one.
func ToBFloat16(f float32) BFloat16 {
	bits := math.Float32bits(f)
	if bits&^(1<<31) > 0x7f800000 { // not a number: rounding could carry its payload away
		return BFloat16(bits>>16) | bfloatQuiet
	}
	sign := bits & (1 << 31)
	return BFloat16(sign>>16 | shiftToEven(bits&^(1<<31), 16))
}

// Float32 returns the same number, which float32 holds exactly. A not-a-number is returned
// as a quiet one.
func (b BFloat16) Float32() float32 {
	if b&0x7fff > 0x7f80 {
		b |= bfloatQuiet
	}
	return math.Float32frombits(uint32(b) << 16)
}

// String prints the number as it prints the equal float32.
func (b BFloat16) String() string { return strconv.FormatFloat(float64(b.Float32()), 'g', -1, 32) }
