// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"errors"
	"testing"

	"github.com/ascend-go/aclpool/acl"
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
	return Open(t, NewHost(t, cfg), 0)
}

// Host is a machine with its devices: a [sim.Machine], or what a test has of the ACL
// library of the process.
type Host interface {
	// Open opens a device, as [sim.Machine.Open] does.
	Open(id int) (*acl.Device, error)
	// Close ends the machine when nothing lives on it, as [sim.Machine.Close] does.
	Close(ctx context.Context) error
	// CloseForce ends it with what lives on it, as [sim.Machine.CloseForce] does.
	CloseForce(ctx context.Context) error
}

// NewHost is [New] for a test that needs more than one device: it makes the machine, and
// [Open] opens its devices.
func NewHost(t testing.TB, cfg sim.Config) Host {
	t.Helper()
	if err := checkAsked(); err != nil {
		t.Fatalf("acltest: %v", err)
	}
	if !onLibrary() {
		return NewMachine(t, cfg)
	}
	m := newLibraryMachine(t, cfg)
	closeAfter(t, m)
	return m
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

func closeAfter(t testing.TB, h Host) {
	t.Helper()
	t.Cleanup(func() {
		t.Helper()
		closeMachine(t, h)
	})
}

// Open opens a device of a machine that [NewHost] or [NewMachine] made, and closes it when
// the test ends.
func Open(t testing.TB, h Host, id int) *acl.Device {
	t.Helper()
	dev, err := h.Open(id)
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
