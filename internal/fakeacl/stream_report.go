// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"sync"
	"time"

	"github.com/ascend-go/aclpool/internal/driver"
)

// maxSubscribers is the largest number of threads that process reports.
const maxSubscribers = 1024

// reports holds the threads of the program that process the reports of streams, by number.
type reports struct {
	mu          sync.Mutex
	subscribers map[uint64]*subscriber
}

// subscriber is a thread that processes the reports of streams of one device.
type subscriber struct {
	device  *device
	streams int // that it serves, guarded by reports

	mu      sync.Mutex
	waiting []*report
	arrived chan struct{} // holds one token if something may be waiting
}

// report is a callback that waits for its thread.
type report struct {
	stream *stream
	call   func()
	done   chan struct{} // closed when it has been called, or never will be
}

// Subscribe calls aclrtSubscribeReport: the thread processes the reports of the stream.
func (m *Machine) Subscribe(ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	const op = "aclrtSubscribeReport"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if s.hostFuncs || s.subscriber != nil {
		return fail(driver.RTStreamSubscribe, badOrder, op, "%s is served already, by a thread or by aclrtLaunchHostFunc", s.label)
	}
	m.process.reports.mu.Lock()
	defer m.process.reports.mu.Unlock()
	sub := m.process.reports.subscribers[thread]
	switch {
	case sub != nil && sub.device != s.device:
		return fail(driver.RTThreadSubscribe, badOrder, op, "thread %d serves streams of device %d, and of no other", thread, sub.device.id)
	case sub == nil && len(m.process.reports.subscribers) >= maxSubscribers:
		return fail(driver.RTResourceAllocFail, noResource, op, "%d threads are subscribed, which is all that can be", maxSubscribers)
	case sub == nil:
		if m.process.reports.subscribers == nil {
			m.process.reports.subscribers = make(map[uint64]*subscriber)
		}
		sub = &subscriber{device: s.device, arrived: make(chan struct{}, 1)}
		m.process.reports.subscribers[thread] = sub
	}
	sub.streams++
	s.subscriber = sub
	return driver.Status{}
}

// Unsubscribe calls aclrtUnSubscribeReport. Reports of the stream that the thread has not
// processed are dropped, and a stream that waits for them continues.
func (m *Machine) Unsubscribe(ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	const op = "aclrtUnSubscribeReport"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	m.process.reports.mu.Lock()
	defer m.process.reports.mu.Unlock()
	sub := m.process.reports.subscribers[thread]
	if sub == nil || s.subscriber != sub {
		return fail(driver.RTThreadSubscribe, badOrder, op, "thread %d does not process the reports of %s", thread, s.label)
	}
	s.subscriber = nil
	sub.drop(s)
	if sub.streams--; sub.streams == 0 {
		delete(m.process.reports.subscribers, thread)
	}
	return driver.Status{}
}

// LaunchCallback calls aclrtLaunchCallback. When the stream reaches it, f is queued for the
// thread that processes the reports of the stream. If block is true, the stream continues only
// when f has returned.
func (m *Machine) LaunchCallback(ac driver.Context, f func(), block bool, h driver.Stream) driver.Status {
	const op = "aclrtLaunchCallback"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	switch {
	case f == nil:
		return fail(driver.RTParamInvalid, nullArgument, op, "fn is NULL")
	case s.subscriber == nil:
		return fail(driver.RTStreamNoCBReg, badOrder, op, "no thread processes the reports of %s: subscribe one first", s.label)
	}
	s.enqueueHost("a callback", func(done <-chan struct{}) {
		r := m.deliver(s, f)
		if r == nil || !block {
			return
		}
		select {
		case <-r.done:
		case <-done:
		}
	})
	return driver.Status{}
}

// deliver queues a callback for the thread of the stream, if it still has one.
func (m *Machine) deliver(s *stream, call func()) *report {
	s.device.mu.Lock()
	defer s.device.mu.Unlock()
	if s.subscriber == nil {
		return nil
	}
	r := &report{stream: s, call: call, done: make(chan struct{})}
	s.subscriber.put(r)
	return r
}

// ProcessReport calls aclrtProcessReport on the thread. It calls the next callback, and waits
// for one at most ms milliseconds, or without limit if ms is -1.
func (m *Machine) ProcessReport(thread uint64, ms int32) driver.Status {
	const op = "aclrtProcessReport"
	if ms != forever && ms <= 0 {
		return fail(driver.InvalidParam, badArgument, op, "timeout is %d ms: want more than 0, or %d for ever", ms, forever)
	}
	m.process.reports.mu.Lock()
	sub := m.process.reports.subscribers[thread]
	m.process.reports.mu.Unlock()
	if sub == nil {
		return fail(driver.RTThreadSubscribe, badOrder, op, "thread %d has not subscribed", thread)
	}
	var late <-chan time.Time
	if ms != forever {
		timer := time.NewTimer(time.Duration(ms) * time.Millisecond)
		defer timer.Stop()
		late = timer.C
	}
	for {
		if r := sub.take(); r != nil {
			r.call()
			close(r.done)
			return driver.Status{}
		}
		select {
		case <-sub.arrived:
		case <-late:
			return driver.Status{Code: driver.RTReportTimeout}
		case <-m.closed:
			return fail(driver.RTThreadSubscribe, badOrder, op, "the machine is closed")
		}
	}
}

func (sub *subscriber) put(r *report) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	sub.waiting = append(sub.waiting, r)
	select {
	case sub.arrived <- struct{}{}:
	default:
	}
}

func (sub *subscriber) take() *report {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	if len(sub.waiting) == 0 {
		return nil
	}
	r := sub.waiting[0]
	sub.waiting = sub.waiting[1:]
	return r
}

// drop removes the reports of a stream.
func (sub *subscriber) drop(s *stream) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	kept := sub.waiting[:0]
	for _, r := range sub.waiting {
		if r.stream == s {
			close(r.done)
		} else {
			kept = append(kept, r)
		}
	}
	clear(sub.waiting[len(kept):])
	sub.waiting = kept
}
