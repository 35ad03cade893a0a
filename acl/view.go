// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// DevicePtr is an address in device memory, for kernel arguments and for C. It is no Go
// pointer and must not be turned into one.
type DevicePtr uint64

// View is a range of device memory that can be copied, filled and passed to kernels, but
// not freed. It is a value: copying it is free, and it keeps nothing alive. The zero View
// has no memory. Using a view after its memory was freed is an error that hardware does not
// detect.
type View opaque.View

// View returns a view of memory that other code than aclpool has allocated on d. The
// caller guarantees that size bytes from ptr stay allocated.
func (d *Device) View(ptr DevicePtr, size uint64) View {
	c := d.inner()
	if c != nil {
		c.Adopted(core.DeviceRange(driver.Addr(ptr), size))
	}
	return View(opaque.NewView(c, driver.Addr(ptr), size))
}

// Ptr returns the address of the first byte.
func (v View) Ptr() DevicePtr {
	a := opaque.View(v).Addr()
	if d := opaque.View(v).Device(); d != nil {
		d.Exposed(a)
	}
	return DevicePtr(a)
}

// Size returns the length in bytes.
func (v View) Size() uint64 { return opaque.View(v).Size() }

// Slice returns the n bytes from offset off on. Out of range is [ErrInvalid].
func (v View) Slice(off, n uint64) (View, error) {
	s, ok := opaque.View(v).Slice(off, n)
	if !ok {
		return View{}, fmt.Errorf("acl: slice of a view of %d bytes: %d bytes from offset %d: %w", v.Size(), n, off, ErrInvalid)
	}
	return View(s), nil
}

// room checks that count bytes fit into v and that its device is open.
func (v View) room(count uint64) error {
	d := opaque.View(v).Device()
	if d == nil {
		return fmt.Errorf("the zero View has no memory: %w", ErrInvalid)
	}
	if count > v.Size() {
		return fmt.Errorf("%d bytes do not fit into a view of %d bytes: %w", count, v.Size(), ErrInvalid)
	}
	return alive(d)
}

// HostView is a range of pinned host memory that copies can read and write. It is a
// value, and keeps nothing alive. The zero HostView has no memory.
type HostView opaque.HostView

// Size returns the length in bytes.
func (v HostView) Size() uint64 { return opaque.HostView(v).Size() }

// Slice returns the n bytes from offset off on. Out of range is [ErrInvalid].
func (v HostView) Slice(off, n uint64) (HostView, error) {
	s, ok := opaque.HostView(v).Slice(off, n)
	if !ok {
		return HostView{}, fmt.Errorf("acl: slice of a host view of %d bytes: %d bytes from offset %d: %w", v.Size(), n, off, ErrInvalid)
	}
	return HostView(s), nil
}
