// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"math"
	"strconv"
)

// Float16 is an IEEE 754 half-precision number: 1 bit of sign, 5 of exponent, 10 of
// fraction. The value is its bit pattern.
//
// Source: ACL_FLOAT16, acl_base_rt.h.
type Float16 uint16

// Layout of the two formats.
const (
	halfFraction   = 10
	halfBias       = 15
	halfQuiet      = 1 << 9 // in the fraction of not-a-number
	singleFraction = 23
	singleBias     = 127
)

// ToFloat16 rounds to the nearest half, to the even one of two that are equally near. A
// number that is too large becomes infinite, one that is too small zero of the same sign,
// and a not-a-number a quiet one. By its header ACL's own aclFloatToFloat16 saturates
// instead: infinities and not-a-number become 65504, the largest half, or -65504.
func ToFloat16(f float32) Float16 {
	bits := math.Float32bits(f)
	sign := Float16(bits >> 16 & 0x8000)
	switch magnitude := bits &^ (1 << 31); {
	case magnitude > 0x7f800000: // not a number: keep the top of the payload, made quiet
		return sign | 0x7e00 | Float16(magnitude>>(singleFraction-halfFraction)&0x3ff)
	case magnitude >= 0x47800000: // 2^16 and more
		return sign | 0x7c00
	case magnitude >= 0x38800000: // normal halves: from 2^-14 on
		rebased := magnitude - (singleBias-halfBias)<<singleFraction
		return sign | Float16(shiftToEven(rebased, singleFraction-halfFraction)) // a carry moves into the exponent, up to infinity
	case magnitude >= 0x33000000: // subnormal halves: from 2^-25 on, half of the smallest
		exponent := magnitude >> singleFraction
		fraction := magnitude&(1<<singleFraction-1) | 1<<singleFraction
		return sign | Float16(shiftToEven(fraction, 126-exponent))
	default:
		return sign
	}
}

// Float32 returns the same number, which float32 holds exactly. A not-a-number is returned
// as a quiet one.
func (h Float16) Float32() float32 {
	sign := uint32(h&0x8000) << 16
	exponent, fraction := uint32(h>>halfFraction&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0: // zero and subnormal: fraction times 2^-24
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 0x1f:
		if fraction != 0 {
			fraction |= halfQuiet
		}
		return math.Float32frombits(sign | 0x7f800000 | fraction<<(singleFraction-halfFraction))
	default:
		return math.Float32frombits(sign | (exponent+singleBias-halfBias)<<singleFraction | fraction<<(singleFraction-halfFraction))
	}
}

// String prints the number as it prints the equal float32.
func (h Float16) String() string { return strconv.FormatFloat(float64(h.Float32()), 'g', -1, 32) }

// shiftToEven shifts v right by n bits and rounds to nearest, ties to even.
func shiftToEven(v, n uint32) uint32 {
	half := uint32(1) << (n - 1)
	return (v + half - 1 + v>>n&1) >> n
}
