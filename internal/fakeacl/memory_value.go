// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"
	"fmt"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/order"
)

// valueSize is the size of the words that streams write and wait for.
const valueSize = 8

// ValueCondition is the flag of aclrtValueWait. Values are compared without sign on every
// product.
type ValueCondition uint32

const (
	ValueGreaterOrEqual ValueCondition = 0 // ACL_STREAM_WAIT_VALUE_GEQ
	ValueEqual          ValueCondition = 1 // ACL_STREAM_WAIT_VALUE_EQ
	ValueAnd            ValueCondition = 2 // ACL_STREAM_WAIT_VALUE_AND
	ValueNor            ValueCondition = 3 // ACL_STREAM_WAIT_VALUE_NOR
)

// holds reports whether a word in memory satisfies a wait with an operand.
func (c ValueCondition) holds(word, operand uint64) bool {
	switch c {
	case ValueGreaterOrEqual:
		return word >= operand
	case ValueEqual:
		return word == operand
	case ValueAnd:
		return word&operand != 0
	default:
		return ^(word | operand) != 0
	}
}

// written is the last aclrtValueWrite to an address.
type written struct {
	value uint64
	by    order.Stamp
}

// maxWritten limits how many addresses a device remembers. Without them, a wait does not order
// its stream.
const maxWritten = 4096

func (d *device) remember(a driver.Addr, w written) {
	if _, known := d.written[a]; !known && len(d.written) >= maxWritten {
		d.forgetWritten()
	}
	d.written[a].by.Release()
	d.written[a] = w
}

func (d *device) forgetWritten() {
	for _, w := range d.written {
		w.by.Release()
	}
	clear(d.written)
}

// ValueWrite calls aclrtValueWrite.
func (m *Machine) ValueWrite(ac driver.Context, a driver.Addr, value uint64, flags uint32, h driver.Stream) driver.Status {
	const op = "aclrtValueWrite"
	if flags != 0 {
		return fail(driver.RTParamInvalid, badArgument, op, "flag is %#x: want 0", flags)
	}
	s, word, st := m.lockValue(op, ac, a, h)
	if !st.OK() {
		return st
	}
	d := s.device
	defer d.mu.Unlock()
	d.hazards.signalled(a)
	pos := s.line.Next()
	stamp := s.line.Until()
	s.enqueue(&operation{kind: special, pos: pos, special: &specialOperation{
		name: op,
		execute: func(*stream) *failure {
			err := word.with(func(b []byte) { endian.NativeEndian.PutUint64(b, value) })
			if err != nil {
				stamp.Release()
				return &failure{driver.RTSysDMA, fmt.Sprintf("%s: %v", op, err)}
			}
			d.remember(a, written{value, stamp})
			return nil
		},
		dropped: stamp.Release,
	}})
	return driver.Status{}
}

// ValueWait calls aclrtValueWait. The stream looks at the memory again whenever anything has
// executed on the device, and when the host has copied to it.
func (m *Machine) ValueWait(ac driver.Context, a driver.Addr, value uint64, c ValueCondition, h driver.Stream) driver.Status {
	const op = "aclrtValueWait"
	if c > ValueNor {
		return fail(driver.RTParamInvalid, badArgument, op, "flag is %d: want 0 to %d", c, ValueNor)
	}
	s, word, st := m.lockValue(op, ac, a, h)
	if !st.OK() {
		return st
	}
	d := s.device
	defer d.mu.Unlock()
	read := func() (v uint64, err error) {
		err = word.with(func(b []byte) { v = endian.NativeEndian.Uint64(b) })
		return v, err
	}
	s.condition = s.line.Next()
	s.enqueue(&operation{kind: special, pos: s.condition, special: &specialOperation{
		name: op,
		holds: func() bool {
			v, err := read()
			return err != nil || c.holds(v, value)
		},
		execute: func(s *stream) *failure {
			v, err := read()
			if err != nil {
				return &failure{driver.RTSysDMA, fmt.Sprintf("%s: %v", op, err)}
			}
			if w := d.written[a]; w.value == v {
				s.line.After(w.by)
			}
			return nil
		},
	}})
	return driver.Status{}
}

// lockValue returns a stream of the context and a word of memory of its device, which it locks.
func (m *Machine) lockValue(op string, ac driver.Context, a driver.Addr, h driver.Stream) (*stream, word, driver.Status) {
	switch {
	case a == 0:
		return nil, word{}, fail(driver.RTParamInvalid, nullArgument, op, "devAddr is NULL")
	case a%valueSize != 0:
		return nil, word{}, fail(driver.RTParamInvalid, badArgument, op, "devAddr %#x is not a multiple of %d", uint64(a), valueSize)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, word{}, st
	}
	s, st := c.stream(op, h)
	if st.OK() {
		var o operand
		if isVirtualAddress(a) {
			o, st = m.virtualOperand(op, "devAddr", c.device, a, valueSize, true)
		} else {
			o, st = c.device.operand(op, "devAddr", a, valueSize)
		}
		if st.OK() {
			return s, word{o}, driver.Status{}
		}
	}
	c.device.mu.Unlock()
	return nil, word{}, st
}

// word is a word of device memory.
type word struct{ operand }

// with calls f with the bytes of the word. The device is locked.
func (w word) with(f func([]byte)) error {
	if w.by != nil {
		return w.by.machine.virtual.with(w.operand, valueSize, f)
	}
	b, err := w.region.view(w.off, valueSize)
	if err != nil {
		return err
	}
	defer w.region.unview(w.off, valueSize)
	f(b)
	return nil
}
