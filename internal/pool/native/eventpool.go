// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// mark is a recorded event: a point in the work of a stream that can be queried.
type mark struct {
	stream *core.Stream
	work   uint64
	event  driver.Event
}

// eventPool holds the events of one pool, which are created once and used again. Its lock
// comes last.
type eventPool struct {
	dev *core.Device

	mu    sync.Mutex
	idle  []driver.Event
	frees []*deferredFree // to be used again
}

// record marks the current end of a stream, which the caller has locked.
func (p *eventPool) record(s *core.Stream) (mark, error) {
	e, err := p.take()
	if err != nil {
		return mark{}, err
	}
	if st := p.dev.Driver.RecordEvent(p.dev.Context, e, s.Handle); !st.OK() {
		p.release(e)
		return mark{}, fail("aclrtRecordEvent", st)
	}
	return mark{s, s.Note(), e}, nil
}

// reached reports whether the stream has executed up to the mark.
func (p *eventPool) reached(k mark) bool {
	if k.stream.Done(k.work) {
		return true
	}
	status, st := p.dev.Driver.QueryEventStatus(p.dev.Context, k.event)
	return st.OK() && status == driver.EventComplete
}

func (p *eventPool) take() (driver.Event, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		e := p.idle[last]
		p.idle = p.idle[:last]
		return e, nil
	}
	e, op, st := p.dev.CreateEvent(false)
	return e, fail(op, st)
}

func (p *eventPool) release(e driver.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, e)
}

// discard destroys an event whose record may not have executed. One that cannot be
// destroyed is kept for the end of the pool.
func (p *eventPool) discard(e driver.Event) {
	if st := p.dev.Driver.DestroyEvent(p.dev.Context, e); !st.OK() {
		p.release(e)
	}
}

// destroy destroys the idle events, which are all of them when no free is deferred. It may
// be called again after a failure.
func (p *eventPool) destroy() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.DeleteFunc(p.idle, func(e driver.Event) bool {
		failed := fail("aclrtDestroyEvent", p.dev.Driver.DestroyEvent(p.dev.Context, e))
		err = errors.Join(err, failed)
		return failed == nil
	})
	return err
}

// newFree returns an empty deferred free.
func (p *eventPool) newFree() *deferredFree {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.frees) - 1
	if last < 0 {
		return new(deferredFree)
	}
	f := p.frees[last]
	p.frees = p.frees[:last]
	return f
}

// drop takes back a deferred free and its events.
func (p *eventPool) drop(f *deferredFree) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range f.marks {
		p.idle = append(p.idle, k.event)
	}
	clear(f.marks)
	f.marks = f.marks[:0]
	p.frees = append(p.frees, f)
}
