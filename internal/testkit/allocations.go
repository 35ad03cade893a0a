// SPDX-License-Identifier: Apache-2.0

package testkit

import "testing"

// Allocations returns the least of some measurements of [testing.AllocsPerRun]. While f runs, a
// device that is slow makes pools of objects grow, and other goroutines of the process allocate
// now and then. What f itself allocates is in every measurement.
func Allocations(runs int, f func()) float64 {
	const most = 5
	least := testing.AllocsPerRun(runs, f)
	for range most - 1 {
		if least == 0 {
			break
		}
		least = min(least, testing.AllocsPerRun(runs, f))
	}
	return least
}
