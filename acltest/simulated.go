// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Simulated reports whether a device is known to be simulated, by this module or by its C
// library. On such devices [Hold] and [Kernel] work; on others a test has to do without,
// for example with real work.
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

// RequireSimulated skips a test whose device is not known to be simulated, see
// [Simulated]. A test that launches kernels in Go calls it before it loads them; [Hold] and
// [Kernel] call it themselves. It does nothing with a nil device.
func RequireSimulated(t testing.TB, dev *acl.Device) {
	t.Helper()
	if dev != nil && !Simulated(dev) {
		t.Skipf("acltest: %s is not simulated, and the test holds a stream or runs a kernel in Go", dev.Backend())
	}
}
