// SPDX-License-Identifier: Apache-2.0

package bestfit

import (
	"cmp"
	"math/bits"
)

// key is where a block stands in best-fit order: by size, then by address.
type key struct{ size, addr uint64 }

const (
	digitBits  = 6
	fan        = 1 << digitBits                   // values of a digit
	halfLevels = (64 + digitBits - 1) / digitBits // digits of an address, and of a size
	levels     = 2 * halfLevels                   // level 0 is the lowest digit of the address
)

// digit answers the digit of a level.
func (k key) digit(level int8) uint {
	if level >= halfLevels {
		return uint(k.size>>(digitBits*uint8(level-halfLevels))) % fan
	}
	return uint(k.addr>>(digitBits*uint8(level))) % fan
}

// parts answers the highest level at which two keys differ, -1 if they are equal.
func (k key) parts(other key) int8 {
	if d := k.size ^ other.size; d != 0 {
		return halfLevels + int8(bits.Len64(d)-1)/digitBits
	}
	if d := k.addr ^ other.addr; d != 0 {
		return int8(bits.Len64(d)-1) / digitBits
	}
	return -1
}

func (k key) before(other key) bool {
	return k.size < other.size || k.size == other.size && k.addr < other.addr
}

// next answers the key that follows; false behind the last.
func (k key) next() (key, bool) {
	if k.addr++; k.addr == 0 {
		k.size++
	}
	return k, k != key{}
}

// Block is a block of free memory with the value that its keeper attached to it. Sizes
// and addresses are bytes, or whatever unit the keeper counts in.
type Block[V any] struct {
	Size, Addr uint64
	Value      V
}

// Before reports whether b comes before c in best-fit order.
func (b Block[V]) Before(c Block[V]) bool { return b.key().before(c.key()) }

// Compare is negative, zero or positive as b comes before c in best-fit order, is in the
// same place, or comes after it.
func (b Block[V]) Compare(c Block[V]) int {
	return cmp.Or(cmp.Compare(b.Size, c.Size), cmp.Compare(b.Addr, c.Addr))
}

func (b Block[V]) key() key { return key{b.Size, b.Addr} }
