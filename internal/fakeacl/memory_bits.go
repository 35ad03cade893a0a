// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "math/bits"

// bitset is one bit for each granule of a pool.
type bitset []uint64

func (b bitset) has(i uint64) bool { return b[i/64]>>(i%64)&1 != 0 }

// part returns the bits of [from, to) in the word that from is in, and where they end.
func part(from, to uint64) (word, end uint64) {
	end = min(to, (from|63)+1)
	return ^uint64(0) << (from % 64) & (^uint64(0) >> (-end % 64)), end
}

// set sets the bits of [from, to).
func (b bitset) set(from, to uint64) {
	for from < to {
		word, end := part(from, to)
		b[from/64] |= word
		from = end
	}
}

// clear clears the bits of [from, to).
func (b bitset) clear(from, to uint64) {
	for from < to {
		word, end := part(from, to)
		b[from/64] &^= word
		from = end
	}
}

// any reports whether a bit of [from, to) is set.
func (b bitset) any(from, to uint64) bool {
	for from < to {
		word, end := part(from, to)
		if b[from/64]&word != 0 {
			return true
		}
		from = end
	}
	return false
}

// all reports whether all bits of [from, to) are set.
func (b bitset) all(from, to uint64) bool {
	for from < to {
		word, end := part(from, to)
		if b[from/64]&word != word {
			return false
		}
		from = end
	}
	return true
}

// last returns the last bit that is set up to and including i; there is one.
func (b bitset) last(i uint64) uint64 {
	at := i / 64
	word := b[at] & (^uint64(0) >> (63 - i%64))
	for word == 0 {
		at--
		word = b[at]
	}
	return at*64 + uint64(bits.Len64(word)) - 1
}
