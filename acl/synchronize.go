// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Synchronize waits until all work of all streams in the device's context is done. It
// returns the first failure of a stream as [ErrDevice], and a warning about work that has
// completed as an error that is [IsWarning]. When ctx ends it stops waiting, and the work
// goes on.
//
// With a ctx that can end it polls each stream until that is idle once, so it may wait for
// work that other goroutines enqueue meanwhile, too. Then it calls aclrtSynchronizeDevice; if
// ctx ends meanwhile, that call goes on, and until it returns the device cannot be closed. With
// a ctx that cannot end, it blocks inside ACL and keeps an OS thread. At most 64 goroutines of a process do that at a time, and
// the others poll.
//
// Source: aclrtSynchronizeDevice, acl_rt.h.
func (d *Device) Synchronize(ctx context.Context) error {
	c := d.inner()
	if err := c.Node.Enter(); err != nil {
		return fmt.Errorf("acl: synchronize: %w", err)
	}
	defer c.Node.Leave()
	return synchronize(ctx, c)
}

// synchronize waits for all work. The caller holds a lease, or is closing the device.
func synchronize(ctx context.Context, d *core.Device) error {
	streams := slices.DeleteFunc(d.Streams(), func(s *core.Stream) bool { return s.Device.Context != d.Context })
	marks := make([]core.Mark, len(streams))
	for i, s := range streams {
		marks[i] = s.Mark()
		defer marks[i].Drop()
	}
	next := 0
	var busy *core.Stream // that the last poll has found with work
	poll := func() (bool, error) {
		for busy = nil; next < len(streams); next++ {
			done, st, err := streams[next].Query()
			if err != nil {
				continue // its Close has waited for it
			}
			if !core.Completed(st) {
				return true, nil // the synchronize below says what is wrong
			}
			if !done {
				busy = streams[next]
				return false, nil
			}
		}
		return true, nil
	}
	err := core.Await(ctx, poll, func() error { return synchronizeWithin(ctx, d) })
	if err != nil && busy != nil {
		err = fmt.Errorf("stream %q: %w", busy.Name, err)
	}
	if err == nil || IsWarning(err) {
		for _, m := range marks {
			m.Complete()
		}
		d.Synchronized()
		err = errors.Join(unreported(d, streams), err)
	}
	if err != nil {
		return withStack(fmt.Errorf("acl: synchronize device %d: %w", d.ID, err))
	}
	return nil
}

// synchronizeWithin calls the plain synchronize, which also waits for what has been enqueued
// since the streams were polled, and for streams that are not known here.
func synchronizeWithin(ctx context.Context, d *core.Device) error {
	const op = "aclrtSynchronizeDevice"
	st, err := core.Within(ctx, d.Node, op, func() driver.Status { return d.Driver.SynchronizeDevice(d.Context) },
		func(st driver.Status) { d.KeepFailure(op, st) })
	if err != nil {
		return err
	}
	return errorOf(op, st)
}

// unreported returns the failures that other calls have observed and that have not been reported
// to the program.
func unreported(d *core.Device, streams []*core.Stream) (err error) {
	if f := d.TakeFailure(); f != nil {
		err = errorOf(f.Op, f.Status)
	}
	for _, s := range streams {
		if f := s.Unreported(); f != nil {
			err = errors.Join(err, errorOf(f.Op, f.Status))
		}
	}
	return err
}
