// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/sim"
)

// New opens device 0 of a new simulated machine for one test. The machine is an Atlas A2
// unless cfg has one Config, which describes it. When the test ends, the machine is closed as
// [NewMachine] describes. The test may close the device earlier.
//
// If the variables in build_tags.md ask for tests on an ACL library, New opens device 0 of
// that library. A process has one library, so tests that use it run one after the other, and a
// test that opens it twice fails, see [RequireGoMachine]. The test fails if the library cannot
// be loaded. It is skipped if only a simulated machine in Go can have the Config.
func New(t testing.TB, cfg ...sim.Config) *acl.Device {
	t.Helper()
	return Open(t, NewMachine(t, one(t, cfg)), 0)
}

// Open opens a device of a machine, and closes it when the test ends.
func Open(t testing.TB, m *Machine, id int) *acl.Device {
	t.Helper()
	dev, err := m.Open(id)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(func() {
		t.Helper()
		// If the device is busy, the end of the machine reports its objects.
		if err := dev.Close(context.Background()); err != nil && !errors.Is(err, acl.ErrBusy) {
			t.Errorf("acltest: %v", err)
		}
	})
	return dev
}
