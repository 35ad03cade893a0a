// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolmodel"
	"github.com/ascend-go/aclpool/internal/order"
)

var _ poolmodel.Stream = (*stream)(nil)

// detachedFlags make streams whose work the host does not run: it belongs to a graph, or
// is driven from the device. Waiting for them succeeds at once.
const detachedFlags = driver.StreamPersistent | driver.StreamCPUSchedule | driver.StreamDeviceUseOnly

// stream executes operations in order. All of it is guarded by the device's lock.
type stream struct {
	handle  driver.Stream
	id      int32
	label   *streamLabel
	device  *device
	context *aclContext
	flags   uint32
	stops   bool // a failure stops all streams of the context
	tuning  streamTuning
	limits  limits

	line     order.Line
	executed uint64   // position of the last operation that has been performed
	needed   uint64   // position up to which executed counts, see executor_held.go
	failed   *failure // why the stream executes nothing more

	unreported *failure // the first one since a synchronize has reported one; the stream went on
	overflow   bool     // since the last synchronize

	aborted chan struct{} // closed to make a running kernel end; nil before the first one
	aborts  int           // calls of StreamAbort
	busy    bool          // an operation is being executed that takes time
	stopped bool          // the running operation was stopped
	skip    uint64        // the running operation is the last of those up to here

	inline     bool // the call that enqueues an operation may execute it
	*execution      // nil before the first operation that a call does not execute

	watchNext driver.Watch // of the next operation; nil for none
	condition uint64       // position of the last operation that waits for a condition, see stream_condition.go

	subscriber     *subscriber // processes its reports, or nil
	hostSubscriber *subscriber // calls its host functions; nil: the stream does
	hostFuncs      bool        // a host function was enqueued

	limit *time.Timer // of the operation that it waits in, if that has a time limit
	timed uint64      // position of that operation
	late  uint64      // position of an operation whose time limit has passed

	dependents []*stream // blocked until something executes here
	waiters    []waiter  // goroutines blocked until something executes here
	closing    bool      // execute nothing more
	gone       bool

	before, next *stream // in the context's list
	progress     int     // place in the device's progress, from 1; 0 if it is not there
}

// failure is why a task of a stream has failed.
type failure struct {
	code driver.Code
	text string
}

// Line is the stream's line of work.
func (s *stream) Line() *order.Line { return &s.line }

// Executed is the position of the last operation that has executed.
func (s *stream) Executed() uint64 { return min(s.executed, s.needed) }

// Failed reports whether the stream executes nothing more.
func (s *stream) Failed() bool { return s.failed != nil }

// String returns what texts call the stream, and its device.
func (s *stream) String() string { return s.label.onDevice() }

// detached reports whether the host does not run the stream.
func (s *stream) detached() bool { return s.flags&detachedFlags != 0 }

// streamsLeft returns how many streams the device can still have.
func (d *device) streamsLeft() int {
	cfg := &d.machine.cfg
	return cfg.MaxStreams - d.lines.Len() - d.contexts.len*(cfg.ContextStreams-1)
}

// checkStreams fails if the device cannot have n more streams.
func (d *device) checkStreams(op string, n int) driver.Status {
	if d.streamsLeft() < n {
		return fail(driver.RTNoStreamResource, noResource, op, "device %d has %d streams, which is all that it can have", d.id, d.machine.cfg.MaxStreams)
	}
	return driver.Status{}
}

// newStream makes a stream.
func (c *aclContext) newStream(op string, flags uint32) (*stream, driver.Status) {
	d := c.device
	if st := d.checkStreams(op, 1); !st.OK() {
		return nil, st
	}
	h := d.newHandle(kindStream)
	d.started++
	s := &stream{
		handle:  driver.Stream(h),
		id:      int32(d.serial),
		label:   &streamLabel{id: int32(d.serial), device: d.id},
		device:  d,
		context: c,
		flags:   flags,
		needed:  unheld,
	}
	s.line.Start(d.started, d.host)
	if d.machine.cfg.Held {
		s.needed = 0
	}
	d.streams.put(s.handle, s)
	d.lines.Put(s.line.ID(), s)
	c.streams.add(s)
	d.executor.start(s)
	return s, driver.Status{}
}

// stream returns a stream of the context; zero is the default one. The device is locked.
func (c *aclContext) stream(op string, h driver.Stream) (*stream, driver.Status) {
	s := c.defaultStream
	if h != 0 {
		s = c.device.streams.get(h)
	}
	switch {
	case s == nil && c.device.machine.of(handle(h)) != nil && c.device.machine.of(handle(h)) != c.device:
		return nil, fail(driver.RTStreamContext, badHandle, op, "stream %#x is of another device than the context, which is on device %d", uint64(h), c.device.id)
	case s == nil || s.closing:
		return nil, stale(op, "stream", handle(h))
	case s.context != c:
		return nil, fail(driver.RTStreamContext, badHandle, op, "%s is of another context", s.label)
	}
	return s, driver.Status{}
}

// lockOwnStream returns a stream of the context with its device locked; zero is the default
// one.
func (m *Machine) lockOwnStream(op string, ac driver.Context, h driver.Stream) (*stream, driver.Status) {
	c, st := m.lock(op, ac)
	if !st.OK() {
		return nil, st
	}
	s, st := c.stream(op, h)
	if !st.OK() {
		c.device.mu.Unlock()
	}
	return s, st
}

// lockStream returns a stream of any context with its device locked; zero is the default
// one of ac.
func (m *Machine) lockStream(op string, ac driver.Context, h driver.Stream) (*stream, driver.Status) {
	if h == 0 {
		return m.lockOwnStream(op, ac, 0)
	}
	d, st := m.lockOwner(op, ac, "stream", handle(h))
	if !st.OK() {
		return nil, st
	}
	s := d.streams.get(h)
	if s == nil {
		d.mu.Unlock()
		return nil, stale(op, "stream", handle(h))
	}
	return s, driver.Status{}
}

// CreateStream calls aclrtCreateStream.
func (m *Machine) CreateStream(ac driver.Context) (driver.Stream, driver.Status) {
	return m.createStream("aclrtCreateStream", ac, 0, 0)
}

// CreateStreamWithConfig calls aclrtCreateStreamWithConfig. Every priority is accepted and has
// no effect. Unknown flags are dropped.
func (m *Machine) CreateStreamWithConfig(ac driver.Context, priority, flags uint32) (driver.Stream, driver.Status) {
	return m.createStream("aclrtCreateStreamWithConfig", ac, priority, flags)
}

func (m *Machine) createStream(op string, ac driver.Context, priority, flags uint32) (driver.Stream, driver.Status) {
	c, st := m.lock(op, ac)
	if !st.OK() {
		return 0, st
	}
	defer c.device.mu.Unlock()
	const known = driver.StreamFastLaunch | driver.StreamFastSync | driver.StreamHuge | detachedFlags
	flags &= known
	if flags&driver.StreamDeviceUseOnly != 0 && flags != driver.StreamDeviceUseOnly {
		return 0, fail(driver.RTParamInvalid, badArgument, op, "flags are %#x: device use only (%#x) goes with no other", flags, driver.StreamDeviceUseOnly)
	}
	s, st := c.newStream(op, flags)
	if !st.OK() {
		return 0, st
	}
	s.tuning.priority = min(priority, driver.StreamPriorityLeast)
	return s.handle, driver.Status{}
}

// DestroyStream calls aclrtDestroyStream. It waits for enqueued work; on a stream that has
// failed, it drops the work.
func (m *Machine) DestroyStream(ac driver.Context, h driver.Stream) driver.Status {
	return m.destroyStream("aclrtDestroyStream", ac, h, false)
}

// DestroyStreamForce calls aclrtDestroyStreamForce. It drops enqueued work, closes the Done
// channel of a running kernel, and waits for that kernel.
func (m *Machine) DestroyStreamForce(ac driver.Context, h driver.Stream) driver.Status {
	return m.destroyStream("aclrtDestroyStreamForce", ac, h, true)
}

func (m *Machine) destroyStream(op string, ac driver.Context, h driver.Stream, force bool) driver.Status {
	if h == 0 {
		return null(op, "stream")
	}
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	d := s.device
	defer d.mu.Unlock()
	d.streams.remove(h)
	if !force {
		s.drain()
	}
	d.end([]*stream{s})
	return driver.Status{}
}

// StreamGetID calls aclrtStreamGetId.
func (m *Machine) StreamGetID(ac driver.Context, h driver.Stream) (int32, driver.Status) {
	s, st := m.lockStream("aclrtStreamGetId", ac, h)
	if !st.OK() {
		return 0, st
	}
	defer s.device.mu.Unlock()
	return s.id, driver.Status{}
}

// SetStreamFailureMode calls aclrtSetStreamFailureMode. By default a stream goes on after a
// task that has failed, and the next synchronize reports the failure once. A stream that stops
// on failure executes nothing more, nor do the other streams of its context, and every wait
// reports the failure.
func (m *Machine) SetStreamFailureMode(ac driver.Context, h driver.Stream, mode driver.FailureMode) driver.Status {
	const op = "aclrtSetStreamFailureMode"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	stop := mode&driver.StopOnFailure != 0
	if s.stops && !stop {
		return fail(driver.RTFeatureNotSupport, unsupported, op, "%s stops on failure, which cannot be undone", s.label)
	}
	s.stops = stop
	return driver.Status{}
}
