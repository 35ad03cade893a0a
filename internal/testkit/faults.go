// SPDX-License-Identifier: Apache-2.0

package testkit

import (
	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/faultdriver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Faults puts a driver for faults between a device and its own driver. It counts, and
// makes fail, what the test calls afterwards, on all devices of the machine.
func Faults(dev *acl.Device) *faultdriver.Driver {
	rt := (*opaque.Device)(dev).Inner().Runtime
	d := faultdriver.New(rt.Driver)
	rt.Driver = d
	return d
}
