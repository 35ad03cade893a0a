// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"sync"
	"testing"

	"github.com/ascend-go/aclpool/internal/lifetime"
)

// refused has the pools whose Close has failed at the end of a test, with an error that the
// test has reported. The report of the machine leaves them out.
var refused refusedPools

type refusedPools struct {
	mu    sync.Mutex
	names map[refusedPool]int // how many
}

type refusedPool struct {
	test testing.TB
	name string
}

func (r *refusedPools) add(t testing.TB, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names == nil {
		r.names = make(map[refusedPool]int)
	}
	r.names[refusedPool{t, name}]++
}

// take removes a pool of a test, and reports whether there was one.
func (r *refusedPools) take(t testing.TB, name string, kind lifetime.Kind) bool {
	p := refusedPool{t, name}
	r.mu.Lock()
	defer r.mu.Unlock()
	if kind != lifetime.Pool || r.names[p] == 0 {
		return false
	}
	if r.names[p]--; r.names[p] == 0 {
		delete(r.names, p)
	}
	return true
}
