// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// Fail makes something go wrong on the machine of a device until the end of the test, see
// [sim.Machine.Fail]. Calls can fail on every machine of this package; other faults need a
// simulated machine in Go, and skip the test elsewhere.
func Fail(t testing.TB, dev *acl.Device, f sim.Fault) *sim.Injection {
	t.Helper()
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		t.Fatalf("acltest: fail: there is no device")
	}
	i, err := (*sim.Machine)(opaque.NewMachine(d.Runtime, d.Driver)).Fail(f)
	if errors.Is(err, acl.ErrNotSupported) {
		t.Skipf("acltest: %v", err)
	}
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(i.Remove)
	return i
}
