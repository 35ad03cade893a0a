// SPDX-License-Identifier: Apache-2.0

package replay

// numbers is values by number. Those of small numbers are in pages, which costs no more
// than the values where the numbers are dense. A number that was never set has the zero
// value.
type numbers[T any] struct {
	pages [][]T
	large map[uint64]T
}

const (
	pageSize = 1 << 8
	paged    = 1 << 26 // numbers from here on are large
)

func (v *numbers[T]) get(n uint64) (value T) {
	if n >= paged {
		return v.large[n]
	}
	if page := n / pageSize; page < uint64(len(v.pages)) && v.pages[page] != nil {
		return v.pages[page][n%pageSize]
	}
	return value
}

// near reports that there is a place for a number.
func (v *numbers[T]) near(n uint64) bool {
	page := n / pageSize
	return n < paged && page < uint64(len(v.pages)) && v.pages[page] != nil
}

func (v *numbers[T]) set(n uint64, value T) {
	if n >= paged {
		if v.large == nil {
			v.large = make(map[uint64]T)
		}
		v.large[n] = value
		return
	}
	page := n / pageSize
	for page >= uint64(len(v.pages)) {
		v.pages = append(v.pages, nil)
	}
	if v.pages[page] == nil {
		v.pages[page] = make([]T, pageSize)
	}
	v.pages[page][n%pageSize] = value
}
