// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Trimmed is the result of a trim, in bytes.
type Trimmed struct {
	// Released has gone back to the device, during the call.
	Released uint64
	// Pending should have gone too, and stays until its free has executed.
	Pending uint64
}

// TrimTo gives cached memory back to the device until no more than keep bytes are
// reserved, rounded up to 2 MiB, or no more than is used. It does not wait: memory whose
// free has not executed stays, and is returned as pending; where ACL cannot tell it from
// other memory, nothing is given back while any free of the pool is pending. It helps
// other pools and plain allocations of the device, and this pool where its memory is
// cached in pieces or for other streams. More than the pool holds is [acl.ErrInvalid].
//
// Source: aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimTo(keep uint64) (Trimmed, error) {
	t, err := p.inner.engine.Trim(keep)
	if err != nil {
		return Trimmed{}, p.inner.trimError(keep, err)
	}
	return Trimmed(t), nil
}

// TrimSync is TrimTo after the frees of this pool that are pending at the call have
// executed. When ctx ends first the waiting stops and nothing is released. The frees of a
// failed stream never execute: it is left out, the rest is released, and the error is
// [acl.ErrDevice] until that stream is closed.
//
// Source: aclrtSynchronizeEvent, acl_rt.h; aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimSync(ctx context.Context, keep uint64) (Trimmed, error) {
	t, err := p.inner.trimSync(ctx, keep)
	if err != nil {
		return Trimmed(t), p.inner.trimError(keep, err)
	}
	return Trimmed(t), nil
}

func (p *pool) trimError(keep uint64, err error) error {
	return fmt.Errorf("mempool: trim %q to %d bytes: %w", p.name(), keep, err)
}

func (p *pool) trimSync(ctx context.Context, keep uint64) (t engine.Trimmed, err error) {
	if keep > p.maxSize {
		return t, fmt.Errorf("the pool holds at most %d bytes: %w", p.maxSize, acl.ErrInvalid)
	}
	if err := p.node.Enter(); err != nil { // Close must not come between
		return t, err
	}
	defer p.node.Leave()
	before, err := p.stats()
	if err != nil {
		return t, err
	}
	var failed engine.Failures
	if err := p.engine.Await(ctx, &failed); err != nil {
		return t, err
	}
	t, err = p.engine.Trim(keep)
	if after, failed := p.stats(); failed == nil && after.Reserved < before.Reserved {
		t.Released = max(t.Released, before.Reserved-after.Reserved) // by the synchronize, too
	}
	return t, errors.Join(append(failed.Errs, err)...)
}
