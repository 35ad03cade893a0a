// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
)

// Close waits for the stream's work, within ctx, and destroys the stream. While another
// goroutine waits for it, and if ctx ends first, Close fails (with [acl.ErrBusy], or ctx's
// error) and leaves the stream usable, as it does if ACL refuses to destroy it. A stream with failed work closes too, and Close returns the
// failure as [acl.ErrDevice], unless it has been returned before and the stream went on. Closing twice does
// nothing.
//
// While Close waits, every other method works: [Stream.Abort] ends the wait for a stream
// that hangs.
//
// Source: aclrtDestroyStream, aclrtDestroyStreamForce, acl_rt.h.
func (s *Stream) Close(ctx context.Context) error {
	return s.state().close(ctx)
}

func (st *state) close(ctx context.Context) error {
	var failure error
	var stopped bool
	err := st.core.Node.CloseWaiting(func() (err error) {
		if !st.destroyed { // else an earlier Close could not free everything
			if failure, stopped, err = st.awaitEnd(ctx); err != nil {
				st.reopen() // the first of two waits may have sealed it
				return err
			}
		}
		if err := st.core.Node.Exclude(ctx); err != nil {
			st.reopen()
			return err
		}
		return st.destroy(stopped)
	})
	if err = errors.Join(failure, err); err != nil {
		return aclerr.WithStack(fmt.Errorf("stream: close %q: %w", st.core.Name, err))
	}
	return nil
}

// reopen lets the stream take work again, unless a forced shutdown has closed it.
func (st *state) reopen() {
	st.core.Unseal()
	if st.core.Node.Closed() {
		st.core.MarkClosed()
	}
}

// awaitEnd waits for all work and seals the stream, since the destroy would wait beyond ctx
// for more. failure is what the work has failed with, and stopped whether the stream executes
// nothing more. An err means that nothing is known about the work.
func (st *state) awaitEnd(ctx context.Context) (failure error, stopped bool, err error) {
	var before uint64 // work enqueued before the wait that failed last
	for failures := 0; ; failures++ {
		work := st.core.Enqueued()
		waited := st.synchronize(ctx, seal)
		err := st.report(waited)
		switch {
		case completed(waited):
			return joinFailures(failure, err, failures), false, nil
		case !errors.Is(err, acl.ErrDevice):
			return nil, false, errors.Join(failure, err)
		case failure == nil:
			failure = err
		case before == st.core.Enqueued() || st.stopped():
			return failure, true, nil
		}
		before = work
	}
}

// stopped reports whether the stream executes nothing more. One that goes on after a failed task
// reports that once.
func (st *state) stopped() bool {
	for range 2 {
		if _, err := st.poll(); !errors.Is(err, acl.ErrDevice) {
			return false
		}
	}
	return true
}

// joinFailures returns the first failure of the work of a stream that went on, with how many
// waits have returned one, and what the last wait has returned.
func joinFailures(first, last error, failures int) error {
	if failures > 1 {
		first = fmt.Errorf("%w; work has failed %d times", first, failures)
	}
	return errors.Join(first, last)
}

// destroy frees everything. It can be called again after a failure.
func (st *state) destroy(stopped bool) error {
	c := st.core
	if !st.destroyed {
		c.Refuse()
		if err := st.destroyHandle(stopped); err != nil {
			st.reopen()
			return err
		}
		st.destroyed = true
		c.MarkClosed()
		c.Retire()
		c.Device.StreamClosed()
	}
	return st.staging.free(c.Device)
}

// destroyHandle destroys a stream that is not another's. A plain destroy waits for the work,
// which a stopped stream will never complete; a stream that the library refuses to destroy is
// destroyed by force.
func (st *state) destroyHandle(stopped bool) error {
	c := st.core
	if c.Foreign {
		return nil
	}
	var err error
	if !stopped {
		err = aclerr.Of("aclrtDestroyStream", c.Device.Driver.DestroyStream(c.Device.Context, c.Handle))
		if err == nil {
			c.CompleteAll() // what came after the synchronize, too
			return nil
		}
	}
	if forced := aclerr.Of("aclrtDestroyStreamForce", c.Device.Driver.DestroyStreamForce(c.Device.Context, c.Handle)); forced != nil {
		return errors.Join(err, forced)
	}
	return nil
}

// force closes during a forced shutdown, which has waited for the device already.
func (st *state) force(ctx context.Context, reset bool) error {
	if reset {
		st.core.Node.Abandon() // first, since a Close that gives up looks at it: see reopen
		st.core.MarkClosed()
		st.core.Retire()
		return nil
	}
	err := st.close(ctx)
	if st.core.Node.Closed() {
		return err
	}
	return errors.Join(err, st.core.Node.Close(func() error { return st.destroy(true) }))
}
