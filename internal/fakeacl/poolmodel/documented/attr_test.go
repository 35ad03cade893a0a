// SPDX-License-Identifier: Apache-2.0

package documented

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ascend-go/aclpool/internal/driver"
)

func TestAttributeDefaults(t *testing.T) {
	b := New(64<<20, &memory{t: t})
	for attr := driver.PoolReuseEvent; attr <= driver.PoolUsedHigh; attr++ {
		value, code := b.GetAttr(attr)
		assert.Equal(t, driver.Success, code, attr)
		assert.Zero(t, value, attr)
	}
}

func TestSetAttr(t *testing.T) {
	const size = 64 << 20
	tests := map[string]struct {
		attr  driver.PoolAttr
		value uint64
		code  driver.Code
		reads uint64 // afterwards
	}{
		"event on":                        {attr: driver.PoolReuseEvent, value: 1, reads: 1},
		"opportunistic on":                {attr: driver.PoolReuseOpportunistic, value: 1, reads: 1},
		"internal on":                     {attr: driver.PoolReuseInternal, value: 1, reads: 1},
		"2 is on":                         {attr: driver.PoolReuseEvent, value: 2, reads: 1},
		"the largest 32-bit number is on": {attr: driver.PoolReuseInternal, value: 1<<32 - 1, reads: 1},
		"only 32 bits of a switch count":  {attr: driver.PoolReuseEvent, value: 1 << 32, reads: 0},
		"threshold":                       {attr: driver.PoolReleaseThreshold, value: 5, reads: 5},
		"threshold of the whole pool":     {attr: driver.PoolReleaseThreshold, value: size, reads: size},
		"threshold above the pool":        {attr: driver.PoolReleaseThreshold, value: size + 1, code: driver.RTInternalError, reads: 7},
		"threshold near 2^64":             {attr: driver.PoolReleaseThreshold, value: ^uint64(0), code: driver.RTInternalError, reads: 7},
		"reserved is read-only":           {attr: driver.PoolReserved, value: 0, code: driver.RTParamInvalid, reads: 6 << 20},
		"used is read-only":               {attr: driver.PoolUsed, value: 0, code: driver.RTParamInvalid, reads: 2 << 20},
		"reserved peak to 0":              {attr: driver.PoolReservedHigh, value: 0, reads: 0},
		"used peak to 0":                  {attr: driver.PoolUsedHigh, value: 0, reads: 0},
		"reserved peak to anything else":  {attr: driver.PoolReservedHigh, value: 6 << 20, code: driver.RTInternalError, reads: 6 << 20},
		"used peak to anything else":      {attr: driver.PoolUsedHigh, value: 1, code: driver.RTInternalError, reads: 6 << 20},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			s.play(`
				pool 64M
				attr threshold 7
				alloc a 2M 1
				alloc b 4M 1
				free b 1`)
			assert.Equal(t, tt.code, s.book.SetAttr(tt.attr, tt.value))
			value, code := s.book.GetAttr(tt.attr)
			assert.Equal(t, driver.Success, code)
			assert.Equal(t, tt.reads, value)
		})
	}
}

func TestASwitchIsTurnedOffAgain(t *testing.T) {
	b := New(64<<20, &memory{t: t})
	for attr := driver.PoolReuseEvent; attr <= driver.PoolReuseInternal; attr++ {
		assert.Equal(t, driver.Success, b.SetAttr(attr, 3))
		assert.Equal(t, driver.Success, b.SetAttr(attr, 0))
		value, _ := b.GetAttr(attr)
		assert.Zero(t, value)
	}
}

func TestUnknownAttributes(t *testing.T) {
	b := New(64<<20, &memory{t: t})
	for _, attr := range []driver.PoolAttr{-1, 0, 9, 1 << 30} {
		assert.Equal(t, driver.RTParamInvalid, b.SetAttr(attr, 0), attr)
		_, code := b.GetAttr(attr)
		assert.Equal(t, driver.RTParamInvalid, code, attr)
	}
}

func TestPeaksClimbAtTheNextAllocation(t *testing.T) {
	newScript(t).play(`
		pool 64M
		alloc a 4M 1
		alloc b 4M 1
		free a 1
		get used_high = 8M
		attr used_high 0
		attr reserved_high 0
		get used_high = 0
		get reserved_high = 0
		alloc c 2M 1 = 0 2M same-stream
		get used_high = 6M
		get reserved_high = 8M
		alloc d 8M 1 = 8M 8M none
		get used_high = 14M
		get reserved_high = 16M`)
}
