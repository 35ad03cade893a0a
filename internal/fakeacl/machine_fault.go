// SPDX-License-Identifier: Apache-2.0

package fakeacl

import "github.com/ascend-go/aclpool/internal/driver"

// The functions in this file make devices fail as hardware can. No function of ACL does.

// Withhold takes memory of a device, as another process would, so that at most left bytes are
// free. The returned function gives it back, once.
func (m *Machine) Withhold(id int32, left uint64) (restore func(), st driver.Status) {
	d, st := m.numbered("Withhold", id)
	if !st.OK() {
		return nil, st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	withheld := d.memory.left() - min(left, d.memory.left())
	d.memory.taken += withheld
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.memory.taken -= withheld
		withheld = 0
	}, driver.Status{}
}

// EnqueueFailure enqueues work that fails when the stream comes to it, as a faulty kernel does.
func (m *Machine) EnqueueFailure(op string, ac driver.Context, h driver.Stream, text string) driver.Status {
	s, st := m.lockOwnStream(op, ac, h)
	if !st.OK() {
		return st
	}
	defer s.device.mu.Unlock()
	s.enqueue(&operation{kind: special, pos: s.line.Next(), special: &specialOperation{
		name:    op,
		execute: func(*stream) *failure { return &failure{driver.RTAICoreException, text} },
	}})
	return driver.Status{}
}

// Lose stops the streams of a device for good, with a code. It closes the Done channels of
// running kernels and does not wait for them.
func (m *Machine) Lose(id int32, code driver.Code, text string) driver.Status {
	d, st := m.numbered("Lose", id)
	if !st.OK() {
		return st
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for s := range d.lines.All {
		if s.failed == nil {
			s.failed = &failure{code, text}
			s.abortRunning()
			s.wake()
		}
	}
	return driver.Status{}
}
