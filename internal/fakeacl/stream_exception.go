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

// except reports a failure of an operation. Nothing is locked.
func (s *stream) except(o *operation, t *task, f *failure) {
	call := s.device.machine.exceptions.Load()
	if call == nil {
		return
	}
	e := Exception{Device: s.device.id, Stream: s.id, Task: o.pos, Code: f.code}
	if t != nil && t.function != nil {
		e.Function, e.Args, e.ArgsSize = t.function.handle, t.addr, t.size
		if t.addr == 0 && len(t.args.bytes) > 0 {
			e.Args, e.ArgsSize = s.device.start()+argumentStart, uint64(len(t.args.bytes))
		}
	}
	(*call)(e)
}
