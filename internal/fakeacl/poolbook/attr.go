// SPDX-License-Identifier: Apache-2.0

package poolbook

import "github.com/ascend-go/aclpool/internal/driver"

// attrs is what can be chosen. Everything is off, and nothing is kept, by default.
type attrs struct {
	event, opportunistic, internal bool   // reuse switches
	threshold                      uint64 // bytes that stay reserved at a synchronize
}

// SetAttr sets an attribute. Of the switches only the low 32 bits count, 0 is off and
// the rest on. It answers RTParamInvalid for an attribute that is unknown or read-only,
// and RTInternalError for a threshold above the pool or a peak that is not 0.
func (b *Book) SetAttr(attr driver.PoolAttr, value uint64) driver.Code {
	on := uint32(value) != 0
	defer b.switched()
	switch attr {
	case driver.PoolReuseEvent:
		b.attrs.event = on
	case driver.PoolReuseOpportunistic:
		b.attrs.opportunistic = on
	case driver.PoolReuseInternal:
		b.attrs.internal = on
	case driver.PoolReleaseThreshold:
		if value > b.size {
			return driver.RTInternalError
		}
		b.attrs.threshold = value
	case driver.PoolReservedHigh:
		return resetPeak(&b.counts.reservedHigh, value)
	case driver.PoolUsedHigh:
		return resetPeak(&b.counts.usedHigh, value)
	default:
		return driver.RTParamInvalid
	}
	return driver.Success
}

// resetPeak sets a peak to 0, not to the current figure: it climbs at the next
// allocation.
func resetPeak(peak *uint64, value uint64) driver.Code {
	if value != 0 {
		return driver.RTInternalError
	}
	*peak = 0
	return driver.Success
}

// GetAttr reads an attribute: 0 or 1 for a switch, bytes for the others. It answers
// RTParamInvalid for an unknown one.
func (b *Book) GetAttr(attr driver.PoolAttr) (uint64, driver.Code) {
	switch attr {
	case driver.PoolReuseEvent:
		return number(b.attrs.event), driver.Success
	case driver.PoolReuseOpportunistic:
		return number(b.attrs.opportunistic), driver.Success
	case driver.PoolReuseInternal:
		return number(b.attrs.internal), driver.Success
	case driver.PoolReleaseThreshold:
		return b.attrs.threshold, driver.Success
	case driver.PoolReserved:
		return b.counts.reserved, driver.Success
	case driver.PoolReservedHigh:
		return b.counts.reservedHigh, driver.Success
	case driver.PoolUsed:
		return b.counts.used, driver.Success
	case driver.PoolUsedHigh:
		return b.counts.usedHigh, driver.Success
	}
	return 0, driver.RTParamInvalid
}

func number(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
