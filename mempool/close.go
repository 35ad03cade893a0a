// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/pool/engine"
	"github.com/ascend-go/aclpool/internal/pool/exhaustion"
)

// Close destroys the pool and returns its memory to the device. It waits for pending frees. If
// ctx ends first, the pool stays usable. All methods work while Close waits, and Close also
// waits for calls that begin to wait meanwhile. Closing twice does nothing.
//
// It returns [acl.ErrBusy] and leaves the pool usable while blocks are live, or while a
// TrimSync or Malloc waits. The error names some of the live blocks, and where they were
// allocated if leak stacks are on. Lost blocks do not prevent Close; the Config's Logger reports
// them.
//
// Source: aclrtMemPoolDestroy, acl_rt_memory_soma.h.
func (p *Pool) Close(ctx context.Context) error {
	err := p.inner.blocks.Node.CloseWaiting(func() error { return p.inner.close(ctx) })
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
		if err := p.blocks.Node.Exclude(ctx); err != nil {
			return err
		}
		done, err := p.closeIdle(&failed)
		if done || err != nil {
			return err
		}
		p.blocks.Node.Readmit()
		if err := p.engine.Await(ctx, &failed); err != nil {
			return err
		}
	}
}

// orBusy returns the error of a context that has ended, with what lives.
func (p *pool) orBusy(ended error) error {
	p.blocks.FreezeState()
	defer p.blocks.Thaw()
	if busy := p.blocks.Busy(); busy != nil {
		return fmt.Errorf("%w; %w", busy, ended)
	}
	return ended
}

// closeIdle closes the pool unless blocks are live or frees are pending on streams that
// have not failed.
func (p *pool) closeIdle(failed *engine.Failures) (done bool, err error) {
	p.blocks.FreezeState()
	defer p.blocks.Thaw()
	if err := p.blocks.Busy(); err != nil {
		return false, err
	}
	done, err = p.engine.Close(failed)
	if done {
		p.markClosed()
	}
	return done, err
}

// markClosed makes later calls fail. The blocks are frozen.
func (p *pool) markClosed() {
	exhaustion.Leave(p.blocks)
	p.blocks.MarkClosed()
}

// force closes the pool in a forced shutdown, which has already waited for the device. Live
// blocks are freed with the pool.
func (p *pool) force(reset bool) error {
	if p.blocks.Freeze() != nil {
		return p.forceRest(reset)
	}
	defer p.blocks.Thaw()
	if busy := p.blocks.Busy(); busy != nil {
		p.log.Warn("aclpool: a pool was closed by force with live blocks", zap.Stringer("object", p.blocks.Node), zap.Error(busy))
	}
	if reset {
		p.engine.Abandon()
	} else {
		p.blocks.ReleaseUses()
		if err := p.engine.Destroy(); err != nil {
			return fmt.Errorf("mempool: close %q by force: %w", p.name(), err)
		}
	}
	p.markClosed()
	p.blocks.Node.Abandon()
	return nil
}

// forceRest destroys what the Close of a closed pool could not, such as events, if there is
// something.
func (p *pool) forceRest(reset bool) error {
	if p.blocks.Node.Closed() {
		return nil
	}
	p.blocks.FreezeState()
	defer p.blocks.Thaw()
	if !reset {
		if _, err := p.engine.Close(new(engine.Failures)); err != nil {
			return fmt.Errorf("mempool: close %q by force: %w", p.name(), err)
		}
	}
	p.blocks.Node.Abandon()
	return nil
}
