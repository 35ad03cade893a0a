// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
)

// DoNotHold makes the tests keep streams busy as on hardware, until the end of t.
func DoNotHold(t *testing.T) {
	hold, bytes, copies := canHold, busyBytes, busyCopies
	t.Cleanup(func() { canHold, busyBytes, busyCopies = hold, bytes, copies })
	canHold, busyBytes, busyCopies = func(*acl.Device) bool { return false }, 1<<20, 10
}
