// SPDX-License-Identifier: Apache-2.0

package event

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Config says what an event can do. The zero value is an event to wait for.
type Config struct {
	Name   string // for errors and reports; empty is "event"
	Timing bool   // take time stamps, for [Elapsed]; recording is slower
}

// Event marks a point in the work of a stream. Its methods are safe for concurrent use.
type Event struct{ core *core.Event }

// New makes an event on a device. No device is [acl.ErrInvalid], a closed one
// [acl.ErrClosed].
//
// Source: aclrtCreateEventExWithFlag, aclrtCreateEvent, acl_rt.h.
func New(dev *acl.Device, cfg Config) (*Event, error) {
	if cfg.Name == "" {
		cfg.Name = "event"
	}
	if dev == nil || dev.Core() == nil {
		return nil, fmt.Errorf("event: make %q: no device: %w", cfg.Name, acl.ErrInvalid)
	}
	c, err := create(dev.Core(), cfg)
	if err != nil {
		return nil, fmt.Errorf("event: make %q: %w", cfg.Name, err)
	}
	e := &Event{c}
	core.Watch(c.Device.Runtime, e, c.Node)
	return e, nil
}

func create(d *core.Device, cfg Config) (*core.Event, error) {
	// The lease keeps the device open until the event is registered.
	if err := d.Node.Enter(); err != nil {
		return nil, err
	}
	defer d.Node.Leave()
	h, op, st := d.CreateEvent(cfg.Timing)
	if err := acl.ErrorOf(op, st); err != nil {
		return nil, err
	}
	c := &core.Event{Device: d, Handle: h, Timing: cfg.Timing}
	err := d.Node.Add(&c.Node, lifetime.Event, cfg.Name, func(_ context.Context, reset bool) error { return closeEvent(c, reset) })
	if err != nil {
		return nil, errors.Join(err, acl.ErrorOf("aclrtDestroyEvent", d.Driver.DestroyEvent(d.Context, h)))
	}
	return c, nil
}

// Core is how the packages of this module reach the inner state of the event, nil for no
// event. Its type is internal.
func (e *Event) Core() *core.Event {
	if e == nil {
		return nil
	}
	return e.core
}

// errNone answers for methods and arguments that are nil, or not from New.
var errNone = fmt.Errorf("no event: %w", acl.ErrInvalid)

// Name answers the name from the Config.
func (e *Event) Name() string {
	if c := e.Core(); c != nil {
		return c.Node.Name()
	}
	return ""
}

// String names the event and its device.
func (e *Event) String() string {
	c := e.Core()
	if c == nil {
		return "no event"
	}
	return fmt.Sprintf("%s on device %d", c.Node, c.Device.ID)
}

// Close destroys the event. A record that has not happened yet, and streams that wait for
// it, do not mind. It refuses with [acl.ErrBusy] while somebody waits in
// [Event.Synchronize]. Closing twice does nothing.
//
// Source: aclrtDestroyEvent, acl_rt.h.
func (e *Event) Close() error {
	if e.Core() == nil {
		return fmt.Errorf("event: close: %w", errNone)
	}
	return closeEvent(e.core, false)
}

func closeEvent(c *core.Event, reset bool) error {
	if reset {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		c.Closed = true
		c.Node.Abandon()
		return nil
	}
	err := c.Node.Close(func() error {
		c.Mu.Lock()
		defer c.Mu.Unlock()
		st := c.Device.Driver.DestroyEvent(c.Device.Context, c.Handle)
		c.Closed = st.OK()
		return acl.ErrorOf("aclrtDestroyEvent", st)
	})
	if err != nil {
		return fmt.Errorf("event: close %q: %w", c.Node.Name(), err)
	}
	return nil
}
