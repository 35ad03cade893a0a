// SPDX-License-Identifier: Apache-2.0

package acltest

import (
	"context"
	"testing"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/sim"
)

// Machine is a machine with its devices: a simulated one, or the ACL library of the
// process while a test has it.
type Machine struct {
	host
	rt *core.Runtime
}

// host is what both kinds of machines do.
type host interface {
	Open(id int) (*acl.Device, error)
	Close(ctx context.Context) error
	CloseForce(ctx context.Context) error
}

// NewMachine makes a machine for one test that needs more than a device of [New]: several
// devices, or the end of the machine. [Open] opens its devices. The machine is closed when
// the test ends. Each object that is then still open fails the test, with its name and
// the place where it was made, and is closed by force, unless the test was skipped.
// LeakStacks is on in tests, and off in benchmarks, where it would show in the time of
// allocations.
func NewMachine(t testing.TB, cfg sim.Config) *Machine {
	t.Helper()
	if err := checkAsked(); err != nil {
		t.Fatalf("acltest: %v", err)
	}
	m := newMachine(t, cfg)
	t.Cleanup(func() {
		t.Helper()
		closeMachine(t, m)
	})
	return m
}

func newMachine(t testing.TB, cfg sim.Config) *Machine {
	t.Helper()
	if onLibrary() {
		m := newLibraryMachine(t, cfg)
		return &Machine{m, m.rt}
	}
	cfg.LeakStacks = keepsStacks(t)
	m, err := sim.New(cfg)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	return &Machine{m, (*opaque.Machine)(m).Inner()}
}

func keepsStacks(t testing.TB) bool {
	_, benchmark := t.(*testing.B)
	return !benchmark
}

// Open opens a device. The test closes it. A number out of range is [acl.ErrInvalid], a
// closed machine [acl.ErrClosed].
func (m *Machine) Open(id int) (*acl.Device, error) { return m.host.Open(id) }

// Close closes the machine. While something on it is open, it returns [acl.ErrBusy] and
// changes nothing.
func (m *Machine) Close(ctx context.Context) error { return m.host.Close(ctx) }

// CloseForce closes all that is open on the machine, and the machine. It waits for running
// work until ctx ends.
func (m *Machine) CloseForce(ctx context.Context) error { return m.host.CloseForce(ctx) }

// Sim returns the simulated machine, or nil if the tests run on an ACL library. A test
// that uses it calls [RequireGoMachine] first.
func (m *Machine) Sim() *sim.Machine {
	s, _ := m.host.(*sim.Machine)
	return s
}
