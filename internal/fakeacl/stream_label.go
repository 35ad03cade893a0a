// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// Labels are places in a stream that the device jumps to, in graphs. The simulated device has no
// graphs: labels can be created, set and destroyed, and streams can be switched, without effect.

// Label is aclrtLabel, and LabelList is aclrtLabelList: handles.
type (
	Label     uintptr
	LabelList uintptr
)

// CreateLabel calls aclrtCreateLabel.
func (m *Machine) CreateLabel(ac driver.Context) (Label, driver.Status) {
	c, st := m.lock("aclrtCreateLabel", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	h := Label(c.device.newHandle(kindLabel))
	c.device.labels[h] = c
	return h, driver.Status{}
}

// label fails as op unless a label exists and is of the context, whose device is locked.
func (c *aclContext) label(op string, h Label) driver.Status {
	of := c.device.labels[h]
	switch {
	case h == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "label is NULL")
	case of == nil:
		return stale(op, "label", handle(h))
	case of != c:
		return fail(driver.RTLabelContext, badHandle, op, "label %#x is of another context", uint64(h))
	}
	return driver.Status{}
}

// DestroyLabel calls aclrtDestroyLabel.
func (m *Machine) DestroyLabel(ac driver.Context, h Label) driver.Status {
	const op = "aclrtDestroyLabel"
	c, st := m.lock(op, ac)
	if !st.OK() {
		return st
	}
	defer c.device.mu.Unlock()
	if st := c.label(op, h); !st.OK() {
		return st
	}
	delete(c.device.labels, h)
	return driver.Status{}
}

// SetLabel calls aclrtSetLabel.
func (m *Machine) SetLabel(ac driver.Context, h Label, hs driver.Stream) driver.Status {
	const op = "aclrtSetLabel"
	s, st := m.lockOwnStream(op, ac, hs)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	return s.context.label(op, h)
}

// CreateLabelList calls aclrtCreateLabelList.
func (m *Machine) CreateLabelList(ac driver.Context, labels []Label) (LabelList, driver.Status) {
	const op = "aclrtCreateLabelList"
	if len(labels) == 0 {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "num is 0")
	}
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	for _, h := range labels {
		if st := c.label(op, h); !st.OK() {
			return 0, st
		}
	}
	h := LabelList(c.device.newHandle(kindLabelList))
	c.device.labelLists[h] = c
	return h, driver.Status{}
}

// DestroyLabelList calls aclrtDestroyLabelList. The labels stay.
func (m *Machine) DestroyLabelList(h LabelList) driver.Status {
	const op = "aclrtDestroyLabelList"
	if h == 0 {
		return fail(driver.RTParamInvalid, nullArgument, op, "labelList is NULL")
	}
	d, st := m.lockDevice(op, "list of labels", handle(h))
	if !st.OK() {
		return st
	}
	defer d.mu.Unlock()
	if d.labelLists[h] == nil {
		return stale(op, "list of labels", handle(h))
	}
	delete(d.labelLists, h)
	return driver.Status{}
}

// StreamSwitch are the arguments of aclrtSwitchStream.
type StreamSwitch struct {
	Left, Right driver.Addr
	Condition   int32 // aclrtCondition
	DataType    int32 // aclrtCompareDataType
	Then, Else  driver.Stream
}

// SwitchStream calls aclrtSwitchStream, and only checks its arguments: the streams that it
// switches to execute nothing by themselves, since they belong to a graph.
func (m *Machine) SwitchStream(ac driver.Context, w StreamSwitch, hs driver.Stream) driver.Status {
	const op = "aclrtSwitchStream"
	const conditions, types = 6, 2
	switch {
	case w.Left == 0 || w.Right == 0 || w.Then == 0:
		return fail(driver.RTParamInvalid, nullArgument, op, "leftValue, rightValue or trueStream is NULL")
	case w.Condition < 0 || w.Condition >= conditions:
		return fail(driver.RTParamInvalid, badArgument, op, "condition %d is unknown: want 0 to %d", w.Condition, conditions-1)
	case w.DataType < 0 || w.DataType >= types:
		return fail(driver.RTParamInvalid, badArgument, op, "data type %d is unknown: want 0 to %d", w.DataType, types-1)
	}
	s, st := m.lockOwnStream(op, ac, hs)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	_, st = s.context.stream(op, w.Then)
	return st
}
