// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/core"
)

// closeForced closes everything on a device and the device: first it waits for the
// work, because memory must not go while a kernel may still touch it. Work that does
// not end in time, and what cannot be closed, leave only the reset, which frees nothing
// by itself of ours.
func closeForced(ctx context.Context, d *core.Device) error {
	d.Node.Retire()
	failures, err := settle(ctx, d)
	if d.Node.Closed() {
		return nil
	}
	if err == nil {
		err = errors.Join(d.Node.ForceBelow(ctx, false), d.Node.Drain(ctx), closeDevice(d))
	}
	if !d.Node.Closed() {
		err = errors.Join(err, abandon(ctx, d))
	}
	return errors.Join(failures, err)
}

// settle waits until nothing runs on the device. A stream that has failed ends the wait
// for all others at once, has work that will never be done, and may be waited for by
// others: it is closed, and what it comes out with is a failure.
func settle(ctx context.Context, d *core.Device) (failures, err error) {
	for {
		err := synchronize(ctx, d)
		switch {
		case err == nil, IsWarning(err):
			return errors.Join(failures, err), nil
		case !errors.Is(err, ErrDevice):
			return failures, err
		}
		closed, out := closeFailed(ctx, d)
		if !closed { // all of the device has failed, so nothing runs
			return errors.Join(failures, err, out), nil
		}
		failures = errors.Join(failures, out)
	}
}

// closeFailed closes the streams that have failed, if there are any.
func closeFailed(ctx context.Context, d *core.Device) (closed bool, out error) {
	for _, s := range d.Streams() {
		_, st, err := s.Query()
		if err != nil || core.Completed(st) {
			continue
		}
		out = errors.Join(out, s.Node.Force(ctx))
		closed = closed || s.Node.Closed()
	}
	return closed, out
}

// abandon marks everything on the device closed without a call on any object, and
// resets the device if ACL is ours.
func abandon(ctx context.Context, d *core.Device) error {
	var left []string
	for o := range d.Node.Live() {
		left = append(left, o.Kind.String()+" "+o.Name)
	}
	err := d.Node.ForceBelow(ctx, true)
	d.Node.Abandon()
	how := "the device belongs to somebody else and was not reset"
	if d.Owner && !d.Foreign {
		how = "the device was reset"
		err = errors.Join(err, core.End(ctx, "the reset", func() error {
			return errorOf("aclrtResetDeviceForce", d.Driver.ResetDeviceForce(d.ID))
		}))
	}
	if d.End != nil {
		err = errors.Join(err, d.End())
	}
	return errors.Join(fmt.Errorf("acl: shutdown of device %d: left behind: %s; %s: %w", d.ID, strings.Join(left, ", "), how, ErrBusy), err)
}
