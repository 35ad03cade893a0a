// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/sim"
)

// New opens device 0 of a simulated Atlas A2 of its own for one test. When the test ends
// everything made on the device must have been closed; what has not fails the test, see
// [NewMachine]. The device may be closed earlier.
//
// Where the variables of build_tags.md ask for tests on an ACL library, it is device 0 of
// that. A process has one, so such tests run one after the other, and a library that does
// not load fails them. What only a simulated machine in Go can be skips the test.
func New(t testing.TB) *acl.Device {
	t.Helper()
	return NewDevice(t, sim.Config{})
}

// NewDevice is [New] for a device of another kind, such as one with little memory.
func NewDevice(t testing.TB, cfg sim.Config) *acl.Device {
	t.Helper()
	if !onLibrary() {
		return Open(t, NewMachine(t, cfg), 0)
	}
	m := newLibraryMachine(t, cfg)
	closeAfter(t, m)
	return open(t, m, 0)
}

// NewMachine makes a simulated machine for one test, and closes it when the test ends.
// What then still lives on its devices fails the test, each object with its name and the
// place where it was made, and is closed by force. The Config's LeakStacks is always on.
// The machine is one in Go, see [NeedsMachine].
func NewMachine(t testing.TB, cfg sim.Config) *sim.Machine {
	t.Helper()
	NeedsMachine(t)
	cfg.LeakStacks = true
	m, err := sim.New(cfg)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	closeAfter(t, m)
	return m
}

// Open opens a device of a machine that [NewMachine] made, and closes it when the test
// ends.
func Open(t testing.TB, m *sim.Machine, id int) *acl.Device {
	t.Helper()
	return open(t, m, id)
}

// machine is a machine in Go, or that of a library.
type machine interface {
	Core() *core.Runtime
	Open(id int) (*acl.Device, error)
	Close(context.Context) error
	CloseForce(context.Context) error
}

func closeAfter(t testing.TB, m machine) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		closeMachine(t, m)
	})
}

func open(t testing.TB, m machine, id int) *acl.Device {
	t.Helper()
	dev, err := m.Open(id)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	t.Cleanup(func() {
		t.Helper()
		// What keeps it busy is told, with stacks, when the machine closes.
		if err := dev.Close(context.Background()); err != nil && !errors.Is(err, acl.ErrBusy) {
			t.Errorf("acltest: %v", err)
		}
	})
	return dev
}
