// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
)

// Synchronize waits until all work of all streams in the device's context is done. It
// returns the first failure of a stream as [ErrDevice], and a warning about work that has
// completed as an error that is [IsWarning]. When ctx ends it stops waiting, and the work
// goes on.
//
// With a ctx that can end it polls each stream until that is idle once, so it may wait for
// work that other goroutines enqueue meanwhile, too. With one that cannot, it blocks inside
// ACL and keeps an OS thread. At most 64 goroutines of a process do that at a time, and
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
	poll := func() (bool, error) {
		for ; next < len(streams); next++ {
			done, st, err := streams[next].Query()
			if err != nil {
				continue // its Close has waited for it
			}
			if !core.Completed(st) {
				return true, nil // the synchronize below says what is wrong
			}
			if !done {
				return false, nil
			}
		}
		return true, nil
	}
	err := core.Await(ctx, poll, func() error {
		return errorOf("aclrtSynchronizeDevice", d.Driver.SynchronizeDevice(d.Context))
	})
	if err == nil || IsWarning(err) {
		for _, m := range marks {
			m.Complete()
		}
		d.Synchronized()
		err = errors.Join(unreported(streams), err)
	}
	if err != nil {
		return withStack(fmt.Errorf("acl: synchronize device %d: %w", d.ID, err))
	}
	return nil
}

// unreported returns the failures of streams that other calls have observed and that have not
// been reported to the program.
func unreported(streams []*core.Stream) (err error) {
	for _, s := range streams {
		if f := s.Unreported(); f != nil {
			err = errors.Join(err, errorOf(f.Op, f.Status))
		}
	}
	return err
}
