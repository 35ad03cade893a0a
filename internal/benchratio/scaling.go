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

// scalingRounds and scalingRound are Rounds and round where goroutines have to meet
// first, which takes a while itself.
const (
	scalingRounds = 51
	scalingRound  = 2 * time.Millisecond
)

// Scaling is what a second goroutine is worth: the operations a second of two goroutines
// at once divided by those of one alone, each the median of all rounds.
type Scaling struct {
	Cost, Base float64
	Share      float64 // median of the rounds' own ratios of the two
}

// String prints both figures and the share.
func (s Scaling) String() string {
	return fmt.Sprintf("two goroutines do %.2f times the work of one / %.2f times = %.2f", s.Cost, s.Base, s.Share)
}

// MeasureScaling runs either work on one goroutine and on two, in turns.
func MeasureScaling(cost, base Work) Scaling {
	sides := [2]Work{cost, base}
	var n [2]int
	for i, w := range sides {
		n[i] = operations(func(n int) { w(0, n) }) * int(scalingRound/round)
		together(w, n[i]) // the other goroutine's memory is warm as well
	}
	var scalings [2][]float64
	var shares []float64
	for i := range scalingRounds {
		var round [2]float64
		for j := range sides { // neither side always comes first
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

// together takes the time from when both goroutines run until both have finished.
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

// ScalesAtLeast measures and reports all figures. Where ACLPOOL_BENCH_BARS asks for it, a
// cost that scales to less than this share of how the base scales fails the benchmark.
func ScalesAtLeast(b Bench, share float64, cost, base Work) {
	b.Helper()
	s := MeasureScaling(cost, base)
	b.ReportMetric(0, "ns/op") // of one call that does all of this, so it says nothing
	b.ReportMetric(s.Cost, "x/cost")
	b.ReportMetric(s.Base, "x/base")
	b.ReportMetric(s.Share, "share")
	if factor, bars := widening(b); bars && s.Share < share/factor {
		b.Errorf("%s, want at least %.2f", s, share/factor)
	}
}
