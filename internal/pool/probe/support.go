// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Values of core.Device.PoolSupport.
const (
	Unknown     = 0
	Supported   = 1
	Unsupported = 2
)

// Support returns whether a device has pools, and keeps a conclusive result. It creates
// and destroys an empty pool in a context of its own, unless an earlier call, or [Of], has
// found out. Codes that say that there are none are
// unsupported. The failure is that of an inconclusive probe, or of its clean-up.
func Support(d *core.Device, unsupported func(driver.Code) bool) (int32, Failure) {
	d.Probing.Lock()
	defer d.Probing.Unlock()
	if known := d.PoolSupport.Load(); known != Unknown {
		return known, Failure{}
	}
	support, failure := trySupport(d, unsupported)
	d.PoolSupport.Store(support)
	return support, failure
}

func trySupport(d *core.Device, unsupported func(driver.Code) bool) (support int32, failure Failure) {
	ac, st := d.Driver.CreateContext(d.ID)
	if !st.OK() {
		return Unknown, Failure{"aclrtCreateContext", st}
	}
	defer func() {
		if st := d.Driver.DestroyContext(ac); !st.OK() && failure.OK() {
			failure = Failure{"aclrtDestroyContext", st}
		}
	}()
	p, st := d.Driver.MemPoolCreate(ac, driver.PoolProps{
		LocationID: d.ID, LocationType: driver.LocationTypeDevice, MaxSize: driver.Granule,
	})
	switch {
	case st.OK():
		return Supported, Failure{"aclrtMemPoolDestroy", d.Driver.MemPoolDestroy(ac, p)}
	case unsupported(st.Code):
		return Unsupported, Failure{}
	}
	return Unknown, Failure{"aclrtMemPoolCreate", st}
}
