// SPDX-License-Identifier: Apache-2.0

package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Machine is a simulated host with its devices. Its methods are safe for concurrent use,
// and machines share nothing. Close it when its devices are closed.
type Machine opaque.Machine

func (m *Machine) runtime() *core.Runtime { return (*opaque.Machine)(m).Inner() }

// fake returns the simulation, or nil for a machine that a C library simulates.
func (m *Machine) fake() *fakeacl.Machine {
	fake, _ := driver.As[*fakeacl.Machine]((*opaque.Machine)(m).Simulation())
	return fake
}

// Open opens device 0 of a machine of its own, which closes with the device.
func Open(p Product) (*acl.Device, error) {
	m, err := New(Config{Product: p})
	if err != nil {
		return nil, err
	}
	dev, err := opaque.OpenDevice(m.runtime(), 0, m.end)
	if err != nil {
		return nil, errors.Join(err, m.end())
	}
	return (*acl.Device)(dev), nil
}

// New makes a machine. A Config that no machine can have is [acl.ErrInvalid]. The memory
// of the devices costs what is touched, so it can be more than the host has.
func New(cfg Config) (*Machine, error) {
	c, err := cfg.machine()
	if err != nil {
		return nil, fmt.Errorf("sim: make a machine: %w", err)
	}
	hazards, err := cfg.hazards()
	if err != nil {
		return nil, fmt.Errorf("sim: make a machine: %w", err)
	}
	c.Fresh = hazards != nil
	fake, err := fakeacl.New(c)
	if err != nil {
		return nil, fmt.Errorf("sim: make a machine: %w: %w", err, acl.ErrInvalid)
	}
	faults := faultdriver.NewIdle(fake)
	rt := core.NewRuntime(faults, cfg.Logger, cfg.LeakStacks)
	rt.Hazards = hazards
	rt.Keep()
	return (*Machine)(opaque.NewMachine(rt, faults)), nil
}

func (cfg Config) hazards() (*core.Hazards, error) {
	if cfg.Hazards != nil {
		return &core.Hazards{Report: cfg.Hazards}, nil
	}
	return core.HazardsFromEnvironment(cfg.Logger)
}

// String describes the machine.
func (m *Machine) String() string { return (*opaque.Machine)(m).Simulation().Describe() }

// Open opens a device of the machine. Several Opens of one number share its context; each
// needs a Close. A number out of range is [acl.ErrInvalid], a closed machine
// [acl.ErrClosed].
func (m *Machine) Open(id int) (*acl.Device, error) {
	if m.runtime().Root.Closed() {
		return nil, fmt.Errorf("sim: open device %d: the machine: %w", id, acl.ErrClosed)
	}
	dev, err := opaque.OpenDevice(m.runtime(), id, nil)
	return (*acl.Device)(dev), err
}

// Close ends the machine. While devices are open it refuses with [acl.ErrBusy], names
// them and changes nothing; otherwise it waits for nothing. Closing twice does nothing.
func (m *Machine) Close(ctx context.Context) error {
	if err := core.Ended(ctx); err != nil {
		return fmt.Errorf("sim: close the machine: %w", err)
	}
	if err := m.runtime().Root.Close(m.close); err != nil {
		return fmt.Errorf("sim: close the machine: %w", err)
	}
	return nil
}

// CloseForce closes everything that lives on the machine, in the only safe order, and the
// machine, as [acl.ShutdownForce] does for the device of a process. It waits for running
// work until ctx ends; then it gives up on the kernels that still run, see [Call.Done].
func (m *Machine) CloseForce(ctx context.Context) error {
	if err := errors.Join(m.runtime().Root.ForceChildren(ctx), core.End(ctx, "the close of the machine", m.end)); err != nil {
		return fmt.Errorf("sim: close the machine by force: %w", err)
	}
	return nil
}

// end closes the machine whatever the registry says: of a device that is closing it still
// says that it lives.
func (m *Machine) end() error {
	m.runtime().Root.Abandon()
	return m.close()
}

// close ends the simulation, and the faults on it.
func (m *Machine) close() error {
	err := m.fake().Close()
	m.faults().ClearRules()
	return err
}
