// SPDX-License-Identifier: Apache-2.0

package hazard

import "github.com/ascend-go/aclpool/internal/bestfit"

// addresses holds values by address. It finds the last one up to an address: a best-fit set
// finds the smallest size that is large enough, and the complement of an address is smaller
// the higher the address is. It allocates nothing once it has grown to its working size. The
// zero value is empty.
type addresses[V any] struct{ set bestfit.Set[V] }

func (a *addresses[V]) insert(addr uint64, v V) {
	a.set.Insert(bestfit.Block[V]{Size: ^addr, Value: v})
}

func (a *addresses[V]) remove(addr uint64) { a.set.Remove(bestfit.Block[V]{Size: ^addr}) }

// upTo returns the value with the highest address that is at most addr.
func (a *addresses[V]) upTo(addr uint64) (V, bool) {
	b, ok := a.set.Best(^addr)
	return b.Value, ok
}
