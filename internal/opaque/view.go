// SPDX-License-Identifier: Apache-2.0

package opaque

import (
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// View is the form of acl.View: a range of device memory.
type View struct {
	dev  *core.Device
	ptr  driver.Addr
	size uint64
}

// NewView returns the view of size bytes from ptr on.
func NewView(d *core.Device, ptr driver.Addr, size uint64) View { return View{d, ptr, size} }

// Device returns the device of the memory, nil for the zero View.
func (v View) Device() *core.Device { return v.dev }

// Addr returns the address of the first byte.
func (v View) Addr() driver.Addr { return v.ptr }

// Size returns the length in bytes.
func (v View) Size() uint64 { return v.size }

// Mem returns the place of the view for a driver.
func (v View) Mem() driver.Mem { return driver.OnDevice(v.ptr) }

// Slice returns the n bytes from offset off on, and reports whether they lie in the view.
func (v View) Slice(off, n uint64) (View, bool) {
	if off > v.size || n > v.size-off {
		return View{}, false
	}
	return View{v.dev, v.ptr + driver.Addr(off), n}, true
}

// HostView is the form of acl.HostView: a range of pinned host memory.
type HostView struct {
	host *core.HostMemory
	off  uint64
	size uint64
}

// NewHostView returns the view of all of h.
func NewHostView(h *core.HostMemory) HostView { return HostView{h, 0, h.Size} }

// Host returns the memory of the view, nil for the zero HostView.
func (v HostView) Host() *core.HostMemory { return v.host }

// Mem returns the place of the view for a driver, null for the zero HostView.
func (v HostView) Mem() driver.Mem {
	if v.host == nil {
		return driver.Mem{}
	}
	return v.host.Mem.Offset(v.off)
}

// Size returns the length in bytes.
func (v HostView) Size() uint64 { return v.size }

// Slice returns the n bytes from offset off on, and reports whether they lie in the view.
func (v HostView) Slice(off, n uint64) (HostView, bool) {
	if off > v.size || n > v.size-off {
		return HostView{}, false
	}
	return HostView{v.host, v.off + off, n}, true
}
