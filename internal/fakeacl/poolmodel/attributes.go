// SPDX-License-Identifier: Apache-2.0

package poolmodel

import "github.com/ascend-go/aclpool/internal/driver"

// Attributes is the attributes of a pool, all of them off or 0 by default: those that can
// be set, and the figures that the model counts.
type Attributes struct {
	Event, Opportunistic, Internal bool   // reuse switches
	Threshold                      uint64 // bytes that stay reserved at a synchronize

	Used, UsedHigh         uint64 // bytes in live allocations, and the most since UsedHigh was reset
	Reserved, ReservedHigh uint64 // bytes backed by physical memory, and the most since ReservedHigh was reset
}

// Refusals is the codes for attributes that cannot be set or read. They differ by release.
type Refusals struct {
	Unknown  driver.Code // no such attribute
	ReadOnly driver.Code // an attribute that can only be read is set
}

// Allocated counts an allocation and moves both peaks.
func (a *Attributes) Allocated(size uint64) {
	a.Used += size
	a.UsedHigh = max(a.UsedHigh, a.Used)
	a.ReservedHigh = max(a.ReservedHigh, a.Reserved)
}

// Set sets an attribute of a pool of poolSize bytes. Of the switches only the low 32 bits
// count, 0 is off and the rest on. It returns RTInternalError for a threshold above the
// pool or a peak that is not 0.
func (a *Attributes) Set(attr driver.PoolAttr, value, poolSize uint64, refusals Refusals) driver.Code {
	on := uint32(value) != 0
	switch attr {
	case driver.PoolReuseEvent:
		a.Event = on
	case driver.PoolReuseOpportunistic:
		a.Opportunistic = on
	case driver.PoolReuseInternal:
		a.Internal = on
	case driver.PoolReleaseThreshold:
		if value > poolSize {
			return driver.RTInternalError
		}
		a.Threshold = value
	case driver.PoolReservedHigh:
		return resetPeak(&a.ReservedHigh, value)
	case driver.PoolUsedHigh:
		return resetPeak(&a.UsedHigh, value)
	case driver.PoolReserved, driver.PoolUsed:
		return refusals.ReadOnly
	default:
		return refusals.Unknown
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

// Get returns an attribute: 0 or 1 for a switch, bytes for the others.
func (a *Attributes) Get(attr driver.PoolAttr, refusals Refusals) (uint64, driver.Code) {
	switch attr {
	case driver.PoolReuseEvent:
		return number(a.Event), driver.Success
	case driver.PoolReuseOpportunistic:
		return number(a.Opportunistic), driver.Success
	case driver.PoolReuseInternal:
		return number(a.Internal), driver.Success
	case driver.PoolReleaseThreshold:
		return a.Threshold, driver.Success
	case driver.PoolReserved:
		return a.Reserved, driver.Success
	case driver.PoolReservedHigh:
		return a.ReservedHigh, driver.Success
	case driver.PoolUsed:
		return a.Used, driver.Success
	case driver.PoolUsedHigh:
		return a.UsedHigh, driver.Success
	}
	return 0, refusals.Unknown
}

func number(on bool) uint64 {
	if on {
		return 1
	}
	return 0
}

// Stats is the state of a pool in bytes; sizes count rounded.
type Stats struct {
	Used         uint64 // in live allocations
	UsedHigh     uint64 // the most of it since it was last set to 0
	Reserved     uint64 // used and cached: what is backed by physical memory
	ReservedHigh uint64 // the most of it since it was last set to 0
	LargestFree  uint64 // the largest fresh range
}

// Stats returns the figures with the one that the model computes.
func (a *Attributes) Stats(largestFree uint64) Stats {
	return Stats{
		Used:         a.Used,
		UsedHigh:     a.UsedHigh,
		Reserved:     a.Reserved,
		ReservedHigh: a.ReservedHigh,
		LargestFree:  largestFree,
	}
}
