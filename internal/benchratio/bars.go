// SPDX-License-Identifier: Apache-2.0

package benchratio

import (
	"os"
	"strconv"
)

// barsVariable has benchmarks fail above their bars. Without it they only report: on a
// machine that does something else as well, a figure above the bar is no fault. Its value
// widens the bars: 1 leaves them as they are, 2 asks whether a cost has doubled.
const barsVariable = "ACLPOOL_BENCH_BARS"

// Bench is the part of *testing.B that AtMost and ScalesAtLeast report to.
type Bench interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	ReportMetric(n float64, unit string)
}

// widening returns the factor by which bars are widened, and whether a benchmark fails
// above them. A value that is no number of at least 1 fails the benchmark.
func widening(b Bench) (factor float64, bars bool) {
	b.Helper()
	value := os.Getenv(barsVariable)
	if value == "" {
		return 1, false
	}
	factor, err := strconv.ParseFloat(value, 64)
	if err != nil || !(factor >= 1) {
		b.Errorf("%s is %q, want a number of at least 1", barsVariable, value)
		return 1, false
	}
	return factor, true
}
