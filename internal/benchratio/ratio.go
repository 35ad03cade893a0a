// SPDX-License-Identifier: Apache-2.0

// Package benchratio measures a cost as a multiple of another cost in the same run. On a
// shared machine, times differ by half from run to run. In the ratio of two alternating
// measurements, what slows down both cancels out.
package benchratio

import (
	"fmt"
	"slices"
	"time"
)

// Rounds is how often each side is measured. It is odd, so that the median is a measurement.
const Rounds = 201

// round is the approximate time of one measurement of one side. It is short, so that most
// rounds end before another process gets the processor.
const round = 200 * time.Microsecond

// warm is how long each side runs before it is measured: the first access to memory costs
// many times more than the call that needs it.
const warm = 100 * time.Millisecond

// Result is a cost and the base that it is compared with, each the median of all rounds.
type Result struct {
	Cost, Base float64 // nanoseconds for one operation
	Ratio      float64 // median of the ratios of all rounds
}

// String returns both figures and the ratio as text.
func (r Result) String() string {
	return fmt.Sprintf("%.1f ns / %.1f ns = %.2f", r.Cost, r.Base, r.Ratio)
}

// Measure runs cost and base in turns. Each is called with the number of operations to do.
func Measure(cost, base func(n int)) Result {
	nCost, nBase := operations(cost), operations(base)
	var costs, bases, ratios []float64
	for i := range Rounds {
		var c, b float64
		if i%2 == 0 { // the sides take turns at being first
			c, b = each(cost, nCost), each(base, nBase)
		} else {
			b, c = each(base, nBase), each(cost, nCost)
		}
		costs, bases, ratios = append(costs, c), append(bases, b), append(ratios, c/b)
	}
	return Result{median(costs), median(bases), median(ratios)}
}

// operations warms f up and returns how many operations take about one round.
func operations(f func(n int)) int {
	for n, spent := 1, time.Duration(0); ; {
		took := timed(f, n)
		spent += took
		switch {
		case took < round && n < 1<<24:
			n *= 2
		case spent >= warm:
			return n
		}
	}
}

func timed(f func(n int), n int) time.Duration {
	start := time.Now()
	f(n)
	return time.Since(start)
}

func each(f func(n int), n int) float64 {
	return float64(timed(f, n).Nanoseconds()) / float64(n)
}

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// AtMost measures and reports cost, base and their ratio. If ACLPOOL_BENCH_BARS is set, a
// ratio above the limit fails the benchmark.
func AtMost(b Bench, limit float64, cost, base func(n int)) {
	b.Helper()
	r := Measure(cost, base)
	b.ReportMetric(0, "ns/op") // the time of all rounds together: not of interest
	b.ReportMetric(r.Cost, "ns/cost")
	b.ReportMetric(r.Base, "ns/base")
	b.ReportMetric(r.Ratio, "ratio")
	if factor, bars := widening(b); bars && r.Ratio > limit*factor {
		b.Errorf("%s, want at most %.2f", r, limit*factor)
	}
}

// NoMore reports a figure. If ACLPOOL_BENCH_BARS is set, one above the limit fails the benchmark.
func NoMore(b Bench, limit, figure float64, unit string) {
	b.Helper()
	b.ReportMetric(figure, unit)
	if factor, bars := widening(b); bars && figure > limit*factor {
		b.Errorf("%.1f %s, want at most %.1f", figure, unit, limit*factor)
	}
}
