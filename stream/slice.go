// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/element"
)

// CopySliceToDevice copies a Go slice to the start of dst, in the order of the stream. It
// goes through pinned memory that the stream keeps for this until Close: the call returns
// when src has been read and may be changed again, while the device may still be copying.
// A slice of more than 4 MiB waits for the device in between. A slice longer
// than dst, and memory of another device, are [acl.ErrInvalid]. When ctx ends, or the
// stream stops, the waiting stops and some part of dst from its start on is written in
// stream order, the rest is as it was.
//
// Source: aclrtMemcpyAsync, acl_rt.h.
func CopySliceToDevice[T any](ctx context.Context, s *Stream, dst acl.View, src []T) error {
	if s.inner() == nil {
		return fmt.Errorf("stream: copy a slice to device: %w", errNone)
	}
	err := sliceArgs[T](s, dst, len(src))
	if err == nil {
		err = s.state().copyIn(ctx, dst, driver.SliceBytes(src))
	}
	if err != nil {
		return fmt.Errorf("stream: copy a slice to device on %q: %w", s.Name(), err)
	}
	return nil
}

// CopySliceToHost fills a Go slice from the start of src, in the order of the stream, and
// returns when it is filled. It goes through pinned memory that the stream keeps for this
// until Close. A slice longer than src, and memory of another device, are
// [acl.ErrInvalid]. When ctx ends, or the stream stops, the waiting stops and dst is
// filled from its start up to some element or byte of it, the rest is as it was.
//
// A failure of the stream's work, such as the kernel that should have written src, is returned
// as [acl.ErrDevice], and a warning as Synchronize returns it. To find them, CopySliceToHost
// synchronizes the stream when it is idle, at which ACL may release memory of pools; if other
// goroutines have enqueued more, a later Synchronize returns them.
//
// Source: aclrtMemcpyAsync, aclrtSynchronizeStream, acl_rt.h.
func CopySliceToHost[T any](ctx context.Context, s *Stream, dst []T, src acl.View) error {
	if s.inner() == nil {
		return fmt.Errorf("stream: copy a slice to host: %w", errNone)
	}
	err := sliceArgs[T](s, src, len(dst))
	if err == nil {
		err = s.state().copyOut(ctx, driver.SliceBytes(dst), src)
	}
	if err != nil {
		return aclerr.WithStack(fmt.Errorf("stream: copy a slice to host on %q: %w", s.Name(), err))
	}
	return nil
}

func sliceArgs[T any](s *Stream, v acl.View, n int) error {
	if err := element.Check[T](); err != nil {
		return err
	}
	return fits(s.inner(), v, uint64(n)*element.Size[T](), v.Size())
}
