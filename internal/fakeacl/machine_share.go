// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/ascend-go/aclpool/internal/driver"
)

// shares are objects that have been exported for other processes. The simulated device exists in
// one process only, so an import works in the process that has exported the object.
type shares struct {
	mu      sync.Mutex
	last    uint64
	objects map[string]any // by key
}

// keyPrefix begins a key. The number of the process follows.
const keyPrefix = "aclpool-sim-"

// ShareKeySize is the size of a buffer for a key, with the byte that ends it.
const ShareKeySize = 65

// sharedMemory is an exported range.
type sharedMemory struct {
	start driver.Addr
	size  uint64
}

// export stores an object and returns its key.
func (s *shares) export(object any) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.objects == nil {
		s.objects = make(map[string]any)
	}
	s.last++
	key := fmt.Sprintf("%s%d-%d", keyPrefix, os.Getpid(), s.last)
	s.objects[key] = object
	return key
}

// imported returns the object of a key, which has type T. It fails as op for a key of another
// process, which the simulated device cannot import.
func imported[T any](s *shares, op, key string) (object T, _ driver.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if object, ok := s.objects[key].(T); ok {
		return object, driver.Status{}
	}
	own := fmt.Sprintf("%s%d-", keyPrefix, os.Getpid())
	if strings.HasPrefix(key, keyPrefix) && !strings.HasPrefix(key, own) {
		return object, fail(driver.FeatureUnsupported, unsupported, op, "%q is of another process: the simulated device exists in one process only", key)
	}
	return object, fail(driver.RTParamInvalid, badArgument, op, "%q is no key of this kind of object", key)
}

// ExportMemory calls aclrtIpcMemGetExportKey.
func (m *Machine) ExportMemory(a driver.Addr, size uint64) (string, driver.Status) {
	const op = "aclrtIpcMemGetExportKey"
	if st := m.checkLive(op, a, size); !st.OK() {
		return "", st
	}
	return m.shares.export(sharedMemory{a, size}), driver.Status{}
}

// checkLive fails as op unless a range is in one live allocation of a device.
func (m *Machine) checkLive(op string, a driver.Addr, size uint64) driver.Status {
	d := m.deviceOf(a)
	if d == nil || size == 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "%d bytes at %#x are no device memory", size, uint64(a))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	_, st := d.operand(op, "devPtr", a, size)
	return st
}

// ImportMemory calls aclrtIpcMemImportByKey. The address is that of the exported memory.
func (m *Machine) ImportMemory(key string) (driver.Addr, driver.Status) {
	const op = "aclrtIpcMemImportByKey"
	s, st := imported[sharedMemory](&m.shares, op, key)
	if !st.OK() {
		return 0, st
	}
	return s.start, m.checkLive(op, s.start, s.size)
}

// CloseMemory calls aclrtIpcMemClose.
func (m *Machine) CloseMemory(key string) driver.Status {
	const op = "aclrtIpcMemClose"
	if _, st := imported[sharedMemory](&m.shares, op, key); !st.OK() {
		return st
	}
	m.shares.mu.Lock()
	defer m.shares.mu.Unlock()
	delete(m.shares.objects, key)
	return driver.Status{}
}

// AllowProcesses calls aclrtIpcMemSetImportPid, or as op aclrtNotifySetImportPid: only the process
// itself can be allowed.
func (m *Machine) AllowProcesses(op string, pids []int32) driver.Status {
	if len(pids) == 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "num is 0")
	}
	for _, pid := range pids {
		if int(pid) != os.Getpid() {
			return fail(driver.FeatureUnsupported, unsupported, op, "process %d cannot import: the simulated device exists in one process only", pid)
		}
	}
	return driver.Status{}
}

// CheckShared fails as op for memory that has not been exported under the key.
func (m *Machine) CheckShared(op, key string) driver.Status {
	_, st := imported[sharedMemory](&m.shares, op, key)
	return st
}

// ExportNotify calls aclrtNotifyGetExportKey.
func (m *Machine) ExportNotify(h Notify) (string, driver.Status) {
	n, st := m.lockNotify("aclrtNotifyGetExportKey", h, false)
	if !st.OK() {
		return "", st
	}
	defer n.device.mu.Unlock()
	return m.shares.export(n), driver.Status{}
}

// ImportNotify calls aclrtNotifyImportByKey: it returns another handle of the notify, which lives
// until all its handles are destroyed.
func (m *Machine) ImportNotify(key string) (Notify, driver.Status) {
	const op = "aclrtNotifyImportByKey"
	n, st := imported[*notify](&m.shares, op, key)
	if !st.OK() {
		return 0, st
	}
	n.device.mu.Lock()
	defer n.device.mu.Unlock()
	if n.handles == 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "the notify of %q has been destroyed", key)
	}
	n.handles++
	h := Notify(n.device.newHandle(kindNotify))
	n.device.notifies[h] = n
	return h, driver.Status{}
}

// ExportEvent calls aclrtIpcGetEventHandle for an event that was made for that.
func (m *Machine) ExportEvent(h driver.Event) (string, driver.Status) {
	const op = "aclrtIpcGetEventHandle"
	e, st := m.lockEvent(op, 0, h)
	if !st.OK() {
		return "", st
	}
	defer e.device.mu.Unlock()
	if !e.has(driver.EventIPC) {
		return "", fail(driver.RTParamInvalid, badArgument, op, "the event has flags %#x: only one with %#x can be shared", e.flags, driver.EventIPC)
	}
	return m.shares.export(e), driver.Status{}
}

// ImportEvent calls aclrtIpcOpenEventHandle: it returns another handle of the event, which lives
// until all its handles are destroyed.
func (m *Machine) ImportEvent(key string) (driver.Event, driver.Status) {
	const op = "aclrtIpcOpenEventHandle"
	e, st := imported[*event](&m.shares, op, key)
	if !st.OK() {
		return 0, st
	}
	e.device.mu.Lock()
	defer e.device.mu.Unlock()
	if e.handles == 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "the event of %q has been destroyed", key)
	}
	e.handles++
	h := driver.Event(e.device.newHandle(kindEvent))
	e.device.events[h] = e
	return h, driver.Status{}
}
