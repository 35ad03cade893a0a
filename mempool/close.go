// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
)

// Close destroys the pool and gives its memory back. While blocks live it refuses with
// [acl.ErrBusy], names some, and leaves the pool usable; so it does while a TrimSync
// waits. For frees that are pending it waits, and when ctx ends first the pool stays
// usable too. Lost blocks do not stand in the way: they are reported to the Config's
// Logger. Closing twice does nothing.
//
// Source: aclrtMemPoolDestroy, acl_rt_memory_soma.h.
func (p *Pool) Close(ctx context.Context) error {
	if p.inner() == nil {
		return fmt.Errorf("mempool: close: %w", errNone)
	}
	err := p.node.Close(func() error { return p.close(ctx) })
	if err != nil {
		return fmt.Errorf("mempool: close %q: %w", p.Name(), err)
	}
	return nil
}

// close waits without locks, so allocations may come meanwhile and are looked at anew.
func (p *Pool) close(ctx context.Context) error {
	if err := core.Ended(ctx); err != nil {
		return err
	}
	var failed failures
	for {
		p.settleAll()
		pending, err := p.destroyIdle(&failed)
		if err != nil || len(pending) == 0 {
			return err
		}
		for _, s := range pending {
			err := p.await(ctx, s)
			if errors.Is(err, acl.ErrDevice) {
				failed.add(s, err)
				continue
			}
			if err != nil {
				return fmt.Errorf("frees on stream %q are pending: %w", s.Name, err)
			}
		}
	}
}

// destroyIdle destroys the pool unless blocks live or frees are pending on streams that
// have not failed, which it answers.
func (p *pool) destroyIdle(failed *failures) (pending []*core.Stream, err error) {
	if p.freeze() != nil {
		return nil, p.marks.destroy() // what an earlier Close could not give back
	}
	defer p.thaw()
	c, _ := p.sums()
	if c.live() > 0 {
		return nil, fmt.Errorf("%d live blocks: %s: %w", c.live(), p.someBlocks(), acl.ErrBusy)
	}
	for _, sh := range p.shards.Load().byID {
		if !failed.has(sh.stream) && sh.frees.of(sh.stream) > 0 {
			pending = append(pending, sh.stream)
		}
		for _, s := range sh.late.streams() {
			if !failed.has(s) && !slices.Contains(pending, s) {
				pending = append(pending, s)
			}
		}
	}
	if len(pending) > 0 {
		return pending, nil
	}
	return nil, p.destroy()
}

// destroy ends the pool, whatever lives. It is frozen.
func (p *pool) destroy() error {
	if err := p.engine.destroy(); err != nil {
		return err
	}
	if c, _ := p.sums(); c.lost > 0 {
		p.log.Warn("aclpool: closed a pool with lost blocks",
			zap.Stringer("object", p.node), zap.Uint64("blocks", c.lost), zap.Uint64("bytes", c.lostBytes))
	}
	for _, sh := range p.shards.Load().byID {
		sh.late.drop(&p.marks)
	}
	p.markClosed()
	return p.marks.destroy()
}

func (p *pool) markClosed() {
	p.closed = true
	p.unfollow()
	for _, sh := range p.shards.Load().byID {
		sh.closed = true
	}
}

// force closes during a forced shutdown, which has waited for the device already. Live
// blocks go with the pool.
func (p *pool) force(reset bool) error {
	if p.freeze() != nil {
		return nil
	}
	defer p.thaw()
	if reset {
		p.markClosed()
	} else if err := p.destroy(); err != nil {
		return fmt.Errorf("mempool: close %q by force: %w", p.node.Name(), err)
	}
	p.node.Abandon()
	return nil
}

// someBlocks names the first few live blocks. The pool is frozen.
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
		text += fmt.Sprintf("%d bytes at %#x", b.size, uint64(b.ptr))
	}
	return text
}
