// SPDX-License-Identifier: Apache-2.0

package vendorbook

import (
	"math"

	"github.com/ascend-go/aclpool/internal/driver"
)

// attrs is what can be chosen.
type attrs struct {
	event, opportunistic, internal bool
	threshold                      uint64 // bytes
}

// SetAttr sets an attribute. Of the switches only the low 32 bits count.
func (b *Book) SetAttr(attr driver.PoolAttr, value uint64) driver.Code {
	on := uint32(value) != 0
	switch attr {
	case driver.PoolReuseEvent:
		b.attrs.event = on
	case driver.PoolReuseOpportunistic:
		b.attrs.opportunistic = on
	case driver.PoolReuseInternal:
		b.attrs.internal = on
	case driver.PoolReleaseThreshold:
		if b.release.NarrowThreshold {
			value &= math.MaxUint32
		}
		if value > b.size {
			return driver.RTInternalError
		}
		b.attrs.threshold = value
	case driver.PoolReservedHigh:
		return resetPeak(&b.reservedHigh, value)
	case driver.PoolUsedHigh:
		return resetPeak(&b.usedHigh, value)
	case driver.PoolReserved, driver.PoolUsed:
		return b.release.ReadOnly
	default:
		return b.release.Unknown
	}
	return driver.Success
}

func resetPeak(peak *uint64, value uint64) driver.Code {
	if value != 0 {
		return driver.RTInternalError
	}
	*peak = 0
	return driver.Success
}

// GetAttr reads an attribute: 0 or 1 for a switch, bytes for the others.
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
		return b.reserved, driver.Success
	case driver.PoolReservedHigh:
		return b.reservedHigh, driver.Success
	case driver.PoolUsed:
		return b.used, driver.Success
	case driver.PoolUsedHigh:
		return b.usedHigh, driver.Success
	}
	return 0, b.release.Unknown
}

func number(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}
