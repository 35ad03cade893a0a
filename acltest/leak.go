// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/internal/lifetime"
)

// patience is the limit of the wait for work that a test has left running. Only a kernel that
// hangs takes that long.
const patience = 10 * time.Second

// closeMachine closes m at the end of a test. Objects that are still open fail the test
// and are closed by force. A test that was skipped stopped somewhere in between, and does
// not fail for what it left open.
func closeMachine(t testing.TB, m *Machine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := m.Close(ctx)
	if err == nil {
		return
	}
	if t.Skipped() {
		if err := m.CloseForce(ctx); err != nil {
			t.Logf("acltest: close by force: %v", err)
		}
		return
	}
	left := leftOpen(m)
	if len(left) == 0 {
		t.Errorf("acltest: %v", err)
	}
	left = slices.DeleteFunc(left, func(o lifetime.Info) bool { return refused.take(t, o.Name, o.Kind) })
	for _, o := range left {
		t.Errorf("acltest: %s was left open at the end of the test%s", o, madeAt(o))
	}
	if err := m.CloseForce(ctx); err != nil {
		t.Errorf("acltest: close by force: %v", err)
	}
}

// madeAt is the end of a text that says where an object was made, empty if that is not known.
func madeAt(o lifetime.Info) string {
	switch {
	case o.Made != "":
		return "; it was made at " + o.Made
	case o.Stack != "": // in a goroutine of this module
		return "; it was made at " + o.Stack
	}
	return ""
}

// leftOpen returns the open objects of a machine. Devices are left out if another object is
// open, which may keep them open.
func leftOpen(m *Machine) []lifetime.Info {
	all := slices.Collect(m.rt.Root.Live())
	objects := slices.DeleteFunc(slices.Clone(all), func(o lifetime.Info) bool { return o.Kind == lifetime.Device })
	if len(objects) == 0 {
		return all
	}
	return objects
}
