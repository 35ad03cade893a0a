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
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// A steady pair on the simulated device, through everything from Pool down, against a Go
// map: one of as many keys is looked up, deleted, and another inserted, with two mutex
// pairs. The pair frees one live block at random and allocates another; the logarithms of
// sizes are uniform between 512 bytes and 64 MiB. Measured: 3.2 with 1 000 live blocks, and
// 4.1 with 10 000 on a machine that others use too.
//
// The goal is 3. What is left is four mutex pairs (a stream's and the device's for each
// call), which are a fifth of the time, and five steps in the tries of free memory, which
// are another: the two calls can share neither.
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

// The exponent with which the cost of that pair grows from 1 000 to 1 000 000 live
// blocks, less that of the Go map. Sizes end at 16 MiB, so that a million blocks fit.
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

// A pair allocates nothing, however many blocks live, once everything has its size.
func TestSteadyPairsAllocateNothing(t *testing.T) {
	pairs := steady(t, 1_000, 64*mib)
	pairs(50_000)
	require.Zero(t, testing.AllocsPerRun(20, func() { pairs(1_000) }), "for 1000 pairs")
}

// steady returns a function that frees and allocates n blocks of so many live ones, on a
// device of 4 TiB.
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
