// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	endian "encoding/binary"

	"github.com/ascend-go/aclpool/internal/driver"
)

// OverflowMode is aclrtFloatOverflowMode: saturate (0), infinities and NaN (1), or undefined (2).
// Kernels in Go and C compute as they do, whatever the mode.
type OverflowMode int32

const lastOverflowMode OverflowMode = 2

// overflowStatusSize is the size of what aclrtGetOverflowStatus writes.
const overflowStatusSize = 64

// SetOverflowMode calls aclrtSetDeviceSatMode for the device of the context.
func (m *Machine) SetOverflowMode(ac driver.Context, mode OverflowMode) driver.Status {
	const op = "aclrtSetDeviceSatMode"
	if mode < 0 || mode > lastOverflowMode {
		return fail(driver.RTParamInvalid, badArgument, op, "mode %d is unknown: want 0 to %d", mode, lastOverflowMode)
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	c.device.overflowMode = mode
	return driver.Status{}
}

// OverflowModeOf calls aclrtGetDeviceSatMode.
func (m *Machine) OverflowModeOf(ac driver.Context) (OverflowMode, driver.Status) {
	c, st := m.lock("aclrtGetDeviceSatMode", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return c.device.overflowMode, driver.Status{}
}

// OverflowStatus calls aclrtGetOverflowStatus: when the stream gets there, it writes 64 bytes to
// device memory, whose first word is 1 if a kernel of the device has reported an overflow since
// the last reset, else 0.
func (m *Machine) OverflowStatus(ac driver.Context, out driver.Addr, size uint64, h driver.Stream) driver.Status {
	const op = "aclrtGetOverflowStatus"
	switch {
	case out == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "outputAddr is NULL")
	case size != overflowStatusSize:
		return fail(driver.RTParamInvalid, badArgument, op, "outputSize is %d: want %d", size, overflowStatusSize)
	}
	return m.enqueueEngineWork(op, ac, h, func(e *engine) error {
		b, err := e.bytes(out, overflowStatusSize)
		if err != nil {
			return err
		}
		clear(b)
		endian.NativeEndian.PutUint32(b, e.overflowed())
		return nil
	})
}

// overflowed returns 1 if the device has a report of an overflow, else 0.
func (e *engine) overflowed() uint32 {
	e.device.mu.Lock()
	defer e.device.mu.Unlock()
	if e.device.overflowed {
		return 1
	}
	return 0
}

// ResetOverflowStatus calls aclrtResetOverflowStatus, in the order of the stream.
func (m *Machine) ResetOverflowStatus(ac driver.Context, h driver.Stream) driver.Status {
	return m.enqueueEngineWork("aclrtResetOverflowStatus", ac, h, func(e *engine) error {
		e.device.mu.Lock()
		defer e.device.mu.Unlock()
		e.device.overflowed = false
		return nil
	})
}
