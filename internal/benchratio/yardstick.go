// SPDX-License-Identifier: Apache-2.0

package benchratio

import (
	"math/rand/v2"
	"sync"
)

// MapYardstick returns the work that bookkeeping is compared with. One operation looks up and
// deletes one of so many keys of a Go map, chosen at random, and inserts another one, with
// two mutex pairs. The map is in its steady state.
func MapYardstick(keys int) func(n int) {
	r := rand.New(rand.NewPCG(7, 8))
	live := make([]uint64, keys)
	found := make(map[uint64]uint64, keys)
	for i := range live {
		live[i] = r.Uint64()
		found[live[i]] = live[i]
	}
	var mu sync.Mutex
	swap := func(n int) {
		for range n {
			i := r.IntN(keys)
			mu.Lock()
			value := found[live[i]]
			delete(found, live[i])
			mu.Unlock()
			mu.Lock()
			live[i] = value*0x9e3779b97f4a7c15 + 1
			found[live[i]] = live[i]
			mu.Unlock()
		}
	}
	swap(3 * keys)
	return swap
}
