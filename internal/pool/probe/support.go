// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"sync"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/ability"
)

// known is what the probes of a device have found. All opens of one number share it.
type known struct {
	mu       sync.Mutex // held while a probe runs
	support  *Verdict   // nil until it is known
	findings *ability.Findings
	left     leftovers // of probes whose clean-up has failed
}

// Verdict is whether a device has pools that can be used.
type Verdict struct {
	Refused Failure // the call by which the product refused pools
	Reason  string  // why its pools cannot be used, and what to do; empty if they can
}

// Yes reports whether the device has pools that can be used.
func (v Verdict) Yes() bool { return v.Refused.OK() && v.Reason == "" }

// Support returns whether a device has pools, and keeps the verdict. The first call
// creates and destroys an empty pool in a context of its own, unless [Of] has found pools
// before. A pool that is refused with a code that unsupported reports is a verdict. Any
// other call that fails, in the probe or its clean-up, is the failure, and then nothing is
// kept; what could not be given back to the device is tried again by the next call.
func Support(d *core.Device, unsupported func(driver.Code) bool) (Verdict, Failure) {
	k := core.Attached[known](d)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.left = k.left.destroyFrom(0)
	if k.support != nil {
		return *k.support, Failure{}
	}
	v, failure := k.trySupport(d, unsupported)
	if failure.OK() {
		k.support = &v
	}
	return v, failure
}

func (k *known) trySupport(d *core.Device, unsupported func(driver.Code) bool) (v Verdict, failure Failure) {
	ac, st := d.Driver.CreateContext(d.ID)
	if !st.OK() {
		return v, Failure{"aclrtCreateContext", st}
	}
	made := leftovers{{undo: "aclrtDestroyContext", destroy: func() driver.Status { return d.Driver.DestroyContext(ac) }}}
	defer func() {
		made = made.destroyFrom(0)
		failure = first(failure, made.failed())
		k.left = append(k.left, made...)
	}()
	size := uint64(wideThreshold)
	if _, total, st := d.MemInfo(); st.OK() {
		size = min(size, total&^(driver.Granule-1))
	}
	p, st := d.Driver.MemPoolCreate(ac, driver.PoolProps{
		LocationID: d.ID, LocationType: driver.LocationTypeDevice, MaxSize: size,
	})
	refused := Failure{"aclrtMemPoolCreate", st}
	switch {
	case !st.OK() && unsupported(st.Code):
		return Verdict{Refused: refused}, Failure{}
	case !st.OK():
		return v, refused
	}
	made = append(made, leftover{undo: "aclrtMemPoolDestroy", destroy: func() driver.Status { return d.Driver.MemPoolDestroy(ac, p) }})
	v.Reason, failure = keepsThreshold(d, ac, p, size)
	return v, failure
}

// wideThreshold is a release threshold that does not fit 32 bits: the pools of CANN 9.0 keep no
// more of it. An empty pool of that size takes address space only. A smaller device has less.
const wideThreshold = 1<<32 + driver.Granule

// keepsThreshold returns why a pool cannot be used that accepts a release threshold and
// loses it, as the pools of CANN 9.0 do, which cannot allocate either.
func keepsThreshold(d *core.Device, ac driver.Context, p driver.Pool, threshold uint64) (reason string, failure Failure) {
	if st := d.Driver.MemPoolSetAttr(ac, p, driver.PoolReleaseThreshold, threshold); !st.OK() {
		return "", Failure{"aclrtMemPoolSetAttr", st}
	}
	got, st := d.Driver.MemPoolGetAttr(ac, p, driver.PoolReleaseThreshold)
	if st.OK() && got != threshold {
		return SettingLost("the release threshold", threshold, got), Failure{}
	}
	return "", Failure{"aclrtMemPoolGetAttr", st}
}

// first returns the first of two calls that failed, none if neither did.
func first(a, b Failure) Failure {
	switch {
	case !a.OK():
		return a
	case !b.OK():
		return b
	}
	return Failure{}
}
