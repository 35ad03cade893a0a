// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel/releases"
	"github.com/ascend-go/aclpool/internal/order"
)

// device is one NPU. Its lock guards all objects on it.
type device struct {
	machine *Machine
	id      int32

	executor      executor  // of all streams
	schedule      *schedule // nil without one
	submitted     operation // being submitted to the executor
	submittedTask task      // of it, if that takes time
	demanded      []*stream // that the wait which begins needs, see executor_held.go
	blocked       []*stream // whose first operation waits for a condition, see stream_condition.go

	mu     sync.Mutex
	closed bool
	serial uint64 // of the last handle
	refs   int    // calls of SetDevice that have not been reset
	peers  []bool // by number: devices whose memory this one may reach

	primary   *aclContext
	progress  progress
	contexts  objects[driver.Context, aclContext]
	streams   objects[driver.Stream, stream]
	lines     order.Table[stream] // those that have not ended, by line of work
	events    map[driver.Event]*event
	binaries  map[driver.Binary]*binary
	functions map[driver.Function]*function
	pools     objects[driver.Pool, pool]

	host           *order.Host
	started        uint64 // streams that were ever made, which numbers their lines
	hardwareEvents int
	lastEvent      uint32 // number of the last hardware event
	notifies       map[Notify]*notify
	lastNotify     uint32 // number of the last notify
	written        map[driver.Addr]written
	mappedEnd      driver.Addr // of the addresses for registered host memory, from mappedStart
	limits         limits
	overflowMode   OverflowMode
	overflowed     bool                  // by a kernel, since the last reset
	labels         map[Label]*aclContext // of each label
	labelLists     map[LabelList]*aclContext
	memory         deviceMemory
	history        *releases.History // nil where pools ignore events
	hazards        *hazards          // nil if violations of stream order are not looked for
}

func newDevice(m *Machine, id int32) *device {
	d := &device{
		machine:   m,
		id:        id,
		executor:  newExecutor(&m.cfg),
		peers:     make([]bool, m.cfg.Devices),
		events:    make(map[driver.Event]*event),
		binaries:  make(map[driver.Binary]*binary),
		functions: make(map[driver.Function]*function),
		notifies:  make(map[Notify]*notify),
		written:   make(map[driver.Addr]written),
		labels:    make(map[Label]*aclContext), labelLists: make(map[LabelList]*aclContext),
		host:   order.NewHost(),
		memory: deviceMemory{total: m.cfg.Memory},
	}
	d.hazards = newHazards(d)
	if plan := m.cfg.Schedule; plan != nil {
		d.schedule = newSchedule(d, plan.Seed, plan.Log)
	}
	if m.release != nil && m.release.Followed {
		d.history = releases.NewHistory()
	}
	return d
}

// reached reports whether an operation has executed, or never will because its stream has
// ended.
func (d *device) reached(p order.Place) bool {
	s := d.lines.Get(p.Line)
	return s == nil || p.Pos <= s.Executed()
}

// numbered returns the device of a number that a caller passed.
func (m *Machine) numbered(op string, id int32) (*device, driver.Status) {
	if m.cfg.AllHidden || id < 0 || int(id) >= len(m.devices) {
		return nil, fail(driver.RTInvalidDeviceID, badArgument, op, "device %d does not exist: there are %d, numbered from 0", id, len(m.devices))
	}
	return m.devices[id], driver.Status{}
}

// open returns the device of a number, locked, for making a context on it.
func (m *Machine) open(op string, id int32) (*device, driver.Status) {
	d, st := m.numbered(op, id)
	if !st.OK() {
		return nil, st
	}
	d.mu.Lock()
	if d.closed {
		d.mu.Unlock()
		return nil, fail(driver.RTDevSetupError, badOrder, op, "device %d cannot be opened: the machine is closed", id)
	}
	return d, driver.Status{}
}

// DeviceCount calls aclrtGetDeviceCount.
func (m *Machine) DeviceCount() (uint32, driver.Status) {
	if m.cfg.AllHidden {
		return 0, driver.Fail(driver.RTNoDevice, "aclrtGetDeviceCount: no device is visible")
	}
	return uint32(len(m.devices)), driver.Status{}
}

// SetDevice calls aclrtSetDevice.
func (m *Machine) SetDevice(id int32) (driver.Context, driver.Status) {
	const op = "aclrtSetDevice"
	d, st := m.open(op, id)
	if !st.OK() {
		return 0, st
	}
	defer d.mu.Unlock()
	if d.primary == nil {
		c, st := d.newContext(op)
		if !st.OK() {
			return 0, st
		}
		d.primary = c
	}
	d.refs++
	return d.primary.handle, driver.Status{}
}

// ResetDevice calls aclrtResetDevice.
func (m *Machine) ResetDevice(id int32) driver.Status {
	return m.reset("aclrtResetDevice", id, false)
}

// ResetDeviceForce calls aclrtResetDeviceForce.
func (m *Machine) ResetDeviceForce(id int32) driver.Status {
	return m.reset("aclrtResetDeviceForce", id, true)
}

func (m *Machine) reset(op string, id int32, all bool) driver.Status {
	d, st := m.numbered(op, id)
	if !st.OK() {
		return st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.refs == 0 {
		return fail(driver.RTContextReleaseError, badOrder, op, "device %d is not set: every reset needs an aclrtSetDevice of its own", id)
	}
	if d.refs--; all {
		d.refs = 0
	}
	if d.refs == 0 {
		c := d.primary
		d.primary = nil
		d.endContext(c)
	}
	return driver.Status{}
}

// close ends everything on the device permanently.
func (d *device) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed, d.refs, d.primary = true, 0, nil
	for d.contexts.len > 0 {
		for c := range d.contexts.all() {
			d.endContext(c)
			break // the device was unlocked meanwhile
		}
	}
	d.empty()
}

// empty releases what belongs to the device and not to a context.
func (d *device) empty() {
	for _, p := range slices.Collect(d.pools.all()) {
		d.destroyPool(p.handle)
	}
	d.closeHeap()
	d.machine.virtual.drop(d)
	d.forgetWritten()
	d.hazards.close()
	d.limits, d.overflowMode, d.overflowed = limits{}, 0, false
	clear(d.peers)
}

// RunMode calls aclrtGetRunMode: host and device memory are separate.
func (m *Machine) RunMode() (driver.RunMode, driver.Status) {
	return driver.RunOnHost, driver.Status{}
}

// DeviceCanAccessPeer calls aclrtDeviceCanAccessPeer: every device reaches every other.
func (m *Machine) DeviceCanAccessPeer(id, peer int32) (bool, driver.Status) {
	const op = "aclrtDeviceCanAccessPeer"
	if id == peer {
		return false, fail(driver.InvalidParam, badArgument, op, "device and peer are both %d", id)
	}
	if _, st := m.numbered(op, id); !st.OK() {
		return false, st
	}
	if _, st := m.numbered(op, peer); !st.OK() {
		return false, st
	}
	return true, driver.Status{}
}

// DeviceEnablePeerAccess calls aclrtDeviceEnablePeerAccess.
func (m *Machine) DeviceEnablePeerAccess(ac driver.Context, peer int32, flags uint32) driver.Status {
	const op = "aclrtDeviceEnablePeerAccess"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	if flags != 0 {
		return fail(driver.FeatureUnsupported, badArgument, op, "flags are %#x: want 0", flags)
	}
	if peer == c.device.id {
		return fail(driver.InvalidParam, badArgument, op, "device %d needs no access to itself", peer)
	}
	if _, st := m.numbered(op, peer); !st.OK() {
		return st
	}
	c.device.peers[peer] = true
	return driver.Status{}
}
