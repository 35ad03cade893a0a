// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
)

// StreamAttr is aclrtStreamAttr.
type StreamAttr int32

const (
	StreamFailureMode   StreamAttr = 1 // ACL_STREAM_ATTR_FAILURE_MODE, uint64; the others are uint32
	StreamOverflowCheck StreamAttr = 2 // ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK
	StreamCustomTag     StreamAttr = 3 // ACL_STREAM_ATTR_USER_CUSTOM_TAG
	StreamCacheOpInfo   StreamAttr = 4 // ACL_STREAM_ATTR_CACHE_OP_INFO
	StreamPriority      StreamAttr = 5 // ACL_STREAM_ATTR_PRIORITY
)

// streamTuning are attributes that a stream stores, but that have no effect.
type streamTuning struct {
	overflowCheck, customTag, cacheOpInfo, priority uint32
}

func (t *streamTuning) of(attr StreamAttr) *uint32 {
	switch attr {
	case StreamOverflowCheck:
		return &t.overflowCheck
	case StreamCustomTag:
		return &t.customTag
	case StreamCacheOpInfo:
		return &t.cacheOpInfo
	case StreamPriority:
		return &t.priority
	}
	return nil
}

// SetStreamAttribute calls aclrtSetStreamAttribute. For an attribute of 32 bits, it uses the low
// bits of the value.
func (m *Machine) SetStreamAttribute(ac driver.Context, h driver.Stream, attr StreamAttr, value uint64) driver.Status {
	if attr == StreamFailureMode {
		return m.SetStreamFailureMode(ac, h, driver.FailureMode(value))
	}
	s, to, st := m.lockTuning("aclrtSetStreamAttribute", ac, h, attr)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	*to = uint32(value)
	if attr == StreamPriority {
		*to = min(*to, driver.StreamPriorityLeast)
	}
	return driver.Status{}
}

// StreamAttribute calls aclrtGetStreamAttribute.
func (m *Machine) StreamAttribute(ac driver.Context, h driver.Stream, attr StreamAttr) (uint64, driver.Status) {
	const op = "aclrtGetStreamAttribute"
	s, from, st := m.lockTuning(op, ac, h, attr)
	if !st.OK() {
		return 0, st
	}
	defer s.device.mu.Unlock()
	switch {
	case from != nil:
		return uint64(*from), driver.Status{}
	case s.stops:
		return uint64(driver.StopOnFailure), driver.Status{}
	}
	return uint64(driver.ContinueOnFailure), driver.Status{}
}

// lockTuning returns a stream of the context with its device locked, and where it keeps
// an attribute; nowhere for the failure mode.
func (m *Machine) lockTuning(op string, ac driver.Context, h driver.Stream, attr StreamAttr) (*stream, *uint32, driver.Status) {
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return nil, nil, st
	}
	at := s.tuning.of(attr)
	if at == nil && attr != StreamFailureMode {
		s.device.mu.Unlock()
		return nil, nil, fail(driver.RTParamInvalid, badArgument, op, "attribute %d is unknown", attr)
	}
	return s, at, driver.Status{}
}

// StreamFlags calls aclrtStreamGetFlags.
func (m *Machine) StreamFlags(ac driver.Context, h driver.Stream) (uint32, driver.Status) {
	s, st := m.lockStream("aclrtStreamGetFlags", ac, h)
	if !st.OK() {
		return 0, st
	}
	defer s.device.mu.Unlock()
	return s.flags, driver.Status{}
}

// PriorityOf calls aclrtStreamGetPriority.
func (m *Machine) PriorityOf(ac driver.Context, h driver.Stream) (uint32, driver.Status) {
	s, st := m.lockStream("aclrtStreamGetPriority", ac, h)
	if !st.OK() {
		return 0, st
	}
	defer s.device.mu.Unlock()
	return s.tuning.priority, driver.Status{}
}

// StreamsLeft calls aclrtGetStreamAvailableNum.
func (m *Machine) StreamsLeft(ac driver.Context) (uint32, driver.Status) {
	c, st := m.lock("aclrtGetStreamAvailableNum", ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	return uint32(c.device.streamsLeft()), driver.Status{}
}
