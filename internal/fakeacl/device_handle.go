// SPDX-License-Identifier: Apache-2.0

package fakeacl

// handle is what a caller holds of an object: a number that the device never gives out
// again, the device's own number, and the kind. It leads to the device without a search,
// and a stale one is found in no table.
type handle uint64

type kind uint8

const (
	kindContext kind = iota + 1 // no handle is zero
	kindStream
	kindEvent
	kindPool
	kindBinary
	kindFunction
)

// newHandle makes the next handle of the device.
func (d *device) newHandle(k kind) handle {
	d.serial++
	return handle(d.serial<<serialShift | uint64(uint8(d.id))<<8 | uint64(k))
}

// of returns the device that a handle was made on, nil for no handle of this machine.
func (m *Machine) of(h handle) *device {
	if i := int(h >> 8 & 0xff); h != 0 && i < len(m.devices) {
		return m.devices[i]
	}
	return nil
}
