// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// Exception is aclrtExceptionInfo: a task that has failed.
type Exception struct {
	Device   int32
	Stream   int32
	Task     uint64 // position in the stream
	Code     driver.Code
	Args     driver.Addr // of a kernel: the device address of its arguments, while it runs
	ArgsSize uint64
	Function driver.Function // the kernel, or 0
	Thread   uint32          // that enqueued the task, see [Machine.RecordThreads]
}

// OnException has f called for every task that fails, before the failure is reported. It replaces
// the function of an earlier call; nil calls none. f runs on a goroutine of the device with
// nothing locked, and several calls may run at once.
func (m *Machine) OnException(f func(Exception)) {
	if f == nil {
		m.exceptions.Store(nil)
		return
	}
	m.exceptions.Store(&f)
}

// RecordThreads has f called for every copy, fill and launch that is enqueued, on the goroutine
// of the call and with the device locked. It returns the number of the thread.
func (m *Machine) RecordThreads(f func() uint32) { m.threads.Store(&f) }

// thread returns the number of the thread that makes a call, or 0 if threads are not recorded.
func (m *Machine) thread() uint32 {
	if f := m.threads.Load(); f != nil {
		return (*f)()
	}
	return 0
}

// OnBinaryException calls aclrtBinarySetExceptionCallback: it has f called for every kernel of a
// binary that fails, after the function of [Machine.OnException], and replaces the function of an
// earlier call. It ends with the binary.
func (m *Machine) OnBinaryException(ac driver.Context, h driver.Binary, f func(Exception)) driver.Status {
	b, st := m.lockBinary("aclrtBinarySetExceptionCallback", ac, h)
	if !st.OK() {
		return st
	}
	defer b.device.mu.Unlock()
	b.exception = f
	return driver.Status{}
}

// ofBinary returns the function for failures of a kernel's binary, nil if there is none.
func (d *device) ofBinary(f *function) func(Exception) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if b := d.binaries[f.binary]; b != nil {
		return b.exception
	}
	return nil
}

// except reports a failure of an operation. Nothing is locked.
func (s *stream) except(o *operation, t *task, f *failure) {
	e := s.exception(o, t, f)
	if call := s.device.machine.exceptions.Load(); call != nil {
		(*call)(e)
	}
	if t != nil && t.function != nil {
		if call := s.device.ofBinary(t.function); call != nil {
			call(e)
		}
	}
}

func (s *stream) exception(o *operation, t *task, f *failure) Exception {
	e := Exception{Device: s.device.id, Stream: s.id, Task: o.pos, Code: f.code}
	if t != nil {
		e.Thread = t.thread
	}
	if t != nil && t.function != nil {
		e.Function, e.Args, e.ArgsSize = t.function.handle, t.addr, t.size
		if t.addr == 0 && len(t.args.bytes) > 0 {
			e.Args, e.ArgsSize = s.device.start()+argumentStart, uint64(len(t.args.bytes))
		}
	}
	return e
}
