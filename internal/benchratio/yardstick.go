// SPDX-License-Identifier: Apache-2.0

package benchratio

import (
	"math/rand/v2"
	"sync"
)

// MapYardstick returns a function that performs n operations on a Go map in its steady
// state, for comparison with bookkeeping code. Each operation looks up and deletes one of
// the keys, chosen at random, and inserts another, under a mutex that it locks twice.
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
