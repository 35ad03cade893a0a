// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"maps"
	"slices"

	"github.com/ascend-go/aclpool/internal/driver"
)

// aclContext is a context: a set of streams with a default one.
type aclContext struct {
	handle        driver.Context
	device        *device
	defaultStream *stream
	streams       streamList // those that have not ended
	sysParams     sysParams
}

// lock returns a context with its device locked. It fails, and locks nothing, when there
// is no such context.
func (m *Machine) lock(op string, ac driver.Context) (*aclContext, driver.Status) {
	if d := m.of(handle(ac)); d != nil {
		m.callTime()
		d.mu.Lock()
		if d.schedule != nil {
			d.schedule.advance()
		}
		if c := d.contexts.get(ac); c != nil {
			return c, driver.Status{}
		}
		d.mu.Unlock()
	}
	return nil, fail(driver.RTContextNull, badOrder, op, "%#x is no context, or no longer", uint64(ac))
}

// lockOwner locks the device that an object was made on, which need not be the one of
// the context. It fails, and locks nothing, for no context and for no device.
func (m *Machine) lockOwner(op string, ac driver.Context, what string, h handle) (*device, driver.Status) {
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, st
	}
	if d := m.of(h); d == c.device {
		return d, driver.Status{}
	}
	c.device.mu.Unlock()
	return m.lockDevice(op, what, h)
}

// lockFree is lockOwner for a call that needs no context: a zero one is accepted.
func (m *Machine) lockFree(op string, ac driver.Context, what string, h handle) (*device, driver.Status) {
	if ac == 0 {
		return m.lockDevice(op, what, h)
	}
	return m.lockOwner(op, ac, what, h)
}

func (m *Machine) lockDevice(op, what string, h handle) (*device, driver.Status) {
	d := m.of(h)
	if d == nil {
		return nil, stale(op, what, h)
	}
	d.mu.Lock()
	return d, driver.Status{}
}

// newContext makes a context with its default stream.
func (d *device) newContext(op string) (*aclContext, driver.Status) {
	if st := d.checkStreams(op, d.machine.cfg.ContextStreams); !st.OK() {
		return nil, st
	}
	c := &aclContext{
		handle: driver.Context(d.newHandle(kindContext)),
		device: d,
	}
	s, st := c.newStream(op, 0)
	if !st.OK() {
		return nil, st
	}
	c.defaultStream = s
	d.contexts.put(c.handle, c)
	return c, driver.Status{}
}

// endContext ends a context with all that was made in it; the last one of a device frees
// its memory. The device is unlocked while running kernels end.
func (d *device) endContext(c *aclContext) {
	d.contexts.remove(c.handle)
	d.end(slices.Collect(c.streams.all()))
	for h, e := range d.events {
		if e.context == c {
			delete(d.events, h)
			e.destroy()
		}
	}
	for h, n := range d.notifies {
		if n.context == c {
			delete(d.notifies, h)
			n.destroy()
		}
	}
	maps.DeleteFunc(d.labels, func(_ Label, of *aclContext) bool { return of == c })
	maps.DeleteFunc(d.labelLists, func(_ LabelList, of *aclContext) bool { return of == c })
	for h, b := range d.binaries {
		if b.context == c {
			delete(d.binaries, h)
			b.unload()
		}
	}
	if d.contexts.len == 0 {
		d.empty()
	}
}

// CreateContext calls aclrtCreateContext.
func (m *Machine) CreateContext(id int32) (driver.Context, driver.Status) {
	const op = "aclrtCreateContext"
	d, st := m.open(op, id)
	if !st.OK() {
		return 0, st
	}
	defer d.mu.Unlock()
	c, st := d.newContext(op)
	if !st.OK() {
		return 0, st
	}
	return c.handle, driver.Status{}
}

// DestroyContext calls aclrtDestroyContext. Work that has not executed is dropped.
func (m *Machine) DestroyContext(ac driver.Context) driver.Status {
	const op = "aclrtDestroyContext"
	if ac == 0 {
		return null(op, "context")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	if c == c.device.primary {
		return fail(driver.RTContextNull, badHandle, op, "%#x is the primary context of device %d, which only aclrtResetDevice ends", uint64(ac), c.device.id)
	}
	c.device.endContext(c)
	return driver.Status{}
}

// DeviceOf calls aclrtGetDevice on a thread that has the context.
func (m *Machine) DeviceOf(ac driver.Context) (int32, driver.Status) {
	c, st := m.lock("aclrtGetDevice", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return c.device.id, driver.Status{}
}

// CheckContext fails as op for a context that does not exist.
func (m *Machine) CheckContext(op string, ac driver.Context) driver.Status {
	c, st := m.lock(op, ac)
	if st.OK() {
		c.device.mu.Unlock()
	}
	return st
}

// CtxGetCurrentDefaultStream calls aclrtCtxGetCurrentDefaultStream.
func (m *Machine) CtxGetCurrentDefaultStream(ac driver.Context) (driver.Stream, driver.Status) {
	c, st := m.lock("aclrtCtxGetCurrentDefaultStream", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return c.defaultStream.handle, driver.Status{}
}
