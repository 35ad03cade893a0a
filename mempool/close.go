// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/memevent"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Close destroys the pool and gives its memory back. While blocks are live it refuses with
// [acl.ErrBusy], names some, with the places where they were allocated if leak stacks are
// on, and leaves the pool usable; so it does while a TrimSync or Malloc waits. It waits for
// frees that are pending, and when ctx ends first the pool stays usable too. Until then all
// methods work: one that begins to wait meanwhile is waited for. Lost blocks do not prevent
// Close: they are reported to the Config's Logger. Closing twice does nothing.
//
// Source: aclrtMemPoolDestroy, acl_rt_memory_soma.h.
func (p *Pool) Close(ctx context.Context) error {
	err := p.inner.node.CloseWaiting(func() error { return p.inner.close(ctx) })
	if err != nil {
		return fmt.Errorf("mempool: close %q: %w", p.Name(), err)
	}
	return nil
}

// close waits without locks, and other calls may wait and allocate meanwhile. So it checks
// again after each wait, when no other call waits.
func (p *pool) close(ctx context.Context) error {
	if err := core.Ended(ctx); err != nil {
		return p.orBusy(err)
	}
	var failed engine.Failures
	for {
		if err := p.node.Exclude(ctx); err != nil {
			return err
		}
		done, err := p.closeIdle(&failed)
		if done || err != nil {
			return err
		}
		p.node.Readmit()
		if err := p.engine.Await(ctx, &failed); err != nil {
			return err
		}
	}
}

// orBusy returns the error of a context that has ended, with what lives.
func (p *pool) orBusy(ended error) error {
	p.mu.Lock()
	p.lockStreams()
	defer p.thaw()
	if busy := p.busy(); busy != nil {
		return fmt.Errorf("%w; %w", busy, ended)
	}
	return ended
}

// busy returns an error that names live blocks, nil if there are none. The pool is frozen.
func (p *pool) busy() error {
	c := p.sums()
	switch n := c.live(); n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 live block: %s: %w", p.someBlocks(), acl.ErrBusy)
	default:
		return fmt.Errorf("%d live blocks: %s: %w", n, p.someBlocks(), acl.ErrBusy)
	}
}

// closeIdle closes the pool unless blocks are live or frees are pending on streams that
// have not failed.
func (p *pool) closeIdle(failed *engine.Failures) (done bool, err error) {
	p.mu.Lock()
	p.lockStreams()
	defer p.thaw()
	if err := p.busy(); err != nil {
		return false, err
	}
	done, err = p.engine.Close(failed)
	if done {
		p.markClosed()
	}
	return done, err
}

func (p *pool) markClosed() {
	p.closed = true
	p.leave()
	p.emitPool(memevent.Closed)
	for _, sh := range p.shards.Load().byID {
		sh.closed = true
	}
}

// force closes the pool in a forced shutdown, which has already waited for the device. Live
// blocks are freed with the pool.
func (p *pool) force(reset bool) error {
	if p.freeze() != nil {
		return nil
	}
	defer p.thaw()
	if busy := p.busy(); busy != nil {
		p.log.Warn("aclpool: a pool was closed by force with live blocks", zap.Stringer("object", p.node), zap.Error(busy))
	}
	if !reset {
		for b := range p.blocks() {
			b.slot.releaseUses()
		}
	}
	if reset {
		p.engine.Abandon()
	} else if err := p.engine.Destroy(); err != nil {
		return fmt.Errorf("mempool: close %q by force: %w", p.name(), err)
	}
	p.markClosed()
	p.node.Abandon()
	return nil
}

// someBlocks returns the first live blocks as text. The pool is frozen.
func (p *pool) someBlocks() string {
	const most = 4
	text, n := "", 0
	for b := range p.blocks() {
		if n++; n > most {
			return text + ", ..."
		}
		if n > 1 {
			text += ", "
		}
		text += fmt.Sprintf("%s at %#x%s", byteCount(b.size), uint64(b.ptr), b.made())
	}
	return text
}
