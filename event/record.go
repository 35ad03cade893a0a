// SPDX-License-Identifier: Apache-2.0

package event

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// recorded is the last record of an event.
type recorded struct {
	stream *core.Stream
	work   uint64
}

// last returns the last record. Mu is held.
func last(c *core.Event) (recorded, error) {
	switch {
	case c.Closed:
		return recorded{}, fmt.Errorf("%s: %w", c.Node, acl.ErrClosed)
	case !c.Recorded && !c.Foreign:
		return recorded{}, fmt.Errorf("%s: record it on a stream first: %w", c.Node, acl.ErrNotRecorded)
	}
	return recorded{c.Stream, c.Work}, nil
}

// known reports whether it is known without a query how the record has ended. A stream that
// was closed before it reached the record has dropped it; ACL may call that complete.
func (r recorded) known() (bool, error) {
	gone := r.stream.Gone()
	switch {
	case r.stream.Seen(r.work):
		return true, nil
	case gone:
		return true, fmt.Errorf("stream %q was closed before it reached the record: %w", r.stream.Name, acl.ErrDevice)
	}
	return false, nil
}

// query reports whether the last record has completed, and notes it if so.
func query(c *core.Event) (done bool, err error) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	return queryLocked(c)
}

// queryLocked is query for a caller that holds Mu.
func queryLocked(c *core.Event) (done bool, err error) {
	r, err := last(c)
	if err != nil {
		return false, err
	}
	if c.Foreign {
		return ask(c)
	}
	if known, err := r.known(); known {
		if err == nil {
			c.Complete()
		}
		return err == nil, err
	}
	status, st := c.Device.Driver.QueryEventStatus(c.Device.Context, c.Handle)
	if err := aclerr.Of("aclrtQueryEventStatus", st); err != nil {
		return false, fmt.Errorf("stream %q: %w", r.stream.Name, err)
	}
	if status != driver.EventComplete {
		return false, nil
	}
	c.Complete()
	return true, nil
}

// passed is query for a wait. It also queries the stream of the record, since one that has
// failed never reaches it.
func passed(c *core.Event, r recorded) (done bool, err error) {
	if done, err := query(c); done || err != nil {
		return done, err
	}
	_, st, err := r.stream.Query()
	if err == nil && !core.Completed(st) {
		return false, fmt.Errorf("stream %q: %w", r.stream.Name, aclerr.Of("aclrtStreamQuery", st))
	}
	return false, nil // a stream that has closed meanwhile is noticed at the next call
}
