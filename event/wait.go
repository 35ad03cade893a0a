// SPDX-License-Identifier: Apache-2.0

package event

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
)

// Query reports whether the last record has happened. It does not wait. Before any
// record it fails with [acl.ErrNotRecorded].
//
// Source: aclrtQueryEventStatus, acl_rt.h.
func (e *Event) Query() (done bool, err error) {
	done, err = query(e.core)
	if err != nil {
		return false, fmt.Errorf("event: query %q: %w", e.Name(), err)
	}
	return done, nil
}

// Synchronize waits until the record that is the last one at the call has happened, and
// with it everything enqueued before it on its stream. Like every synchronize it gives
// the pools of the device the occasion to release memory. When ctx ends the waiting stops
// and nothing has been learnt. Before any record it fails with [acl.ErrNotRecorded]; when
// the stream has failed before it came to the record, with [acl.ErrDevice].
//
// Source: aclrtSynchronizeEvent, acl_rt.h.
func (e *Event) Synchronize(ctx context.Context) error {
	if err := synchronize(ctx, e.core); err != nil {
		return fmt.Errorf("event: synchronize %q: %w", e.Name(), err)
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
	err = core.Await(ctx, func() (bool, error) { return passed(c, r) }, func() error {
		return acl.ErrorOf("aclrtSynchronizeEvent", c.Device.Driver.SynchronizeEvent(c.Device.Context, c.Handle))
	})
	if err != nil {
		return err
	}
	c.Mu.Lock()
	again := c.Stream != r.stream || c.Work != r.work
	c.Mu.Unlock()
	if !again { // else it may be the later record that has happened
		r.stream.MarkComplete(r.work)
	}
	c.Device.Synchronized()
	return nil
}

// passed reports whether a record has happened. A stream that failed before the record
// never comes to it, so it is asked too.
func passed(c *core.Event, r recorded) (bool, error) {
	if done, err := query(c); done || err != nil {
		return done, err
	}
	return r.passed()
}

// passed reports whether the stream is known to have come to the record.
func (r recorded) passed() (bool, error) {
	if r.stream.Done(r.work) {
		return true, nil
	}
	done, st, err := r.stream.Query()
	if err != nil {
		return true, nil // closed meanwhile, and with that done
	}
	if !core.Completed(st) {
		return false, fmt.Errorf("stream %q: %w", r.stream.Name, acl.ErrorOf("aclrtStreamQuery", st))
	}
	return done, nil
}
