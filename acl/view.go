// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// DevicePtr is an address in device memory, for kernel arguments and for C. It is no Go
// pointer and must not be turned into one.
type DevicePtr uint64

// View is a range of device memory that can be copied, filled and handed to kernels, but
// not freed. It is a value: copying it is free, and it keeps nothing alive. Using a view
// after its memory was freed is a mistake that hardware does not notice.
type View struct {
	dev  *core.Device
	ptr  DevicePtr
	size uint64
}

// ViewOf makes a view for the packages of this module; the type of its first argument is
// internal.
func ViewOf(d *core.Device, ptr DevicePtr, size uint64) View { return View{d, ptr, size} }

// View names device memory that something else than aclpool has allocated on d. The
// caller answers for it: size bytes from ptr must stay allocated.
func (d *Device) View(ptr DevicePtr, size uint64) View { return View{d.Core(), ptr, size} }

// Core is how the packages of this module reach the device of the view; nil for the zero
// View. Its type is internal.
func (v View) Core() *core.Device { return v.dev }

// Ptr answers the address of the first byte.
func (v View) Ptr() DevicePtr { return v.ptr }

// Size answers the length in bytes.
func (v View) Size() uint64 { return v.size }

// Slice answers the n bytes from offset off on. Out of range is [ErrInvalid].
func (v View) Slice(off, n uint64) (View, error) {
	if off > v.size || n > v.size-off {
		return View{}, fmt.Errorf("acl: slice of a view of %d bytes: %d bytes from offset %d: %w", v.size, n, off, ErrInvalid)
	}
	return View{v.dev, v.ptr + DevicePtr(off), n}, nil
}

// room checks that count bytes fit into v and that its device is open.
func (v View) room(count uint64) error {
	if v.dev == nil {
		return fmt.Errorf("the zero View names no memory: %w", ErrInvalid)
	}
	if count > v.size {
		return fmt.Errorf("%d bytes do not fit into a view of %d bytes: %w", count, v.size, ErrInvalid)
	}
	return alive(v.dev)
}

func (v View) mem() driver.Mem { return driver.OnDevice(driver.Addr(v.ptr)) }
