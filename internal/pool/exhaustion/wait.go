// SPDX-License-Identifier: Apache-2.0

package exhaustion

import (
	"context"
	"errors"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/blocks"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// AllocWaiting allocates a block. It waits for pending frees if their memory could serve the
// request.
func AllocWaiting(ctx context.Context, t *blocks.Table, s *core.Stream, size uint64) (blocks.Block, error) {
	b, err := t.Alloc(s, size)
	if err != nil {
		b, err = Alloc(t, s, size, err)
	}
	var failed engine.Failures
	for retried := false; ; {
		r, ok := errors.AsType[*Report](err)
		if !ok {
			return b, err
		}
		streams := slices.DeleteFunc(r.pendingStreams(), failed.Has)
		switch {
		case len(streams) > 0 && r.pendingWouldServe():
			if err := awaitStreams(ctx, t, streams, &failed); err != nil {
				if ctx.Err() != nil {
					r.Advice = "pending frees have not executed in time: wait longer, or end a stream that hangs with Stream.Abort"
				}
				r.Waits = []error{err}
				return blocks.Block{}, r
			}
		case !retried && r.completeElsewhere():
			retried = true // it was pending when the pools were looked at
		default:
			r.Waits = failed.Errs
			r.Advice = r.advice(len(failed.Errs) > 0)
			return blocks.Block{}, r
		}
		t.ForgetRefused()
		b, err = retryOne(t, s, size, r.Err)
	}
}

// awaitStreams waits until streams have executed the work that is enqueued at the call. It
// holds no lock. The pool cannot be closed meanwhile.
func awaitStreams(ctx context.Context, t *blocks.Table, streams []*core.Stream, failed *engine.Failures) error {
	if err := t.Node.Enter(); err != nil {
		return err
	}
	defer t.Node.Leave()
	return t.Engine.AwaitStreams(ctx, streams, failed)
}
