// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/internal/lifetime"
)

// patience bounds the wait for work that a test has left running. It passes only when a
// kernel hangs.
const patience = 10 * time.Second

// closeMachine closes m at the end of a test. Objects that still live fail the test and
// are closed by force.
func closeMachine(t testing.TB, m Host) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := m.Close(ctx)
	if err == nil {
		return
	}
	left := leftOpen(m)
	if len(left) == 0 {
		t.Errorf("acltest: %v", err)
	}
	for _, o := range left {
		t.Errorf("acltest: %s %q was left open at the end of the test; it was made at\n%s", o.Kind, o.Name, o.Stack)
	}
	if err := m.CloseForce(ctx); err != nil {
		t.Errorf("acltest: close by force: %v", err)
	}
}

// leftOpen lists what lives on a machine, without the devices that only their objects
// keep open.
func leftOpen(m Host) []lifetime.Info {
	all := slices.Collect(runtimeOf(m).Root.Live())
	objects := slices.DeleteFunc(slices.Clone(all), func(o lifetime.Info) bool { return o.Kind == lifetime.Device })
	if len(objects) == 0 {
		return all
	}
	return objects
}
