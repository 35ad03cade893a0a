// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/hazard"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// CopySliceToDevice copies a Go slice to the start of dst and returns when it is done. It
// starts at once, in no stream's order: synchronize first with whatever uses dst. A
// slice longer than dst is [ErrInvalid]. Ending ctx beforehand makes no call; a copy
// that has started cannot be cut short.
//
// Source: aclrtMemcpy, acl_rt.h.
func CopySliceToDevice[T any](ctx context.Context, dst View, src []T) error {
	if err := element.Check[T](); err != nil {
		return fmt.Errorf("acl: copy to device: %w", err)
	}
	count := uint64(len(src)) * element.Size[T]()
	return memcpy(ctx, "copy to device", dst, count, opaque.View(dst).Mem(), driver.OnHost(src), driver.CopyHostToDevice, use{dst, hazard.Write})
}

// CopySliceToHost fills a Go slice from the start of src and returns when it is done. It
// starts at once, in no stream's order: synchronize first with whatever writes src. A
// slice longer than src is [ErrInvalid]. Ending ctx beforehand makes no call.
//
// Source: aclrtMemcpy, acl_rt.h.
func CopySliceToHost[T any](ctx context.Context, dst []T, src View) error {
	if err := element.Check[T](); err != nil {
		return fmt.Errorf("acl: copy to host: %w", err)
	}
	count := uint64(len(dst)) * element.Size[T]()
	return memcpy(ctx, "copy to host", src, count, driver.OnHost(dst), opaque.View(src).Mem(), driver.CopyDeviceToHost, use{src, hazard.Read})
}

// Copy copies all of src to the start of dst, both in device memory, and returns when it
// is done. It starts at once, in no stream's order. Between two devices it needs
// [Device.EnablePeerAccess]. A src longer than dst is [ErrInvalid], and so are devices of
// two runtimes, such as two simulated machines.
//
// Source: aclrtMemcpy, acl_rt.h.
func Copy(ctx context.Context, dst, src View) error {
	if err := source(dst, src); err != nil {
		return fmt.Errorf("acl: copy on device: %w", err)
	}
	defer opaque.View(src).Device().Node.Leave()
	return memcpy(ctx, "copy on device", dst, src.Size(), opaque.View(dst).Mem(), opaque.View(src).Mem(), driver.CopyDeviceToDevice,
		use{dst, hazard.Write}, use{src, hazard.Read})
}

// source takes a lease on the device of src, which must be able to serve that of dst:
// every runtime has addresses of its own, which mean something else to the others.
func source(dst, src View) error {
	if err := src.room(0); err != nil {
		return err
	}
	if err := dst.room(0); err != nil {
		return err
	}
	from, to := opaque.View(src).Device(), opaque.View(dst).Device()
	if to.Runtime != from.Runtime {
		return fmt.Errorf("from device %d of %s to device %d of %s: want two devices of one runtime: %w",
			from.ID, from.Driver.Describe(), to.ID, to.Driver.Describe(), ErrInvalid)
	}
	return from.Node.Enter()
}

// memcpy copies count bytes; v is the view on the side that bounds it.
func memcpy(ctx context.Context, what string, v View, count uint64, dst, src driver.Mem, kind driver.MemcpyKind, uses ...use) error {
	err := synchronous(ctx, v, count, func(d *core.Device) error {
		return checked(what, count, uses, "aclrtMemcpy", func() driver.Status {
			return d.Driver.Memcpy(d.Context, dst, count, src, count, kind)
		})
	})
	if err != nil {
		return fmt.Errorf("acl: %s: %w", what, err)
	}
	return nil
}

// Fill sets every byte of dst and returns when it is done. It starts at once, in no
// stream's order. Ending ctx beforehand makes no call.
//
// Source: aclrtMemset, acl_rt.h.
func Fill(ctx context.Context, dst View, value byte) error {
	err := synchronous(ctx, dst, dst.Size(), func(d *core.Device) error {
		return checked("fill", dst.Size(), []use{{dst, hazard.Write}}, "aclrtMemset", func() driver.Status {
			return d.Driver.Memset(d.Context, opaque.View(dst).Mem(), dst.Size(), int32(value), dst.Size())
		})
	})
	if err != nil {
		return fmt.Errorf("acl: fill: %w", err)
	}
	return nil
}

// synchronous runs a blocking call on count bytes of v, with a lease on the device.
func synchronous(ctx context.Context, v View, count uint64, call func(*core.Device) error) error {
	if err := core.Ended(ctx); err != nil {
		return err
	}
	if err := v.room(count); err != nil {
		return err
	}
	if count == 0 {
		return nil
	}
	d := opaque.View(v).Device()
	if err := d.Node.Enter(); err != nil {
		return err
	}
	defer d.Node.Leave()
	return call(d)
}
