// SPDX-License-Identifier: Apache-2.0

package event

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Config says what an event can do. The zero value is an event to wait for.
type Config struct {
	Name   string // for errors and reports; empty is made from a number
	Timing bool   // take time stamps, for [Elapsed]; recording is slower
}

// Event marks a point in the work of a stream. Its methods are safe for concurrent use.
type Event opaque.Event

// inner returns the inner event, nil for a nil or zero Event.
func (e *Event) inner() *core.Event { return (*opaque.Event)(e).Inner() }

// New makes an event on a device. No device is [acl.ErrInvalid], a closed one
// [acl.ErrClosed].
//
// Source: aclrtCreateEventExWithFlag, aclrtCreateEvent, acl_rt.h.
func New(dev *acl.Device, cfg Config) (*Event, error) {
	d := (*opaque.Device)(dev).Inner()
	if d == nil {
		return nil, fmt.Errorf("event: make %s: no device: %w", core.Named(cfg.Name, "an event"), acl.ErrInvalid)
	}
	c, err := create(d, cfg)
	if err != nil {
		return nil, fmt.Errorf("event: make %s: %w", core.Named(cfg.Name, "an event"), err)
	}
	return publish(c), nil
}

// publish makes the public event of an inner one.
func publish(c *core.Event) *Event {
	e := (*Event)(opaque.NewEvent(c))
	core.Watch(c.Device.Runtime, e, c.Node)
	return e
}

// ids numbers the events that get no name.
var ids atomic.Uint64

// register puts an event below its device.
func register(c *core.Event, name string) error {
	if name == "" {
		name = fmt.Sprintf("event-%d", ids.Add(1))
	}
	return c.Device.Node.Add(&c.Node, lifetime.Event, name, func(_ context.Context, reset bool) error { return closeEvent(c, reset) })
}

func create(d *core.Device, cfg Config) (*core.Event, error) {
	c := &core.Event{Device: d, Timing: cfg.Timing}
	err := core.Create(d, func() (driver.Event, error) {
		h, op, st := d.CreateEvent(cfg.Timing)
		return h, aclerr.Of(op, st)
	}, func(h driver.Event) error {
		c.Handle = h
		return register(c, cfg.Name)
	}, func(h driver.Event) error {
		return aclerr.Of("aclrtDestroyEvent", d.Driver.DestroyEvent(d.Context, h))
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// errNone is the error of an argument that is a nil or zero Event.
var errNone = fmt.Errorf("no event: %w", acl.ErrInvalid)

// Name returns the name from the Config.
func (e *Event) Name() string { return e.inner().Node.Name() }

// String returns the name of the event and its device.
func (e *Event) String() string {
	c := e.inner()
	return fmt.Sprintf("%s on device %d", c.Node, c.Device.ID)
}

// Close destroys the event. It may be closed before its record has completed, and while
// streams wait for it; they go on waiting. It fails with [acl.ErrBusy] while a goroutine
// waits in [Event.Synchronize]. Closing twice does nothing.
//
// Source: aclrtDestroyEvent, acl_rt.h.
func (e *Event) Close() error {
	return closeEvent(e.inner(), false)
}

func closeEvent(c *core.Event, reset bool) error {
	if reset {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		c.Lost()
		c.Node.Abandon()
		return nil
	}
	err := c.Node.Close(func() error {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		if c.Foreign {
			c.Destroyed()
			return nil
		}
		return aclerr.Of("aclrtDestroyEvent", c.Destroy())
	})
	if err != nil {
		return fmt.Errorf("event: close %q: %w", c.Node.Name(), err)
	}
	return nil
}
