// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/probe"
)

// Feature is something that not every library or product has.
type Feature int

// Features.
const (
	// FeaturePools is stream-ordered memory pools.
	FeaturePools Feature = iota
	// FeatureKernels is loading and launching kernels.
	FeatureKernels
	// FeatureHostArgs is launching kernels with arguments in host memory.
	FeatureHostArgs
	// FeatureReusableEvents is events that may be recorded again and again.
	FeatureReusableEvents
)

// symbols are the C functions without which a feature cannot be there. For all but the
// pools they are enough: products refuse pools although the functions exist.
var symbols = map[Feature][]string{
	FeaturePools:          driver.PoolFunctions(),
	FeatureKernels:        {"aclrtBinaryLoadFromFile", "aclrtBinaryGetFunction", "aclrtLaunchKernel"},
	FeatureHostArgs:       {"aclrtLaunchKernelWithHostArgs"},
	FeatureReusableEvents: {"aclrtCreateEventExWithFlag"},
}

// String returns the name of the feature.
func (f Feature) String() string {
	switch f {
	case FeaturePools:
		return "memory pools"
	case FeatureKernels:
		return "kernels"
	case FeatureHostArgs:
		return "launches with arguments in host memory"
	case FeatureReusableEvents:
		return "events that can be recorded again"
	}
	return fmt.Sprintf("Feature(%d)", int(f))
}

// Supports returns nil if the device has the feature. If not, the error is
// [ErrNotSupported] and says why: the library lacks a function, or the product refuses.
// Any other error means that it is unknown: the device is closed, ctx has ended, or a call
// failed.
//
// For pools the functions of the library do not say enough. The first call on a device
// creates and destroys an empty pool, in a context of its own; what it finds is kept. It
// does not wait for work of the device. For the other features no call into ACL is made.
//
// Source: aclrtMemPoolCreate, aclrtMemPoolDestroy, acl_rt_memory_soma.h.
func (d *Device) Supports(ctx context.Context, f Feature) error {
	if err := supports(ctx, d.inner(), f); err != nil {
		return fmt.Errorf("acl: %s on device %d: %w", f, d.inner().ID, err)
	}
	return nil
}

func supports(ctx context.Context, d *core.Device, f Feature) error {
	if err := core.Ended(ctx); err != nil {
		return err
	}
	if err := d.Node.Enter(); err != nil {
		return err
	}
	defer d.Node.Leave()
	need, ok := symbols[f]
	if !ok {
		return fmt.Errorf("no such feature is known: %w", ErrNotSupported)
	}
	for _, s := range need {
		switch {
		case d.Driver.Has(s):
		case f == FeaturePools:
			return fmt.Errorf("%s: %w", probe.FunctionMissing(s), ErrNotSupported)
		default:
			return &Error{Op: s, Code: Code(driver.CodeNoSymbol)}
		}
	}
	if f != FeaturePools {
		return nil
	}
	v, failure := probe.Support(d, func(c driver.Code) bool { return Code(c).Is(ErrNotSupported) })
	switch {
	case !failure.OK():
		return errorOf(failure.Op, failure.Status)
	case v.Reason != "":
		return fmt.Errorf("%s: %w", v.Reason, ErrNotSupported)
	case !v.Refused.OK():
		return fmt.Errorf("%s: %w", probe.Refused, errorOf(v.Refused.Op, v.Refused.Status))
	}
	return nil
}
