// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math/bits"
	"time"
)

// Costs is how long calls and tasks take. What is zero takes no time beyond that of the
// simulation.
type Costs struct {
	Call time.Duration // of the host, for each call of a context

	// Copies, in bytes a second.
	HostToDevice, DeviceToHost, OnDevice uint64

	// Kernel returns the duration of a launch. It may be nil.
	Kernel func(name string, blocks int) time.Duration
}

// bandwidth returns that of a copy, 0 for one that takes no time.
func (c *Costs) bandwidth(dst, src operand) uint64 {
	switch {
	case dst.region == nil:
		return c.DeviceToHost
	case src.region == nil:
		return c.HostToDevice
	}
	return c.OnDevice
}

// transfer returns how long a number of bytes takes.
func transferTime(size, bandwidth uint64) time.Duration {
	if bandwidth == 0 {
		return 0
	}
	hi, lo := bits.Mul64(size, uint64(time.Second))
	if hi >= bandwidth {
		return 1<<63 - 1
	}
	took, _ := bits.Div64(hi, lo, bandwidth)
	return time.Duration(min(took, 1<<63-1))
}

// copyTime returns how long a copy takes.
func (m *Machine) copyTime(dst, src operand, size uint64, rows grid) time.Duration {
	if m.cfg.Costs == nil {
		return 0
	}
	return transferTime(size*max(1, rows.rows), m.cfg.Costs.bandwidth(dst, src))
}

// taskTime returns how long a task takes.
func (m *Machine) taskTime(kind operationKind, t *task) time.Duration {
	c := m.cfg.Costs
	switch {
	case c == nil:
		return 0
	case kind == copyMemory:
		return m.copyTime(t.dst, t.src, t.size, t.grid)
	case kind == fillMemory:
		return transferTime(t.size, c.OnDevice)
	case c.Kernel == nil || t.function.engine:
		return 0
	}
	return c.Kernel(t.function.name, int(t.blocks))
}

// callTime has a call of the host take its time. Nothing is locked.
func (m *Machine) callTime() {
	if c := m.cfg.Costs; c != nil && c.Call > 0 {
		time.Sleep(c.Call)
	}
}

// spend has the task of a stream take its time, unless it is aborted.
func (s *stream) spend(kind operationKind, t *task) {
	took := s.device.machine.taskTime(kind, t)
	if took <= 0 {
		return
	}
	timer := time.NewTimer(took)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.kernelDevice.done:
	}
}
