// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"
	"iter"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Device is an open device: its primary ACL context and everything made in it. Its
// methods are safe for concurrent use. Close it when everything made on it is closed.
type Device opaque.Device

// inner returns the inner device, nil for a nil or zero Device.
func (d *Device) inner() *core.Device { return (*opaque.Device)(d).Inner() }

// errNoDevice is the error of an argument that is a nil or zero Device.
var errNoDevice = fmt.Errorf("no device: %w", ErrInvalid)

// ID returns the number of the device.
func (d *Device) ID() int { return int(d.inner().ID) }

// String returns "device" and the number.
func (d *Device) String() string { return fmt.Sprintf("device %d", d.inner().ID) }

// Backend returns what runs the calls of this device: the path of the vendor's library, or
// the simulated device.
func (d *Device) Backend() string { return d.inner().Driver.Describe() }

// SocName returns the name of the chip, such as Ascend910B3, empty when ACL gives none.
//
// Source: aclrtGetSocName, acl_rt.h.
func (d *Device) SocName() string { return d.inner().Driver.SocName() }

// Object is something that lives on a device.
type Object struct {
	Kind  string // such as "stream" or "pool"
	Name  string // as in errors
	Stack string // where it was made, with [WithLeakStacks]
	// Lost reports whether the program no longer refers to the object and has not closed it. It
	// has nothing to do with Stats.Lost of a pool, which counts blocks whose free failed.
	Lost bool
}

// Objects yields what lives on the device, in the order in which it would have to be
// closed. It works on a snapshot; no lock is held while yielding.
func (d *Device) Objects() iter.Seq[Object] {
	live := d.inner().Node.Live()
	return func(yield func(Object) bool) {
		for i := range live {
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
