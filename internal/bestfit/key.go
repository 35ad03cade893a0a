// SPDX-License-Identifier: Apache-2.0

package bestfit

import "math/bits"

// key is the position of a block in best-fit order: its size, then its address.
type key [2]uint64

const (
	addr = 0
	size = 1
)

const (
	digitBits = 6
	fan       = 1 << digitBits // values of a digit
)

// level is the position of a digit in a key: the number of its lowest bit, plus 64 for
// digits of the size. The lowest level, 0, is that of the address's lowest digit.
type level int8

const (
	equal level = -1 // the keys are equal
	sizes level = 64 // the level of the size's lowest digit
)

// digit returns the digit of a level.
func (k *key) digit(l level) uint { return uint(k[uint8(l)/64%2]>>(uint8(l)%64)) % fan }

// differAt returns the highest level at which two keys differ.
func (k *key) differAt(other *key) level {
	if d := k[size] ^ other[size]; d != 0 {
		return 64 + levelOf(d)
	}
	if d := k[addr] ^ other[addr]; d != 0 {
		return levelOf(d)
	}
	return equal
}

// levelOf returns the level of the highest bit of d.
func levelOf(d uint64) level { return level(uint8(bits.Len64(d)-1) / digitBits * digitBits) }

func (k *key) before(other *key) bool {
	return k[size] < other[size] || k[size] == other[size] && k[addr] < other[addr]
}

// keyOf returns the first key of a size.
func keyOf(n uint64) key { return key{size: n} }

// next returns the key that follows k, and false if k is the last one.
func (k key) next() (key, bool) {
	if k[addr]++; k[addr] == 0 {
		k[size]++
	}
	return k, k != key{}
}

// Block is a block of free memory, with a value of the caller. Size and address are in bytes
// or another unit that the caller chooses.
type Block[V any] struct {
	Size, Addr uint64
	Value      V
}

// Before reports whether b is before c in best-fit order.
func (b Block[V]) Before(c Block[V]) bool {
	return b.Size < c.Size || b.Size == c.Size && b.Addr < c.Addr
}

func (b Block[V]) key() key { return key{addr: b.Addr, size: b.Size} }
