// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Synchronize waits until everything enqueued so far is done, and then gives the pools
// of the device the occasion to release memory. A failure of the stream's work comes out
// here as [acl.ErrDevice]. When ctx ends the waiting stops, the error is ctx's, and
// nothing has been learnt about the work. A ctx that can end has the stream asked first,
// again and again, until it is idle: work that other goroutines enqueue meanwhile is
// waited for, too.
//
// Source: aclrtSynchronizeStream, aclrtStreamQuery, acl_rt.h.
func (s *Stream) Synchronize(ctx context.Context) error {
	if err := leased(s.inner(), func() error { return s.state().synchronize(ctx, false) }); err != nil {
		return fmt.Errorf("stream: synchronize %q: %w", s.Name(), err)
	}
	return nil
}

// WaitIdle waits until the stream is idle, by asking again and again: the pools keep their
// memory. Work that other goroutines enqueue meanwhile is waited for, too. It ends and
// fails as Synchronize does.
//
// Source: aclrtStreamQuery, acl_rt.h.
func (s *Stream) WaitIdle(ctx context.Context) error {
	err := leased(s.inner(), func() error {
		c := s.inner()
		mark := c.Mark()
		defer mark.Drop()
		err := core.Await(ctx, s.state().poll, nil)
		if err == nil || acl.IsWarning(err) {
			mark.Complete()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("stream: wait for %q: %w", s.Name(), err)
	}
	return nil
}

// Query reports whether everything enqueued so far is done. It does not wait. A failure
// of the stream's work comes out here as [acl.ErrDevice].
//
// Source: aclrtStreamQuery, acl_rt.h.
func (s *Stream) Query() (done bool, err error) {
	done, st, err := s.inner().Query()
	if err == nil {
		err = aclerr.Of("aclrtStreamQuery", st)
	}
	if err != nil {
		return done, fmt.Errorf("stream: query %q: %w", s.Name(), err)
	}
	return done, nil
}

// leased runs f while the stream cannot be closed.
func leased(c *core.Stream, f func() error) error {
	if err := c.Node.Enter(); err != nil {
		return err
	}
	defer c.Node.Leave()
	return f()
}

// synchronize waits for all work, and seals the stream behind it where that is asked for:
// nothing comes between. The caller holds a lease, or is closing the stream.
func (st *state) synchronize(ctx context.Context, seal bool) error {
	c := st.core
	mark := c.Mark()
	defer func() { mark.Drop() }()
	var remark error // of a query; the synchronize need not repeat it
	poll := func() (bool, error) {
		done, err := st.poll()
		if acl.IsWarning(err) {
			remark, err = err, nil
		}
		return done, err
	}
	plain := func() error {
		const op = "aclrtSynchronizeStream"
		return aclerr.Of(op, c.Observe(op, c.Device.Driver.SynchronizeStream(c.Device.Context, c.Handle), true))
	}
	var err error
	if ctx.Done() == nil {
		err = core.Await(ctx, poll, func() error {
			err := plain()
			for seal && (err == nil || acl.IsWarning(err)) && !c.SealAfter(mark.Work()) {
				mark.Drop()
				mark = c.Mark()
				if later := plain(); later != nil {
					err = later
				}
			}
			return err
		})
	} else {
		err = core.Await(ctx, func() (bool, error) { return st.whenIdle(poll, plain, seal) }, nil)
	}
	if err == nil {
		err = remark
	}
	if err == nil || acl.IsWarning(err) {
		mark.Complete()
		c.Device.Synchronized()
	}
	return err
}

// whenIdle asks once whether all work is done. If so it runs the plain synchronize with
// the stream locked: what came between would have it wait beyond the end of ctx.
func (st *state) whenIdle(poll func() (bool, error), plain func() error, seal bool) (done bool, err error) {
	if done, err := poll(); !done || err != nil {
		return done, err
	}
	if err := st.core.Lock(); err != nil {
		return true, err
	}
	defer st.core.Unlock()
	if done, err := poll(); !done || err != nil {
		return done, err
	}
	err = plain()
	if seal && (err == nil || acl.IsWarning(err)) {
		st.core.Seal()
	}
	return true, err
}

// poll asks once, without the stream's lock: a lease keeps the handle.
func (st *state) poll() (done bool, err error) {
	c := st.core
	status, s := c.Device.Driver.StreamQuery(c.Device.Context, c.Handle)
	done = s.OK() && status == driver.StreamComplete || !s.OK() && core.Completed(s)
	return done, aclerr.Of("aclrtStreamQuery", c.Observe("aclrtStreamQuery", s, done))
}
