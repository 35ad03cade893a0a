// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
)

// EnablePeerAccess lets this device reach the memory of peer, for copies between the
// two. The other way needs a call of its own. Both must be devices of one runtime.
//
// Source: aclrtDeviceEnablePeerAccess, acl_rt.h.
func (d *Device) EnablePeerAccess(peer *Device) error {
	from, to := d.inner(), peer.inner()
	if to == nil {
		return fmt.Errorf("acl: peer access: %w", errNoDevice)
	}
	for _, c := range []*core.Device{from, to} {
		if err := c.Node.Enter(); err != nil {
			return fmt.Errorf("acl: peer access: %w", err)
		}
		defer c.Node.Leave()
	}
	if from.Runtime != to.Runtime || from.ID == to.ID {
		return fmt.Errorf("acl: peer access from device %d to device %d: want two devices of one runtime: %w", from.ID, to.ID, ErrInvalid)
	}
	can, st := from.Driver.DeviceCanAccessPeer(from.ID, to.ID)
	if err := errorOf("aclrtDeviceCanAccessPeer", st); err != nil {
		return fmt.Errorf("acl: peer access from device %d to device %d: %w", from.ID, to.ID, err)
	}
	if !can {
		return fmt.Errorf("acl: device %d cannot reach device %d; copy through host memory: %w", from.ID, to.ID, ErrNotSupported)
	}
	if err := errorOf("aclrtDeviceEnablePeerAccess", from.Driver.DeviceEnablePeerAccess(from.Context, to.ID, 0)); err != nil {
		return fmt.Errorf("acl: peer access from device %d to device %d: %w", from.ID, to.ID, err)
	}
	return nil
}
