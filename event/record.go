// SPDX-License-Identifier: Apache-2.0

package event

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// recorded is the last record of an event.
type recorded struct {
	stream *core.Stream
	work   uint64
}

// last answers the last record. Mu is held.
func last(c *core.Event) (recorded, error) {
	switch {
	case c.Closed:
		return recorded{}, fmt.Errorf("%s: %w", c.Node, acl.ErrClosed)
	case !c.Recorded:
		return recorded{}, fmt.Errorf("%s: record it on a stream first: %w", c.Node, acl.ErrNotRecorded)
	}
	return recorded{c.Stream, c.Work}, nil
}

// query asks the driver about the last record and notes what it learns.
func query(c *core.Event) (done bool, err error) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	r, err := last(c)
	if err != nil {
		return false, err
	}
	status, st := c.Device.Driver.QueryEventStatus(c.Device.Context, c.Handle)
	if err := acl.ErrorOf("aclrtQueryEventStatus", st); err != nil {
		return false, err
	}
	if status != driver.EventComplete {
		return false, nil
	}
	r.stream.MarkComplete(r.work)
	return true, nil
}

// passed reports whether a record has happened. The stream of the record is asked too:
// one that has failed never comes to it, and one that was closed by force has dropped it.
func passed(c *core.Event, r recorded) (done bool, err error) {
	gone := r.stream.Gone()
	if done, err := query(c); done || err != nil {
		return done, err
	}
	if gone {
		return false, fmt.Errorf("stream %q was closed before it came to the record: %w", r.stream.Name, acl.ErrDevice)
	}
	_, st, err := r.stream.Query()
	if err == nil && !core.Completed(st) {
		return false, fmt.Errorf("stream %q: %w", r.stream.Name, acl.ErrorOf("aclrtStreamQuery", st))
	}
	return false, nil // a stream that has closed meanwhile is noticed at the next call
}
