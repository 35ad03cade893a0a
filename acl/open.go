// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/lifetime"
	"github.com/ascend-go/aclpool/internal/opaque"
	"github.com/ascend-go/aclpool/internal/visible"
)

func init() {
	opaque.OpenDevice = func(rt *core.Runtime, id int, end func() error) (*opaque.Device, error) {
		d, err := openOn(rt, id, end)
		return (*opaque.Device)(d), err
	}
}

// Open opens the device of that number, which is its position in the list of visible
// devices. Several Opens of one number share the primary context; each needs a Close.
// It initialises ACL when [Init] has not. It fails with [ErrInvalid] for a number out of
// range, and with [ErrNotSupported] where no driver can be loaded. If
// ASCEND_RT_VISIBLE_DEVICES is set, the text says which devices it hides.
//
// Source: aclrtSetDevice, acl_rt.h.
func Open(id int) (*Device, error) {
	rt, err := runtimeOfProcess()
	if err != nil {
		return nil, err
	}
	d, err := openOn(rt, id, nil)
	if err != nil {
		return nil, withVisible(err)
	}
	return d, nil
}

// withVisible adds what the list of visible devices hides to an error that may come of it.
func withVisible(err error) error {
	list, set := os.LookupEnv(visible.Variable)
	if !set || !errors.Is(err, ErrInvalid) && !errors.Is(err, Code(driver.RTNoDevice)) {
		return err
	}
	return fmt.Errorf("%w (%s is %q: %s)", err, visible.Variable, list, visible.Parse(list, math.MaxInt32))
}

// openOn opens a device of a runtime; end, which may be nil, runs after its Close.
//
// Source: aclrtSetDevice, acl_rt.h.
func openOn(rt *core.Runtime, id int, end func() error) (*Device, error) {
	count, st := rt.Driver.DeviceCount()
	if err := errorOf("aclrtGetDeviceCount", st); err != nil {
		return nil, fmt.Errorf("acl: open device %d: %w", id, err)
	}
	if id < 0 || uint64(id) >= uint64(count) {
		return nil, fmt.Errorf("acl: open device %d: number of devices that this process sees: %d, numbered from 0: %w", id, count, ErrInvalid)
	}
	ac, st := rt.Driver.SetDevice(int32(id))
	if err := errorOf("aclrtSetDevice", st); err != nil {
		return nil, fmt.Errorf("acl: open device %d: %w", id, err)
	}
	d := rt.NewDevice(int32(id), ac)
	d.End = end
	dev, err := register(d)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("acl: open device %d: %w", id, err), errorOf("aclrtResetDevice", rt.Driver.ResetDevice(int32(id))))
	}
	return dev, nil
}

// register makes the public device of an inner one, and puts it below its runtime.
func register(d *core.Device) (*Device, error) {
	err := d.Root.Add(&d.Node, lifetime.Device, strconv.Itoa(int(d.ID)), func(ctx context.Context, _ bool) error {
		return closeForced(ctx, d)
	})
	if err != nil {
		return nil, err
	}
	dev := (*Device)(opaque.NewDevice(d))
	core.Watch(d.Runtime, dev, d.Node)
	return dev, nil
}

// Close closes the device. While anything made on it lives it fails with [ErrBusy], leaves
// the device usable, and the error names up to 8 objects that live, with [WithLeakStacks]
// where they were made, too. It does not wait. If ctx has ended already, it does nothing and
// returns the error of ctx. Closing twice does nothing.
//
// Source: aclrtResetDevice, acl_rt.h.
func (d *Device) Close(ctx context.Context) error {
	c := d.inner()
	if err := core.Ended(ctx); err != nil {
		return fmt.Errorf("acl: close device %d: %w", c.ID, err)
	}
	return closeDevice(c)
}

func closeDevice(d *core.Device) error {
	err := d.Node.Close(func() error {
		if !d.Foreign {
			if err := errorOf("aclrtResetDevice", d.Driver.ResetDevice(d.ID)); err != nil {
				return err
			}
		}
		if d.End != nil {
			return d.End()
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("acl: close device %d: %w", d.ID, err)
	}
	return nil
}
