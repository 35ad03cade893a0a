// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// FunctionAttr is aclrtFuncAttribute.
type FunctionAttr int32

const (
	FunctionKernelType  FunctionAttr = 1 // ACL_FUNC_ATTR_KERNEL_TYPE
	FunctionKernelRatio FunctionAttr = 2 // ACL_FUNC_ATTR_KERNEL_RATIO
	FunctionSchedMode   FunctionAttr = 3 // ACL_FUNC_ATTR_KERNEL_SCHED_MODE
)

// kernelTypeAICore is ACL_KERNEL_TYPE_AICORE, the type of every simulated kernel.
const kernelTypeAICore = 0

// lockFunction returns a function with its device locked. No context is needed.
func (m *Machine) lockFunction(op string, h driver.Function) (*function, *device, driver.Status) {
	if h == 0 {
		return nil, nil, null(op, "funcHandle")
	}
	d, st := m.lockDevice(op, "kernel", handle(h))
	if !st.OK() {
		return nil, nil, st
	}
	if f := d.functions[h]; f != nil {
		return f, d, driver.Status{}
	}
	d.mu.Unlock()
	return nil, nil, stale(op, "kernel", handle(h))
}

// CheckFunction fails as op for a function that does not exist.
func (m *Machine) CheckFunction(op string, h driver.Function) driver.Status {
	_, d, st := m.lockFunction(op, h)
	if st.OK() {
		d.mu.Unlock()
	}
	return st
}

// FunctionName calls aclrtGetFunctionName for a buffer of so many bytes.
func (m *Machine) FunctionName(h driver.Function, room uint32) (string, driver.Status) {
	const op = "aclrtGetFunctionName"
	f, d, st := m.lockFunction(op, h)
	if !st.OK() {
		return "", st
	}
	defer d.mu.Unlock()
	if uint64(room) < uint64(len(f.name))+1 {
		return "", fail(driver.RTParamInvalid, badArgument, op, "maxLen is %d: the name and its end take %d bytes", room, len(f.name)+1)
	}
	return f.name, driver.Status{}
}

// FunctionAttribute calls aclrtGetFunctionAttribute. All simulated kernels are of one kind.
func (m *Machine) FunctionAttribute(h driver.Function, attr FunctionAttr) (int64, driver.Status) {
	const op = "aclrtGetFunctionAttribute"
	if st := m.CheckFunction(op, h); !st.OK() {
		return 0, st
	}
	switch attr {
	case FunctionKernelType:
		return kernelTypeAICore, driver.Status{}
	case FunctionKernelRatio, FunctionSchedMode:
		return 0, driver.Status{}
	}
	return 0, fail(driver.RTParamInvalid, badArgument, op, "attribute %d is unknown", attr)
}

// FunctionBinary calls aclrtFunctionGetBinary.
func (m *Machine) FunctionBinary(h driver.Function) (driver.Binary, driver.Status) {
	f, d, st := m.lockFunction("aclrtFunctionGetBinary", h)
	if !st.OK() {
		return 0, st
	}
	defer d.mu.Unlock()
	return f.binary, driver.Status{}
}
