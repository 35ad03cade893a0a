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
// not end in time leaves only the reset, which frees nothing by itself of ours.
func closeForced(ctx context.Context, d *core.Device, end func() error) error {
	err := synchronize(ctx, d)
	switch {
	case d.Node.Closed():
		return nil
	case err == nil, Completed(err), errors.Is(err, ErrDevice): // a failed stream runs nothing any more
		return errors.Join(err, d.Node.ForceBelow(ctx, false), closeDevice(d, end))
	default:
		return errors.Join(err, abandon(ctx, d, end))
	}
}

// abandon marks everything on the device closed without a call on any object, and
// resets the device if ACL is ours.
func abandon(ctx context.Context, d *core.Device, end func() error) error {
	var left []string
	for o := range d.Node.Live() {
		left = append(left, o.Kind.String()+" "+o.Name)
	}
	err := d.Node.ForceBelow(ctx, true)
	d.Node.Abandon()
	how := "the device belongs to somebody else and was not reset"
	if d.Owner {
		how = "the device was reset"
		err = errors.Join(err, ErrorOf("aclrtResetDeviceForce", d.Driver.ResetDeviceForce(d.ID)))
	}
	if end != nil {
		err = errors.Join(err, end())
	}
	return errors.Join(fmt.Errorf("acl: shutdown of device %d: left behind: %s; %s: %w", d.ID, strings.Join(left, ", "), how, ErrBusy), err)
}
