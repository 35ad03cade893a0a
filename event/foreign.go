// SPDX-License-Identifier: Apache-2.0

package event

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Handle returns the handle of the event, an aclrtEvent, for other ACL code in the
// process. It is valid until Close. Records by the other code are not known to the Event:
// record it by stream.Stream.Record, or adopt an event of the other code by [Adopt].
//
// After Handle, mempool.Pool.FreeAfter no longer waits for the last record of the event, which
// the other code may have replaced. It waits for all that is enqueued on the stream of that
// record instead.
func (e *Event) Handle() uintptr { return uintptr(e.inner().Expose()) }

// Adopt returns an Event for an event that other ACL code in the process has made on dev.
// cfg.Timing says whether it was made with time stamps.
//
// The event stays the other code's, which must keep it until Close, and may record it at
// any time; so Query and the waits ask ACL, and ACL's rules hold: with some releases an event
// that was never recorded counts as complete, and a wait for it returns at once. The work that it
// marks is not known here, so mempool.Pool.FreeAfter refuses it; have a stream wait for it,
// and name that stream. Close forgets the
// event and destroys nothing. A zero handle, and one that ACL does not know, are
// [acl.ErrInvalid].
//
// Source: aclrtQueryEventStatus, acl_rt.h.
func Adopt(dev *acl.Device, handle uintptr, cfg Config) (*Event, error) {
	d := (*opaque.Device)(dev).Inner()
	switch {
	case d == nil:
		return nil, fmt.Errorf("event: adopt %#x: no device: %w", handle, acl.ErrInvalid)
	case handle == 0:
		return nil, fmt.Errorf("event: adopt an event: no handle: %w", acl.ErrInvalid)
	}
	c := &core.Event{Device: d, Handle: driver.Event(handle), Timing: cfg.Timing, Foreign: true}
	d.SharesEvents()
	if err := adopt(c, cfg.Name); err != nil {
		return nil, fmt.Errorf("event: adopt %#x: %w", handle, err)
	}
	return publish(c), nil
}

func adopt(c *core.Event, name string) error {
	return core.Create(c.Device, func() (*core.Event, error) {
		_, err := ask(c) // fails for a handle that ACL does not know
		return c, err
	}, func(c *core.Event) error { return register(c, name) }, nil)
}

// ask returns what ACL says of an event.
func ask(c *core.Event) (done bool, err error) {
	status, st := c.Device.Driver.QueryEventStatus(c.Device.Context, c.Handle)
	done = st.OK() && status == driver.EventComplete
	if done {
		c.Device.UnseenOrder()
	}
	return done, aclerr.Of("aclrtQueryEventStatus", st)
}

// awaitForeign polls until ACL says that the event is complete. Other code may record it anew
// before the plain synchronize, which then waits for that record, as long as ctx lasts.
func awaitForeign(ctx context.Context, c *core.Event, _ recorded) error {
	if err := core.Await(ctx, func() (bool, error) { return ask(c) }, nil); err != nil {
		return err
	}
	const op = "aclrtSynchronizeEvent"
	st, err := core.Within(ctx, c.Node, op, func() driver.Status {
		return c.Device.Driver.SynchronizeEvent(c.Device.Context, c.Handle)
	}, nil)
	if err != nil {
		return err
	}
	return aclerr.Of(op, st)
}
