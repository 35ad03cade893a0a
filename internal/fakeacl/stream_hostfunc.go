// SPDX-License-Identifier: Apache-2.0

package fakeacl

import (
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/gokernel"
)

// LaunchHostFunc calls aclrtLaunchHostFunc. f runs in the order of the stream, on the stream's
// goroutine or on the thread that has subscribed to the stream's host functions. The stream
// continues when f has returned.
func (m *Machine) LaunchHostFunc(ac driver.Context, h driver.Stream, f func()) driver.Status {
	const op = "aclrtLaunchHostFunc"
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	if f == nil {
		return fail(driver.RTParamInvalid, nullArgument, op, "fn is NULL")
	}
	if s.subscriber != nil {
		return fail(driver.RTStreamSubscribe, badOrder, op, "%s is subscribed: a thread processes its reports", s.label)
	}
	if s.hostSubscriber == nil {
		s.hostFuncs = true
		s.enqueueHost("a host function", func(<-chan struct{}) { f() })
		return driver.Status{}
	}
	s.enqueueHost("a host function", func(done <-chan struct{}) {
		if r := m.deliver(&m.process.hostFuncs, s, f); r != nil {
			r.await(done)
		}
	})
	return driver.Status{}
}

// enqueueHost enqueues work of the host. The channel done is closed when no stream waits for
// the work any more. The device is locked.
func (s *stream) enqueueHost(name string, work func(done <-chan struct{})) {
	f := &function{name: name, kernel: func(c *gokernel.Call) error {
		work(c.Done())
		return nil
	}}
	s.enqueueTask(&operation{kind: launch, pos: s.line.Next()}, &task{function: f, blocks: 1}, nil)
}
