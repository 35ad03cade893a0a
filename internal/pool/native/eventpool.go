// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"slices"
	"sync"

	"github.com/ascend-go/aclpool/internal/core"
)

// eventPool holds the events of one pool for reuse. Its lock is the last one in the lock
// order.
type eventPool struct {
	dev *core.Device

	mu    sync.Mutex
	idle  []*core.Record
	frees []*deferredFree // for reuse
}

// record records an event at the end of a stream, which is locked.
func (p *eventPool) record(s *core.Stream) (*core.Record, error) {
	r, err := p.take()
	if err != nil {
		return nil, err
	}
	if st := p.dev.Driver.RecordEvent(p.dev.Context, r.Event, s.Handle); !st.OK() {
		p.giveBack(r)
		return nil, fail("aclrtRecordEvent", st)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r.Begin(s, s.Note())
	if p.dev.Checks() {
		r.Stamped(s.Here())
	}
	return r, nil
}

func (p *eventPool) take() (*core.Record, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		r := p.idle[last]
		p.idle = p.idle[:last]
		return r, nil
	}
	e, op, st := p.dev.CreateEvent(false)
	if !st.OK() {
		return nil, fail(op, st)
	}
	return core.NewRecord(e, &p.mu, p.unused), nil
}

// unused takes a record back that has no users. The lock is held.
func (p *eventPool) unused(r *core.Record) { p.idle = append(p.idle, r) }

func (p *eventPool) giveBack(r *core.Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.unused(r)
}

// discard destroys the event of a record that has no other user and may not have been reached.
// If that fails, the event is kept and destroyed with the pool.
func (p *eventPool) discard(r *core.Record) {
	if st := p.dev.Driver.DestroyEvent(p.dev.Context, r.Event); !st.OK() {
		p.giveBack(r)
	}
}

// destroy destroys the idle events: all events, if no free is deferred. It may be called again
// after a failure.
func (p *eventPool) destroy() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = slices.DeleteFunc(p.idle, func(r *core.Record) bool {
		failed := fail("aclrtDestroyEvent", p.dev.Driver.DestroyEvent(p.dev.Context, r.Event))
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

// drop releases the records of a deferred free and keeps it for reuse.
func (p *eventPool) drop(f *deferredFree) {
	for _, r := range f.marks {
		r.Release()
	}
	clear(f.marks)
	f.marks = f.marks[:0]
	p.mu.Lock()
	defer p.mu.Unlock()
	p.frees = append(p.frees, f)
}
