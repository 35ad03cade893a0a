// SPDX-License-Identifier: Apache-2.0

package opaque

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Device is the form of acl.Device.
type Device struct{ inner *core.Device }

// NewDevice wraps an inner device.
func NewDevice(d *core.Device) *Device { return &Device{d} }

// OpenDevice opens a device of a runtime; end, which may be nil, runs after its Close.
// Package acl sets it: the simulated machines and the tests open devices of runtimes that
// are not the one of the process.
var OpenDevice func(rt *core.Runtime, id int, end func() error) (*Device, error)

// Inner returns the inner device, nil if there is none.
func (d *Device) Inner() *core.Device {
	if d == nil {
		return nil
	}
	return d.inner
}

// Stream is the form of stream.Stream.
type Stream struct {
	inner *core.Stream
	dev   *Device
	state any
}

// NewStream wraps an inner stream of a device. state is for package stream alone.
func NewStream(s *core.Stream, dev *Device, state any) *Stream { return &Stream{s, dev, state} }

// Inner returns the inner stream, nil if there is none.
func (s *Stream) Inner() *core.Stream {
	if s == nil {
		return nil
	}
	return s.inner
}

// Device returns the device that the stream was made on.
func (s *Stream) Device() *Device { return s.dev }

// State returns what package stream keeps for the stream.
func (s *Stream) State() any { return s.state }

// Event is the form of event.Event.
type Event struct{ inner *core.Event }

// NewEvent wraps an inner event.
func NewEvent(e *core.Event) *Event { return &Event{e} }

// Inner returns the inner event, nil if there is none.
func (e *Event) Inner() *core.Event {
	if e == nil {
		return nil
	}
	return e.inner
}

// Machine is the form of sim.Machine.
type Machine struct {
	inner *core.Runtime
	sim   driver.API
}

// NewMachine wraps the runtime of a simulated machine. The runtime's driver may be
// replaced later, and sim stays.
func NewMachine(rt *core.Runtime, sim driver.API) *Machine { return &Machine{rt, sim} }

// Inner returns the runtime of the machine, nil if there is none.
func (m *Machine) Inner() *core.Runtime {
	if m == nil {
		return nil
	}
	return m.inner
}

// Simulation returns the driver that simulates the machine. It may be wrapped, see driver.As.
func (m *Machine) Simulation() driver.API { return m.sim }
