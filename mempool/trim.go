// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"context"
	"errors"
	"fmt"

	"github.com/ascend-go/aclpool/acl"
	"github.com/ascend-go/aclpool/internal/pool/bytesize"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Trimmed is the result of a trim, in bytes.
type Trimmed struct {
	// Released has gone back to the device, during the call.
	Released uint64
	// Pending is how many more bytes would have been returned if no free were pending.
	Pending uint64
}

// TrimTo returns cached memory to the device until at most keep bytes, rounded up to 2 MiB,
// are reserved, or only memory in use is left. Other pools and plain allocations of the device
// can then use the memory, and so can this pool if the memory was cached in pieces or for
// other streams.
//
// It does not wait: memory whose free is pending is not returned. If ACL's trim could take
// such memory, nothing is returned while any free of the pool is pending. It returns
// [acl.ErrInvalid] if keep is more than the pool can hold.
//
// Source: aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimTo(keep uint64) (Trimmed, error) {
	t, err := p.inner.engine.Trim(keep)
	if err != nil {
		return Trimmed{}, p.inner.trimError(keep, err)
	}
	return Trimmed(t), nil
}

// TrimSync waits until the frees of this pool that are pending at the call have executed, and
// then calls TrimTo. If ctx ends first, nothing is returned to the device. The frees of a
// stream that a failure has stopped never execute: TrimSync does not wait for them, trims the rest, and returns
// [acl.ErrDevice] until the stream is closed.
//
// Source: aclrtRecordEvent, aclrtQueryEventStatus, acl_rt.h; aclrtMemPoolTrimTo, acl_rt_memory_soma.h.
func (p *Pool) TrimSync(ctx context.Context, keep uint64) (Trimmed, error) {
	t, err := p.inner.trimSync(ctx, keep)
	if err != nil {
		return Trimmed(t), p.inner.trimError(keep, err)
	}
	return Trimmed(t), nil
}

func (p *pool) trimError(keep uint64, err error) error {
	return fmt.Errorf("mempool: trim %q to %s: %w", p.name(), bytesize.Count(keep), err)
}

func (p *pool) trimSync(ctx context.Context, keep uint64) (t engine.Trimmed, err error) {
	if keep > p.maxSize() {
		return t, fmt.Errorf("the pool holds at most %d bytes: %w", p.maxSize(), acl.ErrInvalid)
	}
	if err := p.blocks.Node.Enter(); err != nil { // keeps the pool open
		return t, err
	}
	defer p.blocks.Node.Leave()
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
