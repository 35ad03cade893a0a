// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/core"
)

// Trimmed is what a trim has done, in bytes.
type Trimmed struct {
	// Released has gone back to the device.
	Released uint64
	// Pending should have gone too, and stays until its free has executed.
	Pending uint64
}

// TrimTo gives cached memory back to the device until no more than keep bytes are
// reserved, rounded up to 2 MiB, or no more than is used. It does not wait: memory whose
// free has not executed stays, and is answered as pending; where ACL cannot tell it from
// other memory, nothing is given back while any free of the pool is pending. It helps
// other pools and plain allocations of the device, and this pool where its memory is
// cached in pieces or for other streams. More than the pool holds is [acl.ErrInvalid].
//
// Source: aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimTo(keep uint64) (Trimmed, error) {
	t, err := p.inner().trim(keep)
	if err != nil {
		return Trimmed{}, p.inner().trimError(keep, err)
	}
	return t, nil
}

// TrimSync is TrimTo after the frees of this pool that are pending at the call have
// executed. When ctx ends first the waiting stops and nothing is released. The frees of a
// failed stream never execute: it is left out, the rest is released, and the error is
// [acl.ErrDevice] until that stream is closed.
//
// Source: aclrtSynchronizeEvent, acl_rt.h; aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimSync(ctx context.Context, keep uint64) (Trimmed, error) {
	t, err := p.trimSync(ctx, keep)
	if err != nil {
		return t, p.inner().trimError(keep, err)
	}
	return t, nil
}

func (p *pool) trimError(keep uint64, err error) error {
	return fmt.Errorf("mempool: trim %q to %d bytes: %w", p.name(), keep, err)
}

func (p *pool) trim(keep uint64) (t Trimmed, err error) {
	target, err := p.trimTarget(keep)
	if err != nil {
		return t, err
	}
	p.settleAll()
	if p.guards.trims {
		p.learn()
	}
	if err := p.freeze(); err != nil {
		return t, err
	}
	defer p.thaw()
	before, err := p.engine.figures()
	if err != nil {
		return t, err
	}
	target = max(target, before.used-p.late())
	if before.reserved <= target {
		return t, nil
	}
	after := before
	if _, pending := p.sums(); !p.guards.trims || pending == 0 {
		if err := p.engine.trimTo(max(target, before.used)); err != nil {
			return t, err
		}
		if after, err = p.engine.figures(); err != nil {
			return t, err
		}
	}
	return Trimmed{Released: before.reserved - after.reserved, Pending: after.reserved - min(target, after.reserved)}, nil
}

// trimTarget rounds up what a trim keeps, and refuses more than the pool can hold.
func (p *pool) trimTarget(keep uint64) (uint64, error) {
	switch {
	case p == nil:
		return 0, errNone
	case keep > p.maxSize:
		return 0, fmt.Errorf("the pool holds at most %d bytes: %w", p.maxSize, acl.ErrInvalid)
	}
	target, _ := roundUp(keep) // no more than the pool, which is a multiple
	return target, nil
}

func (p *Pool) trimSync(ctx context.Context, keep uint64) (Trimmed, error) {
	if _, err := p.inner().trimTarget(keep); err != nil {
		return Trimmed{}, err
	}
	if err := p.node.Enter(); err != nil { // Close must not come between
		return Trimmed{}, err
	}
	defer p.node.Leave()
	var failed failures
	late := p.waiting()
	err := p.awaitFrees(ctx, &failed)
	if err == nil && late {
		p.settleAll() // and with that they are frees on their streams
		err = p.awaitFrees(ctx, &failed)
	}
	if err != nil {
		return Trimmed{}, err
	}
	t, err := p.trim(keep)
	return t, errors.Join(append(failed.errs, err)...)
}

// awaitFrees waits for the frees that are pending. Streams that have failed, and will
// never come to theirs, are left out.
func (p *Pool) awaitFrees(ctx context.Context, failed *failures) error {
	for _, s := range p.pending() {
		if failed.has(s) {
			continue
		}
		if err := p.await(ctx, s); err != nil {
			err = fmt.Errorf("frees on stream %q: %w", s.Name, err)
			if !errors.Is(err, acl.ErrDevice) {
				return err
			}
			failed.add(s, err)
		}
	}
	return nil
}

// failures are streams that were found failed: they execute nothing more, so nobody
// waits for their frees.
type failures struct {
	streams []*core.Stream
	errs    []error
}

func (f *failures) add(s *core.Stream, err error) {
	f.streams, f.errs = append(f.streams, s), append(f.errs, err)
}

func (f *failures) has(s *core.Stream) bool { return slices.Contains(f.streams, s) }
