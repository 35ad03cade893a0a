// SPDX-License-Identifier: Apache-2.0

package releases

import "github.com/ascend-go/aclpool/internal/driver"

// Release describes how one state of the vendor's runtime differs from the others.
type Release struct {
	Name string

	NoCalls   bool // there are only the calls of pools and attributes: nothing can be allocated
	NoReuse   bool // the search for cached memory finds nothing
	Followed  bool // pools learn of events and synchronizes from the rest of the runtime
	Unchecked bool // sizes that wrap are taken

	EventByDefault  bool // reuse by event is on in a new pool
	NarrowThreshold bool // the release threshold has 32 bits

	TooLarge     driver.Code // a pool larger than the device
	ReadOnly     driver.Code // setting an attribute that cannot be set
	Unknown      driver.Code // an attribute that there is not
	NotLive      driver.Code // a free where no live allocation starts
	LateFree     driver.Code // a free of an address that was a pool's
	AddressSpace uint64      // bytes of addresses that all pools of a device share; 0 is no limit
}

// addresses that the pools of a process share before 9.2: from 12 TiB to 14 TiB.
const shared = 2 << 40

// All returns what is known of the vendor's runtime, the oldest first.
func All() []Release {
	return []Release{
		{
			Name:            "cann90", // 9.0.0 and 9.0.1
			NoCalls:         true,
			Unchecked:       true,
			EventByDefault:  true,
			NarrowThreshold: true,
			TooLarge:        driver.RTMemoryAllocation,
			ReadOnly:        driver.RTInternalError,
			Unknown:         driver.RTInternalError,
			NotLive:         driver.RTInternalError,
			LateFree:        driver.RTParamInvalid,
			AddressSpace:    shared,
		},
		{
			Name:         "cann91", // 9.1.0
			Unchecked:    true,
			TooLarge:     driver.RTMemoryAllocation,
			ReadOnly:     driver.RTInternalError,
			Unknown:      driver.RTInternalError,
			NotLive:      driver.RTInternalError,
			LateFree:     driver.RTParamInvalid,
			AddressSpace: shared,
		},
		{
			Name:     "cannmaster", // 9.2.0-beta.1 and what follows
			NoReuse:  true,
			TooLarge: driver.RTParamInvalid,
			ReadOnly: driver.RTParamInvalid,
			Unknown:  driver.RTParamInvalid,
			NotLive:  driver.RTParamInvalid,
			LateFree: driver.Success,
		},
		{
			Name:         "canndev", // the development state before the rework of June 2026
			Followed:     true,
			Unchecked:    true,
			TooLarge:     driver.RTMemoryAllocation,
			ReadOnly:     driver.RTInternalError,
			Unknown:      driver.RTInternalError,
			NotLive:      driver.RTInternalError,
			LateFree:     driver.RTParamInvalid,
			AddressSpace: shared,
		},
	}
}
