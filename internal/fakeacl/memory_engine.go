// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// engine is the copy engine of a device during one task: it finds memory by the addresses that
// the task works on, when the task executes.
type engine struct {
	kernel *kernelDevice
	device *device
	pinned *pinnedMemory
	used   []operand // of pinned memory
}

// bytes returns n bytes of device memory or of pinned host memory.
func (e *engine) bytes(a driver.Addr, n uint64) ([]byte, error) { return e.get(a, n, true) }

// read is bytes for memory that the task only reads.
func (e *engine) read(a driver.Addr, n uint64) ([]byte, error) { return e.get(a, n, false) }

func (e *engine) get(a driver.Addr, n uint64, writes bool) ([]byte, error) {
	if IsDeviceAddress(a) {
		return e.kernel.get(a, n, writes)
	}
	o, ok := e.pinned.pinAt(uintptr(a), n)
	if !ok {
		return nil, fmt.Errorf("%d bytes at %#x are neither in device memory nor in pinned host memory", n, uint64(a))
	}
	e.used = append(e.used, o)
	return o.bytes(n)
}

// copy copies n bytes.
func (e *engine) copy(dst, src driver.Addr, n uint64) error {
	from, err := e.read(src, n)
	if err != nil {
		return err
	}
	to, err := e.bytes(dst, n)
	if err != nil {
		return err
	}
	copy(to, from)
	return nil
}

// enqueueEngine enqueues work of the copy engine. An error of the work fails the stream.
func (s *stream) enqueueEngine(op string, work func(e *engine) error) {
	f := &function{name: op, engine: true, kernel: func(*gokernel.Call) error {
		e := &engine{kernel: &s.kernelDevice, device: s.device, pinned: &s.device.machine.pinned}
		defer func() {
			for _, o := range e.used {
				e.pinned.unpin(o)
			}
		}()
		return work(e)
	}}
	t := &task{function: f, blocks: 1}
	s.watched(op, t)
	s.enqueueTask(&operation{kind: launch, pos: s.line.Next()}, t, nil)
}

// numberOf returns the address of memory that a caller named.
func numberOf(m driver.Mem) driver.Addr {
	if m.Host != nil {
		return driver.Addr(uintptr(m.Host))
	}
	return m.Addr
}
