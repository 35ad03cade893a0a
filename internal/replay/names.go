// SPDX-License-Identifier: Apache-2.0

package replay

import "github.com/ascend-go/aclpool/internal/driver"

// numbers is values by number. Those of small numbers are in pages, which costs no more
// than the values where the numbers are dense. A number that was never set has the zero
// value.
type numbers[T any] struct {
	pages [][]T
	large map[uint64]T
}

const (
	pageSize = 1 << 10
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

// pointers is the pointer last returned for each id. Most traces number their blocks.
type pointers struct {
	numbered numbers[driver.Addr]
	named    map[string]driver.Addr
}

// get answers the pointer of an id, zero for none.
func (p *pointers) get(id []byte) driver.Addr {
	if n, ok := number(id); ok {
		return p.numbered.get(n)
	}
	return p.named[string(id)]
}

func (p *pointers) set(id []byte, a driver.Addr) {
	if n, ok := number(id); ok {
		p.numbered.set(n, a)
		return
	}
	if p.named == nil {
		p.named = make(map[string]driver.Addr)
	}
	p.named[string(id)] = a
}

// number reads an id that is a number below 10^18, as it is usually written.
func number(id []byte) (n uint64, ok bool) {
	if len(id) > 18 || id[0] == '0' && len(id) > 1 {
		return 0, false
	}
	for _, c := range id {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return n, true
}
