// SPDX-License-Identifier: Apache-2.0

package hazard_test

import (
	"context"
	"flag"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
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

// mostOperations is how many operations TestHeapDoesNotGrow makes. Ten million take a minute:
//
//	go test -run TestHeapDoesNotGrow -v ./hazard -operations 10000000
var mostOperations = flag.Int("operations", 1_000_000, "operations of TestHeapDoesNotGrow")

// What the host knows to be complete is forgotten, so the heap does not grow with the number of
// operations. Of blocks that were freed, some thousands are kept, but here all have the same
// address.
func TestHeapDoesNotGrow(t *testing.T) {
	operations := *mostOperations
	if testing.Short() {
		operations = 100_000
	}
	const perRound, warm = 3, 10_000
	run := serve(t, reportsTo(t))
	run(warm)
	before := heap()
	run(operations / perRound)
	assert.Less(t, heap(), before+1<<20, "after %d operations", operations)
}

// heap returns the bytes of the Go heap that are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// In steady state, nothing is allocated on the Go heap with the checks, but for a wait for the
// stream, which allocates without them, too.
func TestChecksAllocateNothing(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector has kernels allocate")
	}
	const rounds = 1000
	run := serve(t, reportsTo(t))
	run(10 * rounds)
	allocations := testing.AllocsPerRun(10, func() { run(rounds) })
	assert.LessOrEqual(t, allocations, float64(rounds/wave+1), "of %d times malloc, kernel and free", rounds)
}

// reportsTo has each violation fail the test.
func reportsTo(t testing.TB) func(hazard.Report) {
	return func(r hazard.Report) { t.Error(r) }
}

// wave is after how many rounds serve waits for the stream.
const wave = 64

// serve returns a function that allocates a block, launches a kernel that writes it, and frees
// it, n times, and waits for the stream at times. Violations of stream order are checked if report
// is not nil.
func serve(t testing.TB, report func(hazard.Report)) func(n int) {
	acltest.RequireGoMachine(t)
	const count = 1024
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
	held := acltest.Hold(t, s)
	for range 2 * wave { // as many are pending at once as ever will be
		require.NoError(t, one())
	}
	held.Release()
	return func(n int) {
		for i := range n {
			err := one()
			if err == nil && i%wave == wave-1 {
				err = s.Synchronize(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}
