// SPDX-License-Identifier: Apache-2.0

package benchratio

import (
	"os"
	"strconv"
)

// barsVariable is the environment variable that makes benchmarks fail if a ratio is above its
// limit. Without it they only report, since a busy machine can exceed a limit. The limits are
// multiplied by its value: with 2, a benchmark fails if it is twice as slow as it may be.
const barsVariable = "ACLPOOL_BENCH_BARS"

// Bench is the part of *testing.B that AtMost and ScalesAtLeast report to.
type Bench interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	ReportMetric(n float64, unit string)
}

// widening returns the factor for limits, and whether a benchmark fails above them. The
// benchmark fails if the variable is set to anything but a number of at least 1.
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
