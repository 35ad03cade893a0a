// SPDX-License-Identifier: Apache-2.0

package benchratio_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/benchratio"
)

// takes returns an operation that takes d of the bubble's time.
func takes(d time.Duration) func(int) {
	return func(n int) { time.Sleep(time.Duration(n) * d) }
}

func TestMeasure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := benchratio.Measure(takes(3*time.Microsecond), takes(2*time.Microsecond))
		assert.Equal(t, benchratio.Result{Cost: 3000, Base: 2000, Ratio: 1.5}, r)
		assert.Equal(t, "3000.0 ns / 2000.0 ns = 1.50", r.String())
	})
}

// A disturbance of a few rounds does not change the result.
func TestMeasureDisturbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		disturbed := func(n int) {
			if calls++; calls%4 == 0 {
				takes(time.Millisecond)(n)
			}
			takes(2 * time.Microsecond)(n)
		}
		assert.Equal(t, 1.0, benchratio.Measure(disturbed, takes(2*time.Microsecond)).Ratio)
	})
}

// recorder is a Bench that keeps what is reported to it.
type recorder struct {
	metrics map[string]float64
	errors  []string
}

func (r *recorder) Helper()             {}
func (r *recorder) Logf(string, ...any) {}
func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}
func (r *recorder) ReportMetric(n float64, unit string) { r.metrics[unit] = n }

func TestAtMost(t *testing.T) {
	tests := map[string]struct {
		bars string
		want []string
	}{
		"reports only": {"", nil},
		"failing":      {"1", []string{"3000.0 ns / 2000.0 ns = 1.50, want at most 1.40"}},
		"widened":      {"1.1", nil},
		"no number":    {"yes", []string{`ACLPOOL_BENCH_BARS is "yes", want a number of at least 1`}},
		"too small":    {"0.5", []string{`ACLPOOL_BENCH_BARS is "0.5", want a number of at least 1`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Setenv("ACLPOOL_BENCH_BARS", tt.bars)
			synctest.Test(t, func(t *testing.T) {
				r := &recorder{metrics: map[string]float64{}}
				benchratio.AtMost(r, 1.4, takes(3*time.Microsecond), takes(2*time.Microsecond))
				assert.Equal(t, tt.want, r.errors)
				assert.Equal(t, map[string]float64{"ns/op": 0, "ns/cost": 3000, "ns/base": 2000, "ratio": 1.5}, r.metrics)
			})
		})
	}
}
