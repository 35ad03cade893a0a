// SPDX-License-Identifier: Apache-2.0

package event

import (
	"fmt"
	"time"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
)

// Elapsed returns the time from the last record of start to that of end, negative when
// end came first. ACL counts in milliseconds with a float of 32 bits. It does not wait:
// synchronize first. ACL does not check its arguments reliably, so Elapsed does: an event
// made without time stamps is [acl.ErrNoTiming], one that was never recorded
// [acl.ErrNotRecorded], one whose record has not completed [acl.ErrNotReady], events of two
// devices [acl.ErrInvalid].
//
// Source: aclrtEventElapsedTime, acl_rt.h.
func Elapsed(start, end *Event) (time.Duration, error) {
	if start.inner() == nil || end.inner() == nil {
		return 0, fmt.Errorf("event: elapsed time: %w", errNone)
	}
	d, err := elapsed(start.inner(), end.inner())
	if err != nil {
		return 0, fmt.Errorf("event: elapsed time from %q to %q: %w", start.Name(), end.Name(), err)
	}
	return d, nil
}

func elapsed(start, end *core.Event) (time.Duration, error) {
	if !start.Device.Same(end.Device) {
		return 0, fmt.Errorf("they are of device %d and device %d: %w", start.Device.ID, end.Device.ID, acl.ErrInvalid)
	}
	for _, c := range []*core.Event{start, end} {
		// The lease keeps the handle for the call below.
		if err := c.Node.Enter(); err != nil {
			return 0, err
		}
		defer c.Node.Leave()
	}
	for _, has := range []func(*core.Event) error{timing, record, happened} {
		if err := has(start); err != nil {
			return 0, err
		}
		if err := has(end); err != nil {
			return 0, err
		}
	}
	ms, st := start.Device.Driver.EventElapsedTime(start.Device.Context, start.Current(), end.Current())
	if err := aclerr.Of("aclrtEventElapsedTime", st); err != nil {
		return 0, err
	}
	return time.Duration(float64(ms) * float64(time.Millisecond)), nil
}

func timing(c *core.Event) error {
	if !c.Timing {
		return fmt.Errorf("%s: make it with Timing: %w", c.Node, acl.ErrNoTiming)
	}
	return nil
}

func record(c *core.Event) error {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	_, err := last(c)
	return err
}

func happened(c *core.Event) error {
	done, err := query(c)
	if err == nil && !done {
		err = fmt.Errorf("%s: synchronize first: %w", c.Node, acl.ErrNotReady)
	}
	return err
}
