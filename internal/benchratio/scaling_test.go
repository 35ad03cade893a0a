// SPDX-License-Identifier: Apache-2.0

package benchratio_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/benchratio"
)

// inParallel is work that two goroutines do at once.
func inParallel(_, n int) { takes(time.Microsecond)(n) }

func atOnce() benchratio.Work { return inParallel }

// inTurns returns work that two goroutines cannot do at once: each waits for the other.
func inTurns() benchratio.Work {
	turn := make(chan struct{}, 1)
	return func(_, n int) {
		turn <- struct{}{}
		takes(time.Microsecond)(n)
		<-turn
	}
}

func TestMeasureScaling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := benchratio.MeasureScaling(inTurns(), inParallel)
		assert.Equal(t, benchratio.Scaling{Cost: 1, Base: 2, Share: 0.5}, s)
		assert.Equal(t, "two goroutines do 1.00 times the work of one / 2.00 times = 0.50", s.String())
	})
}

func TestScalesAtLeast(t *testing.T) {
	tests := map[string]struct {
		bars   string
		cost   func() benchratio.Work // makes its channels in the bubble
		share  float64
		failed int
	}{
		"as well as the base":   {"1", atOnce, 1, 0},
		"half as well":          {"1", inTurns, 0.5, 1},
		"half as well, widened": {"2", inTurns, 0.5, 0},
		"reports only":          {"", inTurns, 0.5, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("ACLPOOL_BENCH_BARS", tt.bars)
			synctest.Test(t, func(t *testing.T) {
				r := &recorder{metrics: map[string]float64{}}
				benchratio.ScalesAtLeast(r, 0.85, tt.cost(), inParallel)
				assert.Len(t, r.errors, tt.failed)
				assert.Equal(t, map[string]float64{"ns/op": 0, "x/cost": 2 * tt.share, "x/base": 2, "share": tt.share}, r.metrics)
			})
		})
	}
}
