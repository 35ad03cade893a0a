// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// Notify is aclrtNotify or aclrtCntNotify: a handle.
type Notify uintptr

// NotifyDeviceUseOnly is ACL_NOTIFY_DEVICE_USE_ONLY, the only flag of notifies.
const NotifyDeviceUseOnly uint64 = 1

// notify is a semaphore of a device: a counter that streams change and wait for. One that does
// not count is 1 when it is set, else 0. The device's lock guards it.
type notify struct {
	device   *device
	context  *aclContext
	counting bool
	flags    uint64
	id       uint32
	handles  int // that are not destroyed

	value uint32
	since order.Stamp // of the operation that has given it its value; zero for none
}

func (n *notify) set(value uint32, by order.Stamp) {
	n.since.Release()
	n.value, n.since = value, by
}

// destroy ends one of its handles, and the notify with the last one.
func (n *notify) destroy() {
	if n.handles--; n.handles == 0 {
		n.set(0, order.Stamp{})
	}
}

// change enqueues an operation that changes the value. A change to the same value is none: the
// waits that it satisfies are satisfied since the operation before.
func (s *stream) change(op string, n *notify, f func(uint32) uint32) {
	pos := s.line.Next()
	stamp := s.line.Until()
	s.enqueue(&operation{kind: special, pos: pos, special: &specialOperation{
		name: op,
		execute: func(*stream) *failure {
			if v := f(n.value); v != n.value {
				n.set(v, stamp)
			} else {
				stamp.Release()
			}
			return nil
		},
		dropped: stamp.Release,
	}})
}

// await enqueues a wait for a value of a notify.
func (s *stream) await(op string, n *notify, limit time.Duration, holds func(uint32) bool, clear bool) {
	s.condition = s.line.Next()
	s.enqueue(&operation{kind: special, pos: s.condition, special: &specialOperation{
		name:  op,
		limit: limit,
		holds: func() bool { return holds(n.value) },
		execute: func(s *stream) *failure {
			s.line.After(n.since)
			if clear {
				n.set(0, order.Stamp{})
			}
			return nil
		},
	}})
}

// CreateNotify calls aclrtCreateNotify.
func (m *Machine) CreateNotify(ac driver.Context, flags uint64) (Notify, driver.Status) {
	return m.createNotify("aclrtCreateNotify", ac, kindNotify, flags)
}

func (m *Machine) createNotify(op string, ac driver.Context, k kind, flags uint64) (Notify, driver.Status) {
	if flags > NotifyDeviceUseOnly {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: want 0 or %#x", flags, NotifyDeviceUseOnly)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	d := c.device
	defer d.mu.Unlock()
	h := Notify(d.newHandle(k))
	d.notifies[h] = &notify{device: d, context: c, counting: k == kindCountNotify, flags: flags, id: d.lastNotify, handles: 1}
	d.lastNotify++
	return h, driver.Status{}
}

// DestroyNotify calls aclrtDestroyNotify. Enqueued records and waits are not affected.
func (m *Machine) DestroyNotify(h Notify) driver.Status {
	return m.destroyNotify("aclrtDestroyNotify", h, false)
}

func (m *Machine) destroyNotify(op string, h Notify, counting bool) driver.Status {
	n, st := m.lockNotify(op, h, counting)
	if !st.OK() {
		return st
	}
	defer n.device.mu.Unlock()
	delete(n.device.notifies, h)
	n.destroy()
	return driver.Status{}
}

// lockNotify returns a notify with its device locked. No context is needed.
func (m *Machine) lockNotify(op string, h Notify, counting bool) (*notify, driver.Status) {
	if h == 0 {
		return nil, fail(driver.RTParamInvalid, nullArgument, op, "notify is NULL")
	}
	d, st := m.lockDevice(op, "notify", handle(h))
	if !st.OK() {
		return nil, st
	}
	if n := d.notifies[h]; n != nil && n.counting == counting {
		return n, driver.Status{}
	}
	d.mu.Unlock()
	return nil, stale(op, "notify", handle(h))
}

// lockNotified returns a notify and a stream of the context on the same device, which it locks.
func (m *Machine) lockNotified(op string, ac driver.Context, h Notify, counting bool, hs driver.Stream) (*notify, *stream, driver.Status) {
	n, st := m.lockNotify(op, h, counting)
	if !st.OK() {
		return nil, nil, st
	}
	n.device.mu.Unlock()
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, nil, st
	}
	s, st := c.stream(op, hs)
	switch {
	case st.OK() && n.device != c.device:
		st = fail(driver.RTParamInvalid, badArgument, op, "the notify is on device %d and %s on device %d: want one device", n.device.id, s.label, c.device.id)
	case st.OK() && c.device.notifies[h] != n:
		st = stale(op, "notify", handle(h))
	case st.OK() && n.flags&NotifyDeviceUseOnly != 0:
		st = fail(driver.RTParamInvalid, badArgument, op, "the notify is for use on the device only")
	}
	if !st.OK() {
		c.device.mu.Unlock()
	}
	return n, s, st
}

// RecordNotify calls aclrtRecordNotify.
func (m *Machine) RecordNotify(ac driver.Context, h Notify, hs driver.Stream) driver.Status {
	const op = "aclrtRecordNotify"
	n, s, st := m.lockNotified(op, ac, h, false, hs)
	if !st.OK() {
		return st
	}
	defer n.device.mu.Unlock()
	s.change(op, n, func(uint32) uint32 { return 1 })
	return driver.Status{}
}

// WaitAndResetNotify calls aclrtWaitAndResetNotify. The timeout is in milliseconds; 0 is none.
func (m *Machine) WaitAndResetNotify(ac driver.Context, h Notify, hs driver.Stream, ms uint32) driver.Status {
	const op = "aclrtWaitAndResetNotify"
	n, s, st := m.lockNotified(op, ac, h, false, hs)
	if !st.OK() {
		return st
	}
	defer n.device.mu.Unlock()
	s.await(op, n, time.Duration(ms)*time.Millisecond, func(v uint32) bool { return v != 0 }, true)
	return driver.Status{}
}

// NotifyBatchReset calls aclrtNotifyBatchReset, which clears notifies at once, in no stream's
// order. It clears none if one of them does not exist.
func (m *Machine) NotifyBatchReset(handles []Notify) driver.Status {
	const op = "aclrtNotifyBatchReset"
	if len(handles) == 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "num is 0")
	}
	for _, h := range handles {
		n, st := m.lockNotify(op, h, false)
		if !st.OK() {
			return st
		}
		n.device.mu.Unlock()
	}
	for _, h := range handles {
		if n, st := m.lockNotify(op, h, false); st.OK() {
			n.set(0, order.Stamp{})
			n.device.mu.Unlock()
		}
	}
	return driver.Status{}
}

// NotifyID calls aclrtGetNotifyId.
func (m *Machine) NotifyID(h Notify) (uint32, driver.Status) {
	return m.notifyID("aclrtGetNotifyId", h, false)
}

func (m *Machine) notifyID(op string, h Notify, counting bool) (uint32, driver.Status) {
	n, st := m.lockNotify(op, h, counting)
	if !st.OK() {
		return 0, st
	}
	defer n.device.mu.Unlock()
	return n.id, driver.Status{}
}
