// SPDX-License-Identifier: Apache-2.0

package replay

import "github.com/ascend-go/aclpool/internal/driver"

// pointers holds the address last returned for each id. An id keeps its address after it
// has been freed, so that a trace can free it again. The values are pointers so that
// overwriting one needs no copy of the id.
type pointers map[string]*driver.Addr

// get returns the address of id, or zero if there is none.
func (p pointers) get(id []byte) driver.Addr {
	if a := p[string(id)]; a != nil {
		return *a
	}
	return 0
}

// set sets the address of id.
func (p pointers) set(id []byte, a driver.Addr) {
	if old := p[string(id)]; old != nil {
		*old = a
		return
	}
	first := a // a itself would be allocated on every call
	p[string(id)] = &first
}
