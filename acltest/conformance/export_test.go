// SPDX-License-Identifier: Apache-2.0

package conformance

import (
	"testing"

	"github.com/ascend-go/aclpool/acl"
)

// CopiesFor is copiesFor.
var CopiesFor = copiesFor

// DoNotHold has the suite keep streams busy with copies, as on hardware, until the end of t.
func DoNotHold(t *testing.T) {
	hold := canHold
	t.Cleanup(func() { canHold = hold })
	canHold = func(*acl.Device) bool { return false }
}

// NeverBusy makes the suite see a device on which all copies are complete at once, until
// the end of t.
func NeverBusy(t *testing.T) {
	DoNotHold(t)
	most := mostCopies
	t.Cleanup(func() { mostCopies = most })
	mostCopies = 0
}
