// SPDX-License-Identifier: Apache-2.0

package acl

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// CopySliceToDevice copies a Go slice to the start of dst and returns when it is done. It
// starts at once, in no stream's order: synchronize first with whatever uses dst. A
// slice longer than dst is [ErrInvalid]. Ending ctx beforehand makes no call; a copy
// that has started cannot be cut short.
//
// Source: aclrtMemcpy, acl_rt.h.
func CopySliceToDevice[T any](ctx context.Context, dst View, src []T) error {
	if err := CheckElement[T](); err != nil {
		return err
	}
	count := uint64(len(src)) * SizeOf[T]()
	return memcpy(ctx, "copy to device", dst, count, dst.mem(), driver.OnHost(src), driver.CopyHostToDevice)
}

// CopySliceToHost fills a Go slice from the start of src and returns when it is done. It
// starts at once, in no stream's order: synchronize first with whatever writes src. A
// slice longer than src is [ErrInvalid]. Ending ctx beforehand makes no call.
//
// Source: aclrtMemcpy, acl_rt.h.
func CopySliceToHost[T any](ctx context.Context, dst []T, src View) error {
	if err := CheckElement[T](); err != nil {
		return err
	}
	count := uint64(len(dst)) * SizeOf[T]()
	return memcpy(ctx, "copy to host", src, count, driver.OnHost(dst), src.mem(), driver.CopyDeviceToHost)
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
	defer src.dev.Node.Leave()
	return memcpy(ctx, "copy on device", dst, src.size, dst.mem(), src.mem(), driver.CopyDeviceToDevice)
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
	if dst.dev.Runtime != src.dev.Runtime {
		return fmt.Errorf("from device %d of %s to device %d of %s: want two devices of one runtime: %w",
			src.dev.ID, src.dev.Driver.Describe(), dst.dev.ID, dst.dev.Driver.Describe(), ErrInvalid)
	}
	return src.dev.Node.Enter()
}

// memcpy copies count bytes; v is the view on the side that bounds it.
func memcpy(ctx context.Context, what string, v View, count uint64, dst, src driver.Mem, kind driver.MemcpyKind) error {
	err := synchronous(ctx, v, count, func(d *core.Device) error {
		return ErrorOf("aclrtMemcpy", d.Driver.Memcpy(d.Context, dst, count, src, count, kind))
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
	err := synchronous(ctx, dst, dst.size, func(d *core.Device) error {
		return ErrorOf("aclrtMemset", d.Driver.Memset(d.Context, dst.mem(), dst.size, int32(value), dst.size))
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
	if err := v.dev.Node.Enter(); err != nil {
		return err
	}
	defer v.dev.Node.Leave()
	return call(v.dev)
}
