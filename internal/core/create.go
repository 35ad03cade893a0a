// SPDX-License-Identifier: Apache-2.0

package core

import "errors"

// Create makes an object on a device: create calls the driver, and register puts the object
// into the tree of live objects. A lease keeps the device open in between. If register
// fails, destroy undoes create; a nil destroy does nothing, for an object that something
// else has made.
func Create[H any](d *Device, create func() (H, error), register, destroy func(H) error) error {
	if err := d.Node.Enter(); err != nil {
		return err
	}
	defer d.Node.Leave()
	h, err := create()
	if err != nil {
		return err
	}
	if err = register(h); err != nil && destroy != nil {
		err = errors.Join(err, destroy(h))
	}
	return err
}
