// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Context returns the handle of the ACL context of the device, an aclrtContext, for other
// ACL code in the process. It is valid until Close.
func (d *Device) Context() uintptr { return uintptr(d.inner().Context) }

// Adopt returns a device for an ACL context that other code in the process has made or
// got from aclrtGetCurrentContext. What is made on the device is made in that context.
// Close forgets the context and destroys nothing: the other code must keep it until then.
// Adopt initialises ACL when [Init] has not, leaving it to its owner if there is one. A
// zero context is [ErrInvalid]; an ACL that cannot name the context's device is
// [ErrNotSupported].
//
// Source: aclrtGetDevice, acl_rt.h.
func Adopt(context uintptr) (*Device, error) {
	if context == 0 {
		return nil, fmt.Errorf("acl: adopt a context: no context: %w", ErrInvalid)
	}
	rt, err := runtimeOfProcess()
	if err != nil {
		return nil, err
	}
	dev, err := adopt(rt, driver.Context(context))
	if err != nil {
		return nil, fmt.Errorf("acl: adopt context %#x: %w", context, err)
	}
	return dev, nil
}

func adopt(rt *core.Runtime, ac driver.Context) (*Device, error) {
	i, ok := driver.As[driver.Inspector](rt.Driver)
	if !ok {
		return nil, fmt.Errorf("%s cannot name the device of a context: %w", rt.Driver.Describe(), ErrNotSupported)
	}
	id, st := i.DeviceOf(ac)
	if err := errorOf("aclrtGetDevice", st); err != nil {
		return nil, err
	}
	d := rt.NewDevice(id, ac)
	d.Foreign = true
	return register(d)
}
