// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Synchronize waits until everything enqueued so far has completed; the pools of the
// device may then release memory. A failure of the stream's work is returned as
// [acl.ErrDevice]. When ctx ends, Synchronize stops waiting and returns the error of ctx;
// how far the work got is unknown then.
//
// With a ctx that can end, Synchronize polls until the stream is idle, and so waits for
// work that other goroutines enqueue meanwhile, too. With one that cannot, it blocks
// inside ACL and keeps an OS thread. At most 64 goroutines of a process do that at a time,
// and the others poll.
//
// Source: aclrtSynchronizeStream, aclrtStreamQuery, acl_rt.h.
func (s *Stream) Synchronize(ctx context.Context) error {
	st := s.state()
	if err := st.report(leased(st.core, func() error { return st.synchronize(ctx, keepOpen) })); err != nil {
		return aclerr.WithStack(fmt.Errorf("stream: synchronize %q: %w", s.Name(), err))
	}
	return nil
}

// WaitIdle polls until the stream is idle, and the pools keep their memory. It waits for
// work that other goroutines enqueue meanwhile, too. It ends as Synchronize does. Of a stream
// that goes on after a failed task it cannot find the failure: call Synchronize before results
// are used.
//
// Source: aclrtStreamQuery, acl_rt.h.
func (s *Stream) WaitIdle(ctx context.Context) error {
	err := leased(s.inner(), func() error {
		c := s.inner()
		mark := c.Mark()
		defer mark.Drop()
		err := core.Await(ctx, s.state().poll, nil)
		if completed(err) {
			mark.Complete()
		}
		return err
	})
	if err = s.state().report(err); err != nil {
		return aclerr.WithStack(fmt.Errorf("stream: wait for %q: %w", s.Name(), err))
	}
	return nil
}

// Query reports whether everything enqueued so far has completed. It does not wait. A
// failure of the stream's work that is known, and that of a stream which has stopped, is
// returned as [acl.ErrDevice].
//
// Source: aclrtStreamQuery, acl_rt.h.
func (s *Stream) Query() (done bool, err error) {
	done, st, err := s.inner().QueryReported()
	if err == nil {
		err = aclerr.Of("aclrtStreamQuery", st)
	}
	if err = s.state().report(err); err != nil {
		return done, aclerr.WithStack(fmt.Errorf("stream: query %q: %w", s.Name(), err))
	}
	return done, nil
}

// report returns what a wait or query of the program returns: err, or else a failure that was
// observed by another call and not reported yet.
func (st *state) report(err error) error {
	if err != nil && !acl.IsWarning(err) && !errors.Is(err, acl.ErrDevice) {
		return err
	}
	f := st.core.Unreported()
	if f == nil || errors.Is(err, acl.ErrDevice) {
		return err
	}
	return errors.Join(aclerr.Of(f.Op, f.Status), err)
}

// leased runs f while the stream cannot be closed.
func leased(c *core.Stream, f func() error) error {
	if err := c.Node.Enter(); err != nil {
		return err
	}
	defer c.Node.Leave()
	return f()
}

// waitMode says what synchronize leaves behind.
type waitMode bool

const (
	keepOpen waitMode = false // the stream takes more work
	seal     waitMode = true  // it takes none, and none came after the synchronize
)

// synchronize waits for all work. The caller holds a lease, or is closing the stream.
func (st *state) synchronize(ctx context.Context, mode waitMode) error {
	c := st.core
	mark := c.Mark()
	defer func() { mark.Drop() }()
	var err error
	if ctx.Done() == nil {
		err = st.synchronizePlain(ctx, mode, &mark)
	} else {
		err = st.synchronizePolled(ctx, mode)
	}
	if completed(err) {
		mark.Complete()
		c.Device.Synchronized()
	}
	return err
}

// completed reports whether a synchronize has waited for all work.
func completed(err error) bool { return err == nil || acl.IsWarning(err) }

// synchronizePlain blocks inside ACL. With seal it waits again for what was enqueued
// meanwhile, and moves the mark there.
func (st *state) synchronizePlain(ctx context.Context, mode waitMode, mark *core.Mark) error {
	p := poller{state: st}
	return p.result(core.Await(ctx, p.poll, func() error {
		err := st.blockUntilDone()
		for mode == seal && completed(err) && !st.core.SealAfter(mark.Work()) {
			mark.Drop()
			*mark = st.core.Mark()
			if later := st.blockUntilDone(); later != nil {
				err = later
			}
		}
		return err
	}))
}

// synchronizePolled asks until all work is done or ctx ends, and blocks inside ACL only
// once the stream is idle.
func (st *state) synchronizePolled(ctx context.Context, mode waitMode) error {
	p := poller{state: st}
	return p.result(core.Await(ctx, func() (bool, error) { return st.whenIdle(ctx, p.poll, mode) }, nil))
}

// poller polls a stream and keeps the warning of a query, which the synchronize after it
// need not repeat.
type poller struct {
	state   *state
	warning error
}

func (p *poller) poll() (done bool, err error) {
	done, err = p.state.poll()
	if acl.IsWarning(err) {
		p.warning, err = err, nil
	}
	return done, err
}

// result returns err, or else the warning.
func (p *poller) result(err error) error {
	if err == nil {
		return p.warning
	}
	return err
}

// poll asks once, without the stream's lock: a lease keeps the handle.
func (st *state) poll() (done bool, err error) {
	c := st.core
	status, s := c.Device.Driver.StreamQuery(c.Device.Context, c.Handle)
	done = s.OK() && status == driver.StreamComplete || !s.OK() && core.Completed(s)
	return done, aclerr.Of("aclrtStreamQuery", c.ObserveReported("aclrtStreamQuery", s, done))
}
