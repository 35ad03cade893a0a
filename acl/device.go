// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/lifetime"
)

// Device is an open device: its primary ACL context and everything made in it. Its
// methods are safe for concurrent use. Close it when everything made on it is closed.
type Device struct {
	core *core.Device
	end  func() error // ends what was made for this device alone
}

// Open opens the device of that number, which is its position in the list of visible
// devices. Several Opens of one number share the primary context; each needs a Close.
// It initialises ACL when [Init] has not. It fails with [ErrInvalid] for a number out of
// range and with [ErrNotSupported] where no driver can be loaded.
//
// Source: aclrtSetDevice, acl_rt.h.
func Open(id int) (*Device, error) {
	rt, err := runtimeOfProcess()
	if err != nil {
		return nil, err
	}
	return OpenOn(rt, id, nil)
}

// OpenOn opens a device of a runtime of its own; end, which may be nil, runs after its
// Close. It serves the packages of this module: the type of its first argument is
// internal. The simulated machines of package sim open their devices by it.
//
// Source: aclrtSetDevice, acl_rt.h.
func OpenOn(rt *core.Runtime, id int, end func() error) (*Device, error) {
	count, st := rt.Driver.DeviceCount()
	if err := ErrorOf("aclrtGetDeviceCount", st); err != nil {
		return nil, fmt.Errorf("acl: open device %d: %w", id, err)
	}
	if id < 0 || uint64(id) >= uint64(count) {
		return nil, fmt.Errorf("acl: open device %d: number of devices that this process sees: %d, numbered from 0: %w", id, count, ErrInvalid)
	}
	ac, st := rt.Driver.SetDevice(int32(id))
	if err := ErrorOf("aclrtSetDevice", st); err != nil {
		return nil, fmt.Errorf("acl: open device %d: %w", id, err)
	}
	d := rt.NewDevice(int32(id), ac)
	err := rt.Root.Add(&d.Node, lifetime.Device, strconv.Itoa(id), func(ctx context.Context, reset bool) error {
		return closeForced(ctx, d, end)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("acl: open device %d: %w", id, err), ErrorOf("aclrtResetDevice", rt.Driver.ResetDevice(int32(id))))
	}
	dev := &Device{core: d, end: end}
	core.Watch(rt, dev, d.Node)
	return dev, nil
}

// Core is how the packages of this module reach the inner state of the device, nil for no
// device. Its type is internal, so a program has no use for it.
func (d *Device) Core() *core.Device {
	if d == nil {
		return nil
	}
	return d.core
}

// errNone answers for devices that are nil, or not from Open.
var errNone = fmt.Errorf("no device: %w", ErrInvalid)

// ID answers the number of the device, -1 for no device.
func (d *Device) ID() int {
	if c := d.Core(); c != nil {
		return int(c.ID)
	}
	return -1
}

// String names the device.
func (d *Device) String() string {
	if d.Core() == nil {
		return "no device"
	}
	return fmt.Sprintf("device %d", d.core.ID)
}

// Backend names what runs the calls of this device: the path of the vendor's library, or
// the simulated device.
func (d *Device) Backend() string {
	if d.Core() == nil {
		return ""
	}
	return d.core.Driver.Describe()
}

// SocName answers the name of the chip, such as Ascend910B3, empty when ACL gives none.
//
// Source: aclrtGetSocName, acl_rt.h.
func (d *Device) SocName() string {
	if d.Core() == nil {
		return ""
	}
	return d.core.Driver.SocName()
}

// Close gives the device back. While anything made on it lives it refuses with
// [ErrBusy], names it and leaves the device usable. Closing twice does nothing.
//
// Source: aclrtResetDevice, acl_rt.h.
func (d *Device) Close(ctx context.Context) error {
	if d.Core() == nil {
		return fmt.Errorf("acl: close a device: %w", errNone)
	}
	if err := core.Ended(ctx); err != nil {
		return fmt.Errorf("acl: close device %d: %w", d.core.ID, err)
	}
	return closeDevice(d.core, d.end)
}

func closeDevice(d *core.Device, end func() error) error {
	err := d.Node.Close(func() error {
		if err := ErrorOf("aclrtResetDevice", d.Driver.ResetDevice(d.ID)); err != nil {
			return err
		}
		if end != nil {
			return end()
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("acl: close device %d: %w", d.ID, err)
	}
	return nil
}

// MemInfo is the memory of a device in bytes. Other processes on the device move Free.
type MemInfo struct {
	Free  uint64 // bytes that nobody holds
	Total uint64 // bytes of the device without what the system reserves
}

// MemInfo asks for the memory of the device: HBM, or DDR on products that have no HBM.
//
// Source: aclrtGetMemInfo, acl_rt.h.
func (d *Device) MemInfo() (MemInfo, error) {
	if d.Core() == nil {
		return MemInfo{}, fmt.Errorf("acl: memory of a device: %w", errNone)
	}
	return MemInfoOf(d.core)
}

// MemInfoOf is [Device.MemInfo] for the packages of this module: the type of its
// argument is internal.
//
// Source: aclrtGetMemInfo, acl_rt.h.
func MemInfoOf(d *core.Device) (MemInfo, error) {
	if err := d.Node.Enter(); err != nil {
		return MemInfo{}, fmt.Errorf("acl: memory of device %d: %w", d.ID, err)
	}
	defer d.Node.Leave()
	free, total, st := d.MemInfo()
	if err := ErrorOf("aclrtGetMemInfo", st); err != nil {
		return MemInfo{}, fmt.Errorf("acl: memory of device %d: %w", d.ID, err)
	}
	return MemInfo{Free: free, Total: total}, nil
}

// Synchronize waits until all work of all streams in the device's context is done. It
// reports the first failure of a stream as [ErrDevice], and a remark on work that did end
// as an error that is [IsWarning]. When ctx ends the waiting stops and the work goes on.
// Under a ctx that can end it asks each stream until that is idle once, so work that
// other goroutines enqueue meanwhile may be waited for, too.
//
// Source: aclrtSynchronizeDevice, acl_rt.h.
func (d *Device) Synchronize(ctx context.Context) error {
	if d.Core() == nil {
		return fmt.Errorf("acl: synchronize: %w", errNone)
	}
	if err := d.core.Node.Enter(); err != nil {
		return fmt.Errorf("acl: synchronize: %w", err)
	}
	defer d.core.Node.Leave()
	return synchronize(ctx, d.core)
}

// synchronize waits for all work. The caller holds a lease, or is closing the device.
func synchronize(ctx context.Context, d *core.Device) error {
	streams := d.Streams()
	marks := make([]uint64, len(streams))
	for i, s := range streams {
		marks[i] = s.Enqueued()
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
		return ErrorOf("aclrtSynchronizeDevice", d.Driver.SynchronizeDevice(d.Context))
	})
	if err == nil || IsWarning(err) {
		for i, s := range streams {
			s.MarkComplete(marks[i])
		}
		d.Synchronized()
	}
	if err != nil {
		return fmt.Errorf("acl: synchronize device %d: %w", d.ID, err)
	}
	return nil
}

// EnablePeerAccess lets this device reach the memory of peer, for copies between the
// two. The other way needs a call of its own. Both must be devices of one runtime.
//
// Source: aclrtDeviceEnablePeerAccess, acl_rt.h.
func (d *Device) EnablePeerAccess(peer *Device) error {
	if d.Core() == nil || peer.Core() == nil {
		return fmt.Errorf("acl: peer access: %w", errNone)
	}
	for _, c := range []*core.Device{d.core, peer.core} {
		if err := c.Node.Enter(); err != nil {
			return fmt.Errorf("acl: peer access: %w", err)
		}
		defer c.Node.Leave()
	}
	if d.core.Runtime != peer.core.Runtime || d.core.ID == peer.core.ID {
		return fmt.Errorf("acl: peer access from device %d to device %d: want two devices of one runtime: %w", d.core.ID, peer.core.ID, ErrInvalid)
	}
	can, st := d.core.Driver.DeviceCanAccessPeer(d.core.ID, peer.core.ID)
	if err := ErrorOf("aclrtDeviceCanAccessPeer", st); err != nil {
		return fmt.Errorf("acl: peer access from device %d to device %d: %w", d.core.ID, peer.core.ID, err)
	}
	if !can {
		return fmt.Errorf("acl: device %d cannot reach device %d; copy through host memory: %w", d.core.ID, peer.core.ID, ErrNotSupported)
	}
	if err := ErrorOf("aclrtDeviceEnablePeerAccess", d.core.Driver.DeviceEnablePeerAccess(d.core.Context, peer.core.ID, 0)); err != nil {
		return fmt.Errorf("acl: peer access from device %d to device %d: %w", d.core.ID, peer.core.ID, err)
	}
	return nil
}

// Object is something that lives on a device.
type Object struct {
	Kind  string // such as "stream" or "pool"
	Name  string // as in errors
	Stack string // where it was made, with [WithLeakStacks]
	Lost  bool   // the program has let go of it without closing it
}

// Objects yields what lives on the device, in the order in which it would have to be
// closed. It works on a snapshot; no lock is held while yielding.
func (d *Device) Objects() iter.Seq[Object] {
	return func(yield func(Object) bool) {
		if d.Core() == nil {
			return
		}
		for i := range d.core.Node.Live() {
			if !yield(Object{Kind: i.Kind.String(), Name: i.Name, Stack: i.Stack, Lost: i.Lost}) {
				return
			}
		}
	}
}

// alive fails with ErrClosed on a device that has closed.
func alive(d *core.Device) error {
	if d.Node.Closed() {
		return fmt.Errorf("device %d: %w", d.ID, ErrClosed)
	}
	return nil
}
