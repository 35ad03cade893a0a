// SPDX-License-Identifier: Apache-2.0

package poolmodel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
)

const poolSize = 64 << 20

var refusals = poolmodel.Refusals{Unknown: 1, ReadOnly: 2}

func TestAttributesSet(t *testing.T) {
	tests := map[string]struct {
		attr  driver.PoolAttr
		value uint64
		code  driver.Code
		want  uint64 // what Get returns afterwards
	}{
		"a switch":                   {attr: driver.PoolReuseEvent, value: 1, want: 1},
		"any number is on":           {attr: driver.PoolReuseOpportunistic, value: 7, want: 1},
		"high bits do not count":     {attr: driver.PoolReuseInternal, value: 1 << 32, want: 0},
		"a threshold":                {attr: driver.PoolReleaseThreshold, value: poolSize, want: poolSize},
		"a threshold above the pool": {attr: driver.PoolReleaseThreshold, value: poolSize + 1, code: driver.RTInternalError},
		"a peak is reset":            {attr: driver.PoolUsedHigh, want: 0},
		"the other peak":             {attr: driver.PoolReservedHigh, want: 0},
		"a peak set to a number":     {attr: driver.PoolUsedHigh, value: 1, code: driver.RTInternalError, want: 6},
		"a figure":                   {attr: driver.PoolUsed, code: 2, want: 4},
		"the other figure":           {attr: driver.PoolReserved, code: 2, want: 9},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := poolmodel.Attributes{Used: 4, UsedHigh: 6, Reserved: 9, ReservedHigh: 10}
			assert.Equal(t, tt.code, a.Set(tt.attr, tt.value, poolSize, refusals))
			got, code := a.Get(tt.attr, refusals)
			assert.Equal(t, driver.Success, code)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestAttributesRefuseUnknownOnes(t *testing.T) {
	var a poolmodel.Attributes
	assert.Equal(t, refusals.Unknown, a.Set(99, 1, poolSize, refusals))
	_, code := a.Get(99, refusals)
	assert.Equal(t, refusals.Unknown, code)
	assert.Zero(t, a)
}

func TestAttributesPeaks(t *testing.T) {
	a := poolmodel.Attributes{Reserved: 8}
	a.Allocated(6)
	a.Used -= 4
	a.Allocated(1)
	assert.Equal(t, poolmodel.Stats{Used: 3, UsedHigh: 6, Reserved: 8, ReservedHigh: 8, LargestFree: 2}, a.Stats(2))
}
