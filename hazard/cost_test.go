// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ascend-go/aclpool/acltest"
	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/benchratio"
	"github.com/ascend-go/aclpool/kernel"
	"github.com/ascend-go/aclpool/mempool"
	"github.com/ascend-go/aclpool/sim"
)

// The cost of malloc, kernel and free on the simulated device with the checks, as a multiple of
// the cost without them. The kernel writes its argument of 4 KiB.
//
//	go test -run '^$' -bench Cost -benchtime 1x ./hazard
func BenchmarkCost(b *testing.B) {
	checked, unchecked := serve(b, reportsTo(b)), serve(b, nil)
	for b.Loop() {
		benchratio.AtMost(b, 8, checked, unchecked)
	}
}

// reportsTo has each violation fail the test.
func reportsTo(t testing.TB) func(hazard.Report) {
	return func(r hazard.Report) { t.Error(r) }
}

// serve returns a function that allocates a block, launches a kernel that writes it, and frees
// it, n times, and waits for the stream at times. Violations of stream order are checked if report
// is not nil.
func serve(t testing.TB, report func(hazard.Report)) func(n int) {
	acltest.RequireGoMachine(t)
	const count, wave = 1024, 64
	ctx := context.Background()
	dev := acltest.New(t, sim.Config{Hazards: report})
	s := acltest.Stream(t, dev)
	p := acltest.Pool(t, dev, mempool.Config{MaxSize: 64 << 20})
	write := acltest.Kernel(t, dev, func(c *sim.Call) error {
		v, err := sim.Slice[float32](c, c.Args().Ptr(), count)
		if err == nil {
			v[0] = 1
		}
		return err
	})
	one := func() error {
		b, err := mempool.NewBuffer[float32](p, s, count)
		if err != nil {
			return err
		}
		if err := write.Launch(s, 1, kernel.Args(b.Arg())); err != nil {
			return err
		}
		return b.FreeAsync(s)
	}
	return func(n int) {
		for i := range n {
			require.NoError(t, one())
			if i%wave == wave-1 {
				require.NoError(t, s.Synchronize(ctx))
			}
		}
	}
}
