// SPDX-License-Identifier: Apache-2.0

package benchratio

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

// Work does n operations on one of two goroutines, number 0 or 1.
type Work func(goroutine, n int)

// scalingRounds and scalingRound are Rounds and round for scaling. A round is longer, because
// the two goroutines must first meet.
const (
	scalingRounds = 51
	scalingRound  = 2 * time.Millisecond
)

// Scaling is the gain of a second goroutine: the operations per second of two goroutines at
// once divided by those of one alone, each the median of all rounds.
type Scaling struct {
	Cost, Base float64
	Share      float64 // Cost divided by Base, as the median of all rounds
}

// String returns both figures and the share as text.
func (s Scaling) String() string {
	return fmt.Sprintf("two goroutines do %.2f times the work of one / %.2f times = %.2f", s.Cost, s.Base, s.Share)
}

// MeasureScaling runs cost and base in turns, each on one goroutine and on two.
func MeasureScaling(cost, base Work) Scaling {
	sides := [2]Work{cost, base}
	var n [2]int
	for i, w := range sides {
		n[i] = operations(func(n int) { w(0, n) }) * int(scalingRound/round)
		together(w, n[i]) // warms up the memory of the other goroutine
	}
	var scalings [2][]float64
	var shares []float64
	for i := range scalingRounds {
		var round [2]float64
		for j := range sides { // the sides take turns at being first
			side := (i + j) % 2
			one := alone(sides[side], n[side])
			round[side] = 2 * float64(one) / float64(together(sides[side], n[side]))
			scalings[side] = append(scalings[side], round[side])
		}
		shares = append(shares, round[0]/round[1])
	}
	return Scaling{median(scalings[0]), median(scalings[1]), median(shares)}
}

func alone(w Work, n int) time.Duration { return timed(func(n int) { w(0, n) }, n) }

// together returns the time from when both goroutines run until both have finished.
func together(w Work, n int) time.Duration {
	var here atomic.Int32
	meet := func() {
		for here.Add(1); here.Load() < 2; {
			runtime.Gosched()
		}
	}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		meet()
		w(1, n)
	}()
	meet()
	start := time.Now()
	w(0, n)
	<-finished
	return time.Since(start)
}

// ScalesAtLeast measures and reports the scaling of cost and base and the share of the two.
// If ACLPOOL_BENCH_BARS is set, a smaller share than the given one fails the benchmark.
func ScalesAtLeast(b Bench, share float64, cost, base Work) {
	b.Helper()
	s := MeasureScaling(cost, base)
	b.ReportMetric(0, "ns/op") // the time of all rounds together: not of interest
	b.ReportMetric(s.Cost, "x/cost")
	b.ReportMetric(s.Base, "x/base")
	b.ReportMetric(s.Share, "share")
	if factor, bars := widening(b); bars && s.Share < share/factor {
		b.Errorf("%s, want at least %.2f", s, share/factor)
	}
}
