// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"fmt"

	"github.com/ascend-go/aclpool/internal/aclerr"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// Abort stops the running task of the stream and drops the work behind it. Other streams
// of the device go on, so one stream that hangs can be ended alone: abort it, then close it.
// Calls that wait for the stream meanwhile return [acl.ErrDevice], and an event whose record
// was dropped may never complete. A stream that a failure has stopped stays so: close it. A library
// or product that cannot abort a stream is [acl.ErrNotSupported].
//
// Abort by itself does not release memory. What was freed on the stream stays pending, and
// is not reused on other streams, until a later wait or query finds the stream idle, or it is
// closed. It is unknown what dropped operations have written.
//
// The device waits for the running task to stop. When ctx ends first, Abort returns ctx's
// error and the device still goes on with it; the stream cannot be closed before that ends.
//
// Source: aclrtStreamAbort, acl_rt.h.
func (s *Stream) Abort(ctx context.Context) error {
	if err := s.state().abort(ctx); err != nil {
		return fmt.Errorf("stream: abort %q: %w", s.Name(), err)
	}
	return nil
}

func (st *state) abort(ctx context.Context) error {
	if err := core.Ended(ctx); err != nil {
		return err
	}
	c := st.core
	return leased(c, func() error {
		const op = "aclrtStreamAbort"
		status, err := core.Within(ctx, c.Node, op, func() driver.Status {
			return c.Device.Driver.StreamAbort(c.Device.Context, c.Handle)
		}, nil)
		if err != nil {
			return err
		}
		return aclerr.Of(op, status)
	})
}
