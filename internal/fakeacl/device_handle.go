// SPDX-License-Identifier: Apache-2.0

package fakeacl

// handle identifies an object to callers. It consists of a number that the device never uses
// again, the number of the device, and the kind of object. So the device is found without a
// search, and a stale handle is in no table.
type handle uint64

type kind uint8

const (
	kindContext kind = iota + 1 // no handle is zero
	kindStream
	kindEvent
	kindPool
	kindBinary
	kindFunction
	kindPhysical
	kindNotify
	kindCountNotify
	kindLabel
	kindLabelList
)

// newHandle makes the next handle of the device.
func (d *device) newHandle(k kind) handle {
	d.serial++
	return handle(d.serial<<serialShift | uint64(uint8(d.id))<<8 | uint64(k))
}

// of returns the device of a handle, or nil if it is not a handle of this machine.
func (m *Machine) of(h handle) *device {
	if i := int(h >> 8 & 0xff); h != 0 && i < len(m.devices) {
		return m.devices[i]
	}
	return nil
}
