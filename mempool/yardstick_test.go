// SPDX-License-Identifier: Apache-2.0

package mempool_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/internal/testkit"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// The cost of a free and an allocation on the simulated device, in steady state, as a multiple
// of an operation on a Go map with as many keys: lookup, delete and insert, with two mutex
// pairs. The free is of a random live block. The logarithms of sizes are uniform between 512
// bytes and 64 MiB. Measured: 3.2 with 1 000 live blocks, and 4.1 with 10 000 on a shared
// machine.
//
// The goal is 3. A fifth of the time are four mutex pairs, for each call one of a stream and
// one of the device. Another fifth are five steps in the tries of free memory. The two calls
// cannot share them.
//
//	go test -run '^$' -bench Yardstick -benchtime 1x ./mempool
func BenchmarkYardstick(b *testing.B) {
	for live, limit := range map[int]float64{1_000: 4.5, 10_000: 6} {
		b.Run(strconv.Itoa(live), func(b *testing.B) {
			cost, base := steady(b, live, 64*mib), benchratio.MapYardstick(live)
			for b.Loop() {
				benchratio.AtMost(b, limit, cost, base)
			}
		})
	}
}

// The exponent with which that cost grows from 1 000 to 1 000 000 live blocks, minus that of
// the Go map. Sizes are at most 16 MiB, so that a million blocks fit.
// Measured: 0.0.
//
//	go test -run '^$' -bench Growth -benchtime 1x ./mempool
func BenchmarkGrowth(b *testing.B) {
	const small, large, limit = 1_000, 1_000_000, 0.1
	atSmall, baseAtSmall := steady(b, small, 16*mib), benchratio.MapYardstick(small)
	atLarge, baseAtLarge := steady(b, large, 16*mib), benchratio.MapYardstick(large)
	for b.Loop() {
		s, l := benchratio.Measure(atSmall, baseAtSmall), benchratio.Measure(atLarge, baseAtLarge)
		exponent := math.Log(l.Ratio/s.Ratio) / math.Log(large/small)
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(s.Ratio, "ratio/small")
		b.ReportMetric(l.Ratio, "ratio/large")
		b.ReportMetric(exponent, "exponent")
		if exponent > limit {
			b.Errorf("%v with %d live blocks, %v with %d: the exponent is larger by %.2f, want at most %.2f", s, small, l, large, exponent, limit)
		}
	}
}

// In steady state, a free and an allocation allocate nothing on the Go heap, however many
// blocks are live.
func TestSteadyPairsAllocateNothing(t *testing.T) {
	pairs := steady(t, 1_000, 64*mib)
	pairs(50_000)
	require.Zero(t, testkit.Allocations(20, func() { pairs(1_000) }), "for 1000 pairs")
}

// steady returns a function that frees and allocates n blocks, with a given number of live
// blocks, on a device of 4 TiB.
func steady(t testing.TB, live int, most float64) func(n int) {
	dev := acltest.New(t, sim.Config{Memory: 4 << 40})
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 4 << 40})
	r := rand.New(rand.NewPCG(7, 8))
	sizes := make([]uint64, 512)
	for i := range sizes {
		sizes[i] = uint64(math.Exp2(9 + r.Float64()*(math.Log2(most)-9)))
	}
	blocks := make([]mempool.Block, live)
	for i := range blocks {
		blocks[i] = malloc(t, p, s, sizes[r.IntN(len(sizes))])
	}
	t.Cleanup(func() { free(t, p, s, blocks...) })
	pairs := func(n int) {
		for range n {
			i := r.IntN(live)
			err := p.FreeAsync(s, blocks[i])
			if err == nil {
				blocks[i], err = p.MallocAsync(s, sizes[r.IntN(len(sizes))])
			}
			if err != nil {
				panic(err)
			}
		}
	}
	pairs(3 * live)
	return pairs
}
