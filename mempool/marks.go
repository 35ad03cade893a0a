// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"errors"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// mark is a place in the work of a stream that can be looked for without waiting.
type mark struct {
	stream *core.Stream
	work   uint64
	event  driver.Event
}

// marks makes marks. Events are made once and used again.
type marks struct {
	dev *core.Device

	mu   sync.Mutex
	idle []driver.Event
}

// set marks the place that a stream, which the caller has locked, has come to.
func (m *marks) set(s *core.Stream) (mark, error) {
	e, err := m.take()
	if err != nil {
		return mark{}, err
	}
	if st := m.dev.Driver.RecordEvent(m.dev.Context, e, s.Handle); !st.OK() {
		m.give(e)
		return mark{}, aclerr.Of("aclrtRecordEvent", st)
	}
	return mark{s, s.Note(), e}, nil
}

// passed asks whether the stream has come by.
func (m *marks) passed(k mark) bool {
	if k.stream.Done(k.work) {
		return true
	}
	status, st := m.dev.Driver.QueryEventStatus(m.dev.Context, k.event)
	return st.OK() && status == driver.EventComplete
}

func (m *marks) take() (driver.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if last := len(m.idle) - 1; last >= 0 {
		e := m.idle[last]
		m.idle = m.idle[:last]
		return e, nil
	}
	e, op, st := m.dev.CreateEvent(false)
	return e, aclerr.Of(op, st)
}

func (m *marks) give(e driver.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = append(m.idle, e)
}

func (m *marks) giveAll(marks []mark) {
	for _, k := range marks {
		m.give(k.event)
	}
}

// setAll marks the places that streams have come to, but for those that have closed, which
// has waited for their work.
func (m *marks) setAll(streams []*core.Stream) (all []mark, err error) {
	for _, s := range streams {
		if s.Lock() != nil {
			continue
		}
		k, err := m.set(s)
		s.Unlock()
		if err != nil {
			m.giveAll(all)
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}

// destroy gives the events back that are idle: all, when no free waits any more. It can be
// called again after a failure.
func (m *marks) destroy() (err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.idle = slices.DeleteFunc(m.idle, func(e driver.Event) bool {
		failed := aclerr.Of("aclrtDestroyEvent", m.dev.Driver.DestroyEvent(m.dev.Context, e))
		err = errors.Join(err, failed)
		return failed == nil
	})
	return err
}
