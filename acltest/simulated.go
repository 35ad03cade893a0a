// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Simulated reports whether a device is known to be simulated, by this module or by its C
// library. [Hold] and [Kernel] work on such devices only. On others, a test can keep a stream
// busy with real work.
func Simulated(dev *acl.Device) bool {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return false
	}
	if _, ok := driver.As[library](d.Driver); ok {
		return librarySimulates.Load()
	}
	return true
}

// scheduled reports whether a device is of a machine with a Schedule.
func scheduled(dev *acl.Device) bool {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return false
	}
	m, ok := driver.As[interface{ Scheduled() bool }](d.Driver)
	return ok && m.Scheduled()
}

// RequireSimulated skips a test whose device is not known to be simulated, see [Simulated]. A
// test that launches kernels in Go must call it before it loads them. [Hold] and [Kernel] call
// it themselves. It does not skip for a nil device, which a later call refuses.
func RequireSimulated(t testing.TB, dev *acl.Device) {
	t.Helper()
	if dev != nil && !Simulated(dev) {
		t.Skipf("acltest: %s is not simulated, and the test holds a stream or runs a kernel in Go", dev.Backend())
	}
}
