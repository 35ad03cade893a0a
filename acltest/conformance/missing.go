// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/mempool"
)

// poolCalls are the functions of ACL's own pools.
var poolCalls = driver.PoolFunctions()

// missingCalls returns the functions of pools that the library lacks.
func missingCalls(dev *acl.Device) []string {
	return slices.DeleteFunc(slices.Clone(poolCalls), (*opaque.Device)(dev).Inner().Driver.Has)
}

// checkNotSupported checks the error of an engine that is missing: it names a missing
// function or the product, it is the same every time, and the device still works.
func checkNotSupported(t *testing.T, dev *acl.Device, r *row, err error) {
	t.Helper()
	unsupported := dev.Supports(background, acl.FeaturePools)
	missing := missingCalls(dev)
	named := func(name string) bool { return strings.Contains(err.Error(), name) }
	switch {
	case r.engine == mempool.EngineCaching:
	case len(missing) > 0:
		isClass(t, "pools, as the device says", unsupported, acl.ErrNotSupported)
		if !slices.ContainsFunc(missing, named) {
			t.Errorf("the library lacks %s, and the error names none of them: %v", strings.Join(missing, ", "), err)
		}
	case unsupported != nil && !errors.Is(unsupported, acl.ErrNotSupported):
		t.Errorf("it is unknown whether the device has pools: %v", unsupported)
	case unsupported != nil && !named("product") && !named("reads back"):
		t.Errorf("the device has no pools, and the error does not name the product: %v", err)
	}
	if _, again := r.try(dev); again == nil || again.Error() != err.Error() {
		t.Errorf("the second pool fails with %v, the first with %v", again, err)
	}
	for o := range dev.Objects() {
		t.Errorf("left by a pool that could not be made: %s %q", o.Kind, o.Name)
	}
	stillWorks(t, dev)
}

// stillWorks uses the device without a pool.
func stillWorks(t *testing.T, dev *acl.Device) {
	t.Helper()
	m, err := dev.Malloc(4096)
	ok(t, err)
	defer func() { ok(t, m.Close()) }()
	ok(t, acl.Fill(background, m.View(), 7))
	got := make([]byte, 4096)
	ok(t, acl.CopySliceToHost(background, got, m.View()))
	ok(t, all(got, 7))
}
