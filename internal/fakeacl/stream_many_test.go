// SPDX-License-Identifier: Apache-2.0

package fakeacl_test

import (
	"math"
	"testing"

	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
)

// The cost of creating a stream, freeing memory on it and closing it, with 20 000 other
// streams, as a multiple of that with 100. Measured: 1.1.
//
//	go test -run '^$' -bench ManyStreams -benchtime 1x ./internal/fakeacl
func BenchmarkManyStreams(b *testing.B) {
	beside := func(others int) func(n int) {
		r := newRig(b, func(c *fakeacl.Config) { c.MaxStreams, c.Memory = math.MaxInt32, 4<<40 })
		p := r.pool(1 << 40)
		use := func(s driver.Stream) { r.free(r.alloc(p, 1, s), s) }
		for range others {
			use(r.stream())
		}
		r.ok(r.SynchronizeDevice(r.ac)) // the host knows of all of them
		return func(n int) {
			for range n {
				s := r.stream()
				use(s)
				r.ok(r.DestroyStream(r.ac, s))
			}
		}
	}
	cost, base := beside(20_000), beside(100)
	for b.Loop() {
		benchratio.AtMost(b, 3, cost, base)
	}
}
