// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/event"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Record enqueues the event, which completes when everything enqueued before has
// completed. An event that was recorded before is recorded anew; streams that wait for it
// already wait for the earlier record. No event, and an event of another device, are
// [acl.ErrInvalid].
//
// Source: aclrtRecordEvent, acl_rt.h.
func (s *Stream) Record(e *event.Event) error {
	err := s.withEvent(e, func(c *core.Stream, ev *core.Event) error {
		return aclerr.Of("aclrtRecordEvent", ev.Record(c))
	})
	if err != nil {
		return fmt.Errorf("stream: record on %q: %w", s.Name(), err)
	}
	return nil
}

// WaitEvent has the stream wait, on the device, for the last record of the event; what is
// enqueued afterwards starts after it. An event that was never recorded is
// [acl.ErrNotRecorded], no event and an event of another device are [acl.ErrInvalid];
// nothing is enqueued then.
//
// Source: aclrtStreamWaitEvent, acl_rt.h.
func (s *Stream) WaitEvent(e *event.Event) error {
	err := s.withEvent(e, func(c *core.Stream, ev *core.Event) error {
		if !ev.Recorded && !ev.Foreign {
			err := fmt.Errorf("%s: record it on a stream first: %w", ev.Node, acl.ErrNotRecorded)
			return c.WaitsForNothing(ev, err)
		}
		return aclerr.Of("aclrtStreamWaitEvent", ev.Await(c))
	})
	if err != nil {
		return fmt.Errorf("stream: wait on %q: %w", s.Name(), err)
	}
	return nil
}

// withEvent runs f with the stream and the event locked, in this order.
func (s *Stream) withEvent(e *event.Event, f func(*core.Stream, *core.Event) error) error {
	c, ev := s.inner(), (*opaque.Event)(e).Inner()
	if ev == nil {
		return fmt.Errorf("no event: %w", acl.ErrInvalid)
	}
	if !c.Device.Same(ev.Device) {
		return fmt.Errorf("the stream is of %s, %s of %s: %w", c.Device, ev.Node, ev.Device, acl.ErrInvalid)
	}
	if err := c.Lock(); err != nil {
		return err
	}
	defer c.Unlock()
	ev.Mu.Lock()
	defer ev.Mu.Unlock()
	if ev.Closed {
		return fmt.Errorf("%s: %w", ev.Node, acl.ErrClosed)
	}
	return f(c, ev)
}
