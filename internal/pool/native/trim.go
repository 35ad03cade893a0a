// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"
	"fmt"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Trim gives cached memory back. Where a trim would take pending memory, it does nothing
// while a free of the pool is pending.
func (n *Engine) Trim(keep uint64) (t engine.Trimmed, err error) {
	if keep > n.cfg.MaxSize {
		return t, fmt.Errorf("the pool holds at most %d bytes: %w", n.cfg.MaxSize, errclass.Invalid)
	}
	target, _ := driver.RoundUp(keep, driver.Granule) // no more than the pool, which is a multiple
	n.flushAll()
	if n.guards.trims {
		n.Poll()
	}
	n.lockAll()
	defer n.unlockAll()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return t, n.errClosed()
	}
	return n.trim(target)
}

// trim trims to a rounded target. All streams are locked, and the engine.
func (n *Engine) trim(target uint64) (t engine.Trimmed, err error) {
	before, err := n.figures()
	if err != nil {
		return t, err
	}
	target = max(target, before.Used-n.deferredBytes())
	if before.Reserved <= target {
		return t, nil
	}
	after := before
	if !n.guards.trims || n.pendingBytes() == 0 {
		if err := n.trimTo(max(target, before.Used)); err != nil {
			return t, err
		}
		if after, err = n.figures(); err != nil {
			return t, err
		}
		n.tap.trimmed(before.Reserved-after.Reserved, after.Reserved)
	}
	return engine.Trimmed{Released: before.Reserved - after.Reserved, Pending: after.Reserved - min(target, after.Reserved)}, nil
}

func (n *Engine) trimTo(keep uint64) error {
	return fail("aclrtMemPoolTrimTo", n.dev.Driver.MemPoolTrimTo(n.dev.Context, n.handle, keep+n.pinned.bytes()))
}

// pendingBytes returns the bytes of frees not known to be complete, deferred ones aside.
// All streams are locked.
func (n *Engine) pendingBytes() (bytes uint64) {
	for _, l := range *n.lanes.Load() {
		bytes += l.pending.of(l.stream)
	}
	return bytes
}

// trimAtSynchronize has the pool give memory back after every synchronize, as ACL would.
func (n *Engine) trimAtSynchronize() {
	n.stop = n.dev.OnSynchronize(func() {
		n.mu.Lock()
		s, closed := n.settings, n.closed
		n.mu.Unlock()
		if closed || s.KeepAll {
			return
		}
		if _, err := n.Trim(s.Keep); err != nil && !errors.Is(err, errclass.Closed) {
			n.cfg.Log.Warn("aclpool: a pool could not give memory back at a synchronize", n.object(), zap.Error(err))
		}
	})
}
