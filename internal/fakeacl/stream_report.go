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
	return m.subscribe("aclrtSubscribeReport", &m.process.reports, ac, thread, h)
}

// SubscribeHostFunc calls aclrtSubscribeHostFunc: the thread calls the host functions of the
// stream.
func (m *Machine) SubscribeHostFunc(ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	return m.subscribe("aclrtSubscribeHostFunc", &m.process.hostFuncs, ac, thread, h)
}

// of returns the place of the stream's subscriber in a table.
func (r *reports) of(s *stream) **subscriber {
	if r == &s.device.machine.process.hostFuncs {
		return &s.hostSubscriber
	}
	return &s.subscriber
}

func (m *Machine) subscribe(op string, r *reports, ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if s.hostFuncs || s.subscriber != nil || s.hostSubscriber != nil {
		return fail(driver.RTStreamSubscribe, badOrder, op, "%s is served already, by a thread or by aclrtLaunchHostFunc", s.label)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	sub := r.subscribers[thread]
	switch {
	case sub != nil && sub.device != s.device:
		return fail(driver.RTThreadSubscribe, badOrder, op, "thread %d serves streams of device %d, and of no other", thread, sub.device.id)
	case sub == nil && len(r.subscribers) >= maxSubscribers:
		return fail(driver.RTResourceAllocFail, noResource, op, "%d threads are subscribed, which is all that can be", maxSubscribers)
	case sub == nil:
		if r.subscribers == nil {
			r.subscribers = make(map[uint64]*subscriber)
		}
		sub = &subscriber{device: s.device, arrived: make(chan struct{}, 1)}
		r.subscribers[thread] = sub
	}
	sub.streams++
	*r.of(s) = sub
	return driver.Status{}
}

// Unsubscribe calls aclrtUnSubscribeReport. Reports of the stream that the thread has not
// processed are dropped, and a stream that waits for them continues.
func (m *Machine) Unsubscribe(ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	return m.unsubscribe("aclrtUnSubscribeReport", &m.process.reports, ac, thread, h)
}

// UnsubscribeHostFunc calls aclrtUnSubscribeHostFunc. Host functions that the thread has not
// called are dropped.
func (m *Machine) UnsubscribeHostFunc(ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	return m.unsubscribe("aclrtUnSubscribeHostFunc", &m.process.hostFuncs, ac, thread, h)
}

func (m *Machine) unsubscribe(op string, r *reports, ac driver.Context, thread uint64, h driver.Stream) driver.Status {
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	sub := r.subscribers[thread]
	if sub == nil || *r.of(s) != sub {
		return fail(driver.RTStreamSubscribe, badOrder, op, "thread %d does not process the reports of %s", thread, s.label)
	}
	*r.of(s) = nil
	sub.drop(s)
	if sub.streams--; sub.streams == 0 {
		delete(r.subscribers, thread)
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
		r := m.deliver(&m.process.reports, s, f)
		if r != nil && block {
			r.await(done)
		}
	})
	return driver.Status{}
}

// await waits until the callback has been called, or nobody waits for it any more.
func (r *report) await(done <-chan struct{}) {
	select {
	case <-r.done:
	case <-done:
	}
}

// deliver queues a callback for the thread of the stream, if it still has one.
func (m *Machine) deliver(to *reports, s *stream, call func()) *report {
	s.device.mu.Lock()
	defer s.device.mu.Unlock()
	sub := *to.of(s)
	if sub == nil {
		return nil
	}
	r := &report{stream: s, call: call, done: make(chan struct{})}
	sub.put(r)
	return r
}

// ProcessReport calls aclrtProcessReport on the thread. It calls the next callback, and waits
// for one at most ms milliseconds, or without limit if ms is -1.
func (m *Machine) ProcessReport(thread uint64, ms int32) driver.Status {
	return m.processReport("aclrtProcessReport", &m.process.reports, thread, ms)
}

// ProcessHostFunc calls aclrtProcessHostFunc, which is ProcessReport for host functions.
func (m *Machine) ProcessHostFunc(thread uint64, ms int32) driver.Status {
	return m.processReport("aclrtProcessHostFunc", &m.process.hostFuncs, thread, ms)
}

func (m *Machine) processReport(op string, of *reports, thread uint64, ms int32) driver.Status {
	if ms != forever && ms <= 0 {
		return fail(driver.InvalidParam, badArgument, op, "timeout is %d ms: want more than 0, or %d for ever", ms, forever)
	}
	of.mu.Lock()
	sub := of.subscribers[thread]
	of.mu.Unlock()
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
