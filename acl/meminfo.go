// SPDX-License-Identifier: Apache-2.0

package acl

import "fmt"

// MemInfo is the memory of a device in bytes. Other processes on the device change Free.
type MemInfo struct {
	Free  uint64 // bytes that nobody holds
	Total uint64 // bytes of the device without what the system reserves
}

// MemInfo returns the memory of the device: HBM, or DDR on products that have no HBM.
//
// Source: aclrtGetMemInfo, acl_rt.h.
func (d *Device) MemInfo() (MemInfo, error) {
	c := d.inner()
	if err := c.Node.Enter(); err != nil {
		return MemInfo{}, fmt.Errorf("acl: memory of device %d: %w", c.ID, err)
	}
	defer c.Node.Leave()
	free, total, st := c.MemInfo()
	if err := errorOf("aclrtGetMemInfo", st); err != nil {
		return MemInfo{}, fmt.Errorf("acl: memory of device %d: %w", c.ID, err)
	}
	return MemInfo{Free: free, Total: total}, nil
}
