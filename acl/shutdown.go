// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ascend-go/aclpool/internal/core"
)

// closeForced closes everything on a device and the device. First it waits for the work,
// because memory must not be freed while a kernel may still touch it. If work does not end
// in time, or something cannot be closed, only a reset of the device is left.
func closeForced(ctx context.Context, d *core.Device) error {
	d.Node.Retire()
	failures, err := drain(ctx, d)
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

// drain waits until nothing runs on the device. A stream that a failure has stopped ends the
// wait for all others at once, will never complete its work, and other streams may wait for
// it. So it is closed, and its error is a failure.
func drain(ctx context.Context, d *core.Device) (failures, err error) {
	// Each stream that goes on after a failed task reports that once, and the default stream
	// of the context does, too. With more work, more can fail.
	goOn, work := len(d.Streams())+1, uint64(0)
	for ; ; goOn-- {
		if w := enqueued(d); w > work {
			goOn, work = len(d.Streams())+1, w
		}
		err := synchronize(ctx, d)
		switch {
		case err == nil, IsWarning(err):
			return errors.Join(failures, err), nil
		case !errors.Is(err, ErrDevice):
			return failures, err
		}
		closed, out := closeFailed(ctx, d)
		switch {
		case closed:
			failures = errors.Join(failures, out)
		case goOn > 0:
			failures = errors.Join(failures, err, out)
		default: // all of the device has failed, so nothing runs
			return errors.Join(failures, err, out), nil
		}
	}
}

// enqueued returns how many pieces of work the open streams of a device have been given.
func enqueued(d *core.Device) (work uint64) {
	for _, s := range d.Streams() {
		work += s.Enqueued()
	}
	return work
}

// closeFailed closes the streams that a failure has stopped, if there are any.
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
		left = append(left, o.String())
	}
	err := d.Node.ForceBelow(ctx, true)
	d.Node.Abandon()
	how := "other code opened the device, so it was not reset"
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
