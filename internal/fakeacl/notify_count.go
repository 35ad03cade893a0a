// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// CountRecordMode is aclrtCntNotifyRecordMode: what a record does with the value of a counting
// notify.
type CountRecordMode int32

const (
	CountSet CountRecordMode = 0 // ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE
	CountAdd CountRecordMode = 1 // ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE
	CountOr  CountRecordMode = 2 // ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE
	CountAnd CountRecordMode = 4 // ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE
)

// change returns what a record with an operand does, or nil for an unknown mode.
func (mode CountRecordMode) change(operand uint32) func(uint32) uint32 {
	switch mode {
	case CountSet:
		return func(uint32) uint32 { return operand }
	case CountAdd:
		return func(v uint32) uint32 { return v + operand }
	case CountOr:
		return func(v uint32) uint32 { return v | operand }
	case CountAnd:
		return func(v uint32) uint32 { return v & operand }
	}
	return nil
}

// CountWaitMode is aclrtCntNotifyWaitMode: which values of a counting notify end a wait.
type CountWaitMode int32

const (
	CountLess           CountWaitMode = 0 // ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE
	CountEqual          CountWaitMode = 1 // ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE
	CountGreater        CountWaitMode = 2 // ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE
	CountGreaterOrEqual CountWaitMode = 3 // ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE
	CountEqualMasked    CountWaitMode = 4 // ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE
)

// condition returns what a wait with an operand waits for, or nil for an unknown mode.
func (mode CountWaitMode) condition(operand uint32) func(uint32) bool {
	switch mode {
	case CountLess:
		return func(v uint32) bool { return v < operand }
	case CountEqual:
		return func(v uint32) bool { return v == operand }
	case CountGreater:
		return func(v uint32) bool { return v > operand }
	case CountGreaterOrEqual:
		return func(v uint32) bool { return v >= operand }
	case CountEqualMasked:
		return func(v uint32) bool { return v&operand == operand }
	}
	return nil
}

// CountWait is aclrtCntNotifyWaitInfo.
type CountWait struct {
	Mode    CountWaitMode
	Value   uint32
	Seconds uint32 // 0 is no limit
	Clear   bool   // clear the value after the wait
}

// CreateCountNotify calls aclrtCntNotifyCreate.
func (m *Machine) CreateCountNotify(ac driver.Context, flags uint64) (Notify, driver.Status) {
	return m.createNotify("aclrtCntNotifyCreate", ac, kindCountNotify, flags)
}

// DestroyCountNotify calls aclrtCntNotifyDestroy.
func (m *Machine) DestroyCountNotify(h Notify) driver.Status {
	return m.destroyNotify("aclrtCntNotifyDestroy", h, true)
}

// CountNotifyID calls aclrtCntNotifyGetId.
func (m *Machine) CountNotifyID(h Notify) (uint32, driver.Status) {
	return m.notifyID("aclrtCntNotifyGetId", h, true)
}

// RecordCountNotify calls aclrtCntNotifyRecord.
func (m *Machine) RecordCountNotify(ac driver.Context, h Notify, hs driver.Stream, mode CountRecordMode, value uint32) driver.Status {
	return m.recordCount("aclrtCntNotifyRecord", ac, h, hs, mode, value)
}

// ResetCountNotify calls aclrtCntNotifyReset, which clears the value in the order of the stream.
func (m *Machine) ResetCountNotify(ac driver.Context, h Notify, hs driver.Stream) driver.Status {
	return m.recordCount("aclrtCntNotifyReset", ac, h, hs, CountSet, 0)
}

func (m *Machine) recordCount(op string, ac driver.Context, h Notify, hs driver.Stream, mode CountRecordMode, value uint32) driver.Status {
	change := mode.change(value)
	if change == nil {
		return fail(driver.RTParamInvalid, badArgument, op, "mode %d is unknown", mode)
	}
	n, s, st := m.lockNotified(op, ac, h, true, hs)
	if !st.OK() {
		return st
	}
	defer n.device.mu.Unlock()
	s.change(op, n, change)
	return driver.Status{}
}

// WaitCountNotify calls aclrtCntNotifyWaitWithTimeout.
func (m *Machine) WaitCountNotify(ac driver.Context, h Notify, hs driver.Stream, w CountWait) driver.Status {
	const op = "aclrtCntNotifyWaitWithTimeout"
	holds := w.Mode.condition(w.Value)
	if holds == nil {
		return fail(driver.RTParamInvalid, badArgument, op, "mode %d is unknown", w.Mode)
	}
	n, s, st := m.lockNotified(op, ac, h, true, hs)
	if !st.OK() {
		return st
	}
	defer n.device.mu.Unlock()
	s.await(op, n, time.Duration(w.Seconds)*time.Second, holds, w.Clear)
	return driver.Status{}
}
