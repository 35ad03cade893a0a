// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/stream"
)

// maxDeviceTries is how often an allocation for which the device has no memory is tried
// again after other pools have given some back, which others may take first.
const maxDeviceTries = 4

// allocReclaiming allocates blocks that were refused, with everything that helps and does
// not wait; cause is the refusal. When memory is what is missing the error is a *engine.Shortage.
func (p *pool) allocReclaiming(s *stream.Stream, blocks []Block, sizes []uint64, cause error) (failed int, err error) {
	for range maxDeviceTries {
		p.engine.Look()
		failed, err = p.allocFrozen(s, blocks, sizes, cause)
		short, ok := errors.AsType[*engine.Shortage](err)
		if !ok || !short.OfDevice || p.trimOthers(short) == 0 {
			break
		}
	}
	return failed, err
}

// allocFrozen is the try of allocReclaiming during which nobody else allocates or frees.
func (p *pool) allocFrozen(s *stream.Stream, blocks []Block, sizes []uint64, cause error) (failed int, err error) {
	sh, err := p.shardOf(s)
	if err != nil {
		return 0, err
	}
	if err := p.freeze(); err != nil {
		return 0, err
	}
	defer p.thaw()
	if err := p.usable(sh); err != nil {
		return 0, err
	}
	ops := make([]engine.Op, len(sizes))
	for i, size := range sizes {
		ops[i].Chunk.Size = size
	}
	c := p.sums()
	if failed, err = sh.lane.AllocReclaiming(ops, c.live(), cause); err != nil {
		return failed, err
	}
	for i := range ops {
		sh.counts.allocated(sizes[i])
		blocks[i] = sh.begin(ops[i].Chunk)
	}
	return 0, nil
}

// mallocWait is malloc with waits for what is pending.
func (p *pool) mallocWait(ctx context.Context, s *stream.Stream, size uint64) (Block, error) {
	b, err := p.malloc(s, size)
	var failed engine.Failures
	for retried := false; ; {
		oom, ok := errors.AsType[*OutOfMemoryError](err)
		if !ok {
			return b, err
		}
		streams := slices.DeleteFunc(oom.pending(), failed.Has)
		switch {
		case len(streams) > 0 && oom.pendingWouldDo():
			if waiting := p.awaitFor(ctx, streams, &failed); waiting != nil {
				return Block{}, joined(oom, waiting)
			}
		case !retried && oom.completeElsewhere():
			retried = true // it was pending when the pools were looked at
		default:
			oom.stuck = len(failed.Errs) > 0
			return Block{}, joined(oom, failed.Errs...)
		}
		p.forgetRefusal()
		var block [1]Block
		if _, err = p.allocReclaiming(s, block[:], []uint64{size}, oom.Err); err == nil {
			return block[0], nil
		}
		err = p.failedAlloc(s, size, err)
	}
}

// joined returns an allocation's error with the errors that ended the wait for it.
func joined(oom *OutOfMemoryError, errs ...error) error {
	if len(errs) == 0 {
		return oom
	}
	return fmt.Errorf("%w; %w", oom, errors.Join(errs...))
}

// awaitFor waits until streams have executed what is enqueued on them now. It holds no
// lock, but Close must not come between.
func (p *pool) awaitFor(ctx context.Context, streams []*core.Stream, failed *engine.Failures) error {
	if err := p.node.Enter(); err != nil {
		return err
	}
	defer p.node.Leave()
	return p.engine.AwaitStreams(ctx, streams, failed)
}
