// SPDX-License-Identifier: Apache-2.0

package benchratio_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/benchratio"
)

// apart is work that two goroutines do at once, inTurns such that one waits for the other.
func apart(_, n int) { takes(time.Microsecond)(n) }

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
		s := benchratio.MeasureScaling(inTurns(), apart)
		assert.Equal(t, benchratio.Scaling{Cost: 1, Base: 2, Share: 0.5}, s)
		assert.Equal(t, "two goroutines do 1.00 times the work of one / 2.00 times = 0.50", s.String())
	})
}

func TestScalesAtLeast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{metrics: map[string]float64{}}
		benchratio.ScalesAtLeast(r, 0.85, apart, apart)
		assert.Empty(t, r.errors)
		assert.Equal(t, map[string]float64{"ns/op": 0, "x/cost": 2, "x/base": 2, "share": 1}, r.metrics)
		benchratio.ScalesAtLeast(r, 0.85, inTurns(), apart)
		assert.Len(t, r.errors, 1)
	})
}

func TestSlackLowersTheShare(t *testing.T) {
	t.Setenv("ACLPOOL_BENCH_SLACK", "2")
	synctest.Test(t, func(t *testing.T) {
		r := &recorder{metrics: map[string]float64{}}
		benchratio.ScalesAtLeast(r, 0.85, inTurns(), apart)
		assert.Empty(t, r.errors)
	})
}
