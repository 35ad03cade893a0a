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
// pools they settle the question: products refuse pools although the functions exist.
var symbols = map[Feature][]string{
	FeaturePools:          driver.PoolFunctions(),
	FeatureKernels:        {"aclrtBinaryLoadFromFile", "aclrtBinaryGetFunction", "aclrtLaunchKernel"},
	FeatureHostArgs:       {"aclrtLaunchKernelWithHostArgs"},
	FeatureReusableEvents: {"aclrtCreateEventExWithFlag"},
}

// Support is an answer to whether a feature is there.
type Support int

// Answers.
const (
	// Unknown means that only trying can tell: see [Device.Probe].
	Unknown Support = iota
	// Yes means that the feature is there.
	Yes
	// No means that it is not.
	No
)

// String prints the answer.
func (s Support) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return fmt.Sprintf("Support(%d)", int(s))
}

// Supports answers from the functions of the library and from what earlier probes have
// found. It makes no call into ACL and has no side effect.
func (d *Device) Supports(f Feature) Support {
	need, ok := symbols[f]
	if !ok {
		return No
	}
	for _, s := range need {
		if !d.inner().Driver.Has(s) {
			return No
		}
	}
	if f != FeaturePools {
		return Yes
	}
	return Support(d.inner().PoolSupport.Load())
}

// Probe finds out whether the device has a feature, by trying it where the functions of
// the library do not settle it: for pools it makes and destroys an empty pool in a
// context of its own. One probe runs at a time on a device; a conclusive answer is kept.
// An inconclusive one is [Unknown] with the error that says why.
//
// Source: aclrtMemPoolCreate, aclrtMemPoolDestroy, acl_rt_memory_soma.h.
func (d *Device) Probe(ctx context.Context, f Feature) (Support, error) {
	if err := d.inner().Node.Enter(); err != nil {
		return Unknown, fmt.Errorf("acl: probe: %w", err)
	}
	defer d.inner().Node.Leave()
	if s := d.Supports(f); s != Unknown {
		return s, nil
	}
	if err := core.Ended(ctx); err != nil {
		return Unknown, fmt.Errorf("acl: probe device %d: %w", d.inner().ID, err)
	}
	s, failure := probe.Support(d.inner(), func(c driver.Code) bool { return Code(c).Is(ErrNotSupported) })
	if !failure.OK() {
		return Support(s), fmt.Errorf("acl: probe device %d for pools: %w", d.inner().ID, errorOf(failure.Op, failure.Status))
	}
	return Support(s), nil
}
