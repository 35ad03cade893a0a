// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"math"
	"sync/atomic"

	"github.com/ascend-go/aclpool/internal/driver"
)

// KernelLimit is aclrtDeviceLimit: memory that kernels get. The simulated device stores the
// limits, for all devices.
type KernelLimit int32

const (
	LimitStack KernelLimit = 2 // ACL_RT_DEV_LIMIT_SIMD_STACK_SIZE, of a core
	LimitPrint KernelLimit = 3 // ACL_RT_DEV_LIMIT_SIMD_PRINTF_FIFO_SIZE_PER_CORE
	lastLimit              = 4 // those that are left out are of kernels that work in threads
)

// Sizes of stacks and of memory for printing, in bytes.
const (
	stackDefault, stackUnit             = 32 << 10, 16 << 10
	printDefault, printLeast, printMost = 32 << 10, 1 << 10, 64 << 20
	printUnit                           = 8
)

// kernelLimits are what a program has set; 0 is the default.
type kernelLimits struct{ stack, print atomic.Uint64 }

// kernelLimit returns where a limit is, and its default.
func (m *Machine) kernelLimit(op string, limit KernelLimit) (at *atomic.Uint64, byDefault uint64, st driver.Status) {
	switch {
	case limit < 0 || limit > lastLimit:
		return nil, 0, fail(driver.InvalidParam, badArgument, op, "limit %d is unknown: want 0 to %d", limit, lastLimit)
	case m.is310P():
		return nil, 0, m.productLacks(op, "limits of kernels")
	case limit == LimitStack:
		return &m.kernelLimits.stack, stackDefault, st
	case limit == LimitPrint:
		return &m.kernelLimits.print, printDefault, st
	}
	return nil, 0, m.productLacks(op, "kernels that work in threads")
}

// SetKernelLimit calls aclrtDeviceSetLimit. A stack that is not larger than the default leaves the
// default. It needs no context.
func (m *Machine) SetKernelLimit(limit KernelLimit, value uint64) driver.Status {
	const op = "aclrtDeviceSetLimit"
	at, _, st := m.kernelLimit(op, limit)
	switch {
	case !st.OK():
		return st
	case value > math.MaxUint32:
		return fail(driver.InvalidParam, badArgument, op, "value is %d: want at most %d", value, uint32(math.MaxUint32))
	case limit == LimitPrint && (value < printLeast || value > printMost):
		return fail(driver.RTParamInvalid, badArgument, op, "value is %d: want %d to %d", value, printLeast, printMost)
	case limit == LimitPrint:
		at.Store(roundUp(value, printUnit))
	case value > stackDefault:
		at.Store(roundUp(value, stackUnit))
	}
	return driver.Status{}
}

// KernelLimit calls aclrtDeviceGetLimit.
func (m *Machine) KernelLimit(limit KernelLimit) (uint64, driver.Status) {
	at, byDefault, st := m.kernelLimit("aclrtDeviceGetLimit", limit)
	if !st.OK() {
		return 0, st
	}
	return orDefault(at.Load(), byDefault), driver.Status{}
}
