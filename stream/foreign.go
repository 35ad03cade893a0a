// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/opaque"
)

// Handle returns the handle of the stream, an aclrtStream, for other ACL code in the
// process. It is valid until Close. To enqueue with it, use [Stream.Enqueue].
func (s *Stream) Handle() uintptr { return uintptr(s.inner().Handle) }

// Enqueue calls f, which enqueues work on the stream by other ACL code: an operator
// library, or C functions of the program. During the call the stream is locked, the
// goroutine is locked to its OS thread, and the context of the stream's device is current
// on that thread; afterwards the thread has the context that it had before.
//
// The call counts as one piece of work of the stream, so that frees, events and waits come
// after it. It counts even when f returns an error or panics, as f may have enqueued
// something before. Enqueue returns the error of f.
//
// f must not wait for the device, nor call methods of the stream or of memory pools with
// the stream: they would wait for its lock, which f holds.
//
// Source: aclrtSetCurrentContext, aclrtGetCurrentContext, acl_rt.h.
func (s *Stream) Enqueue(f func(handle uintptr) error) error {
	c := s.inner()
	if f == nil {
		return fmt.Errorf("stream: enqueue on %q: no function: %w", c.Name, acl.ErrInvalid)
	}
	st, err := c.Enqueue(func() error { return f(uintptr(c.Handle)) })
	if err == nil {
		err = aclerr.Of("aclrtSetCurrentContext", st)
	}
	if err != nil {
		return fmt.Errorf("stream: enqueue on %q: %w", c.Name, err)
	}
	return nil
}

// Adopt returns a Stream for a stream that other ACL code in the process has made in the
// context of dev. Of the Config only the Name counts, and the rest must be zero.
//
// The stream stays the other code's, which must keep it until Close. Close waits for the
// stream's work as it does for any stream, forgets the stream and destroys nothing. What
// the other code enqueues is not counted; do it in [Stream.Enqueue].
//
// A zero handle, a stream that is known already, and one that the host cannot wait for
// (persistent, or scheduled by the device) are [acl.ErrInvalid]. ACL before CANN 8.5 does not
// report the kind of a stream, so there the caller must know it.
//
// Source: aclrtStreamGetFlags, acl_rt.h.
func Adopt(dev *acl.Device, handle uintptr, cfg Config) (*Stream, error) {
	d := (*opaque.Device)(dev)
	switch {
	case d.Inner() == nil:
		return nil, fmt.Errorf("stream: adopt %#x: no device: %w", handle, acl.ErrInvalid)
	case handle == 0:
		return nil, fmt.Errorf("stream: adopt a stream: no handle: %w", acl.ErrInvalid)
	case cfg != Config{Name: cfg.Name}:
		return nil, fmt.Errorf("stream: adopt %#x: the stream exists, so only its name can be chosen: %w", handle, acl.ErrInvalid)
	}
	st, err := adopt(d.Inner(), driver.Stream(handle), cfg.Name)
	if err != nil {
		return nil, fmt.Errorf("stream: adopt %#x: %w", handle, err)
	}
	return publish(d, st), nil
}

func adopt(d *core.Device, h driver.Stream, name string) (*state, error) {
	check := func() (driver.Stream, error) {
		op, status, err := d.CheckForeign(h)
		if err == nil {
			err = aclerr.Of(op, status)
		}
		return h, err
	}
	st := &state{staging: newStaging()}
	register := func(h driver.Stream) error { return st.register(d, h, name, true) }
	if err := core.Create(d, check, register, nil); err != nil {
		return nil, err
	}
	return st, nil
}
