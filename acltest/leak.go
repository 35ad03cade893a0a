// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"testing"
	"time"

	"github.com/ascend-go/aclpool/sim"
)

// patience bounds the wait for work that a test has left running. It passes only when a
// kernel hangs.
const patience = 10 * time.Second

// closeMachine closes m at the end of a test. Objects that still live fail the test and
// are closed by force.
func closeMachine(t testing.TB, m *sim.Machine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	busy := m.Close(ctx)
	if busy == nil {
		return
	}
	t.Errorf("acltest: left open at the end of the test: %v", busy)
	for o := range m.Core().Root.Live() {
		t.Errorf("acltest: %s %q was left open; it was made at\n%s", o.Kind, o.Name, o.Stack)
	}
	if err := m.CloseForce(ctx); err != nil {
		t.Errorf("acltest: close by force: %v", err)
	}
}
