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

// Machine is a machine with its devices: a simulated one, or the ACL library of the process
// while a test uses it.
type Machine struct {
	host
	rt *core.Runtime
}

// host is the interface of both kinds of machines.
type host interface {
	Open(id int) (*acl.Device, error)
	Close(ctx context.Context) error
	CloseForce(ctx context.Context) error
}

// NewMachine creates a machine for a test that needs more than the device of [New], such as
// several devices or a closed machine. [Open] opens its devices. The machine is closed when the
// test ends. Objects that are still open then fail the test, which prints their names and
// where they were created, and are closed by force, unless the test was skipped. LeakStacks is
// on in tests, and violations of stream order fail the test, see [Hazards]. Both are off in
// benchmarks, since they would add to the time of calls.
func NewMachine(t testing.TB, cfg sim.Config) *Machine {
	t.Helper()
	if err := checkAsked(); err != nil {
		t.Fatalf("acltest: %v", err)
	}
	m := newMachine(t, cfg)
	t.Cleanup(func() {
		t.Helper()
		closeMachine(t, m)
		failHazards(t, m.rt)
	})
	return m
}

func newMachine(t testing.TB, cfg sim.Config) *Machine {
	t.Helper()
	var found *findings
	if cfg.Hazards == nil && checksHazards(t) {
		found = new(findings)
		cfg.Hazards = found.add
	}
	m := makeMachine(t, cfg)
	if found != nil {
		machines.Store(m.rt, found)
	}
	return m
}

func makeMachine(t testing.TB, cfg sim.Config) *Machine {
	t.Helper()
	if onLibrary() {
		m := newLibraryMachine(t, cfg)
		return &Machine{m, m.rt}
	}
	cfg.LeakStacks = !isBenchmark(t)
	m, err := sim.New(cfg)
	if err != nil {
		t.Fatalf("acltest: %v", err)
	}
	return &Machine{m, (*opaque.Machine)(m).Inner()}
}

// isBenchmark reports whether the times of calls are measured. Leak stacks and the checks of
// stream order would add to them.
func isBenchmark(t testing.TB) bool {
	_, benchmark := t.(*testing.B)
	return benchmark
}

// Open opens a device, which the test must close. It returns [acl.ErrInvalid] if the number is
// out of range, and [acl.ErrClosed] if the machine is closed.
func (m *Machine) Open(id int) (*acl.Device, error) { return m.host.Open(id) }

// Close closes the machine. If an object on it is open, it returns [acl.ErrBusy] and changes
// nothing.
func (m *Machine) Close(ctx context.Context) error { return m.host.Close(ctx) }

// CloseForce closes all objects on the machine, and the machine. It waits for running work
// until ctx ends.
func (m *Machine) CloseForce(ctx context.Context) error { return m.host.CloseForce(ctx) }

// Sim returns the simulated machine, or nil if the tests run on an ACL library. A test
// that uses it calls [RequireGoMachine] first.
func (m *Machine) Sim() *sim.Machine {
	s, _ := m.host.(*sim.Machine)
	return s
}
