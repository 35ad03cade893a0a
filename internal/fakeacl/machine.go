// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel/releases"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

var (
	_ driver.API           = (*Machine)(nil)
	_ driver.VirtualMemory = (*Machine)(nil)
)

// Limits and defaults of a [Config].
const (
	maxDevices = 256
	maxMemory  = 8 << 40

	defaultMemory  = 64 << 30
	defaultStreams = 1984  // of A2 and A3
	defaultEvents  = 65536 // of A2 and A3
)

// Config describes a machine.
type Config struct {
	Product   string // name of the chip, such as Ascend910B3
	Devices   int    // how many; 0 is 1, at most 256
	AllHidden bool   // the process sees none of them
	// Visible is the numbers that the host has for the devices; nil: 0, 1, … HostDevices is how
	// many the host has; 0: Devices.
	Visible     []int32
	HostDevices int
	Memory      uint64 // bytes of each device; 0 is 64 GiB, at most 8 TiB
	DDR         bool   // the memory is DDR; the zero value is HBM
	Pools       bool   // whether the product supports stream-ordered memory pools
	NoVirtual   bool   // virtual memory is not supported
	MaxStreams  int    // streams of a device, default streams included; 0 is 1984
	// ContextStreams is the number of streams that a context takes from those of its device:
	// the default stream, and streams of the runtime. 0 is 1.
	ContextStreams int
	MaxEvents      int // hardware events of a device; 0 is 65536

	// Behaviour is the behaviour of the pools; empty means as documented.
	Behaviour Behaviour
	// Held makes streams execute only what a wait of the host needs. Time stamps of events
	// and completed waits may be earlier than that.
	Held bool

	// Schedule has the streams execute in an order that a seed determines; nil: as soon as they
	// can. It excludes Held.
	Schedule *Schedule

	// Fresh has memory filled with a pattern when it is allocated, see memory_fresh.go.
	Fresh bool

	// Costs is how long calls and tasks take; nil: no time.
	Costs *Costs

	// Hazards is what happens to violations of stream order; nil: they are not looked for.
	Hazards *Hazards

	// Observe is called for every event of a pool, in the order of the calls, with the device
	// locked. It must not call the machine. It may be nil.
	Observe func(PoolEvent)
	// Log is called for failures that no call returns, on any goroutine. It must not call the
	// machine. It may be nil.
	Log func(msg string)
}

// Schedule is an order of execution, see executor_scheduled.go.
type Schedule struct {
	Seed uint64
	// Log is called for every operation before it executes, with a device locked. It must not
	// call the machine. It may be nil.
	Log func(step string)
}

// Machine is a simulated host with its devices. Its methods are safe for concurrent
// use, and machines share nothing.
type Machine struct {
	cfg     Config
	devices []*device
	pinned  pinnedMemory
	virtual virtualMemory
	host    HostMemory
	kernels gokernel.Table
	release *releases.Release // whose behaviour the pools have; nil for the documented one
	process process
	number  int // among the machines of the process that are open, from 1

	timeouts     timeouts
	kernelLimits kernelLimits
	shares       shares

	exceptions atomic.Pointer[func(Exception)]
	threads    atomic.Pointer[func() uint32]

	closing atomic.Bool
	closed  chan struct{} // closed when Close has done its work
}

// New creates a machine. The memory of its devices is reserved when it is first needed.
func New(cfg Config) (*Machine, error) {
	cfg.Devices = orDefault(cfg.Devices, 1)
	cfg.Memory = orDefault(cfg.Memory, defaultMemory)
	cfg.MaxStreams = orDefault(cfg.MaxStreams, defaultStreams)
	cfg.ContextStreams = orDefault(cfg.ContextStreams, 1)
	cfg.MaxEvents = orDefault(cfg.MaxEvents, defaultEvents)
	switch {
	case cfg.Devices < 0 || cfg.Devices > maxDevices:
		return nil, fmt.Errorf("a machine of %d devices: want 1 to %d", cfg.Devices, maxDevices)
	case cfg.Memory > maxMemory:
		return nil, fmt.Errorf("a device of %d bytes: want at most %d", cfg.Memory, uint64(maxMemory))
	case cfg.MaxStreams < 0 || cfg.MaxEvents < 0 || cfg.ContextStreams < 0:
		return nil, fmt.Errorf("%d streams, %d of each context, and %d events: want no negative number", cfg.MaxStreams, cfg.ContextStreams, cfg.MaxEvents)
	}
	release, err := cfg.Behaviour.release()
	if err != nil {
		return nil, err
	}
	m := &Machine{cfg: cfg, release: release, host: goAccess{}, closed: make(chan struct{})}
	m.pinned.log, m.virtual.log = m.log, m.log
	for id := range int32(cfg.Devices) {
		m.devices = append(m.devices, newDevice(m, id))
	}
	m.number = numbers.take()
	return m, nil
}

func orDefault[T int | uint64](v, d T) T {
	if v == 0 {
		return d
	}
	return v
}

// Close ends all streams, drops work that has not executed and frees all memory. Pinned host
// memory and views of device memory must not be accessed afterwards. It closes the Done
// channels of running kernels and waits for these kernels. Later calls fail: there is no
// context or device. Closing twice is a no-op.
func (m *Machine) Close() error {
	if !m.closing.CompareAndSwap(false, true) {
		<-m.closed
		return nil
	}
	defer close(m.closed)
	numbers.give(m.number)
	for _, d := range m.devices {
		d.close()
	}
	return errors.Join(m.virtual.close(), m.pinned.close())
}

// Describe returns a description of the machine for people, with its number unless that is 1.
func (m *Machine) Describe() string {
	devices := "1 device"
	if n := len(m.devices); n != 1 {
		devices = fmt.Sprintf("%d devices", n)
	}
	text := fmt.Sprintf("simulated %s, %s of %d MiB", m.cfg.Product, devices, m.cfg.Memory>>20)
	if m.number > 1 {
		text += fmt.Sprintf(", machine %d", m.number)
	}
	return text
}

func (m *Machine) log(msg string) {
	if m.cfg.Log != nil {
		m.cfg.Log(msg)
	}
}
