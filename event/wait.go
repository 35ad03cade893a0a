// SPDX-License-Identifier: Apache-2.0

package event

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
)

// Query reports whether the last record has completed. It does not wait. Before any
// record it fails with [acl.ErrNotRecorded].
//
// Source: aclrtQueryEventStatus, acl_rt.h.
func (e *Event) Query() (done bool, err error) {
	done, err = query(e.inner())
	if err != nil {
		return false, fmt.Errorf("event: query: %w", err)
	}
	return done, nil
}

// Synchronize waits until the record that is the last one at the call has completed, and
// with it everything enqueued before it on its stream; the pools of the device may then
// release memory. When ctx ends, Synchronize stops waiting and returns the error of ctx.
// If the event is recorded anew meanwhile, Synchronize may wait for that record: give each
// goroutine that waits an event of its own. Before any record it fails with
// [acl.ErrNotRecorded]; if a failure has stopped the stream before the record, with
// [acl.ErrDevice]. Other failures of the stream's work are returned by its Synchronize.
//
// Synchronize polls, whatever ctx is, and keeps no OS thread.
//
// Source: aclrtSynchronizeEvent, acl_rt.h.
func (e *Event) Synchronize(ctx context.Context) error {
	if err := synchronize(ctx, e.inner()); err != nil {
		return fmt.Errorf("event: synchronize: %w", err)
	}
	return nil
}

func synchronize(ctx context.Context, c *core.Event) error {
	if err := c.Node.Enter(); err != nil {
		return err
	}
	defer c.Node.Leave()
	c.Mu.Lock()
	r, err := last(c)
	c.Mu.Unlock()
	if err != nil {
		return err
	}
	wait := awaitRecord
	if c.Foreign {
		wait = awaitForeign
	}
	if err := wait(ctx, c, r); err != nil {
		return fmt.Errorf("%s: %w", c.Node, err)
	}
	c.Device.Synchronized()
	return nil
}

// awaitRecord polls until a record has completed, and notes it. The plain synchronize of a
// record that a stream.Stream.Abort drops might not return, so it is called only when it
// has nothing to wait for.
func awaitRecord(ctx context.Context, c *core.Event, r recorded) error {
	err := core.Await(ctx, func() (bool, error) {
		if done, err := passed(c, r); !done || err != nil {
			return false, err
		}
		return synchronizeDone(c)
	}, nil)
	if err != nil && errors.Is(err, ctx.Err()) {
		return fmt.Errorf("stream %q: %w", r.stream.Name, err) // other errors name it
	}
	return err
}

// synchronizeDone calls the plain synchronize if the last record has completed. The lock keeps
// a new record away, which the call would wait for.
func synchronizeDone(c *core.Event) (done bool, err error) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	if done, err := queryLocked(c); !done || err != nil {
		return false, err
	}
	return true, aclerr.Of("aclrtSynchronizeEvent", c.Device.Driver.SynchronizeEvent(c.Device.Context, c.Handle))
}
