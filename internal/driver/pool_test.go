// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestRoundUp(t *testing.T) {
	tests := map[string]struct {
		n, unit, want uint64
		fits          bool
	}{
		"zero":              {0, driver.Granule, 0, true},
		"one":               {1, driver.Granule, driver.Granule, true},
		"multiple":          {4 << 20, driver.Granule, 4 << 20, true},
		"one more":          {4<<20 + 1, driver.Granule, 6 << 20, true},
		"unit of one":       {7, 1, 7, true},
		"largest multiple":  {math.MaxUint64 - 511, 512, math.MaxUint64 - 511, true},
		"more than 64 bits": {math.MaxUint64 - 510, 512, 0, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, fits := driver.RoundUp(tt.n, tt.unit)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.fits, fits)
		})
	}
}

func TestPoolFunctions(t *testing.T) {
	names := driver.PoolFunctions()
	assert.Len(t, names, 7)
	names[0] = "changed"
	assert.NotContains(t, driver.PoolFunctions(), "changed", "each caller gets its own list")
}
