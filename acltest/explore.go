// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"fmt"
	"testing"

	"github.com/ascend-go/aclpool/sim"
)

// Explore runs a test n times, each time with another order in which the work of streams
// executes. f makes its machine with the schedule:
//
//	acltest.Explore(t, 100, func(t *testing.T, s *sim.Schedule) {
//		dev := acltest.New(t, sim.Config{Schedule: s})
//		...
//	})
//
// The runs are subtests that are named by their seeds, 1 to n. The same seed gives the same run
// if f uses the machine from one goroutine, see [sim.Schedule]. Explore stops at the first seed
// that fails, and prints the command that repeats it, and the steps of the machine.
//
// A hazard is found with every seed: order is fixed when work is enqueued. Explore finds what
// depends on execution, such as a check of an event or of memory that comes too early, and memory that is
// reused once its free has executed.
func Explore(t *testing.T, n int, f func(t *testing.T, s *sim.Schedule)) {
	t.Helper()
	for seed := range uint64(n) {
		seed++
		var steps []string
		s := &sim.Schedule{Seed: seed, Log: func(step string) { steps = append(steps, step) }}
		if !t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			t.Cleanup(func() { logSteps(t, steps) })
			f(t, s)
		}) {
			t.Fatalf("acltest: seed %d failed; repeat it with: go test -run '^%s$/^seed=%d$'", seed, t.Name(), seed)
		}
	}
}

// logged is how many of the last steps of a failed run are printed.
const logged = 50

func logSteps(t *testing.T, steps []string) {
	if !t.Failed() {
		return
	}
	if more := len(steps) - logged; more > 0 {
		t.Logf("acltest: %d steps before these", more)
		steps = steps[more:]
	}
	for _, step := range steps {
		t.Logf("acltest: %s", step)
	}
}
