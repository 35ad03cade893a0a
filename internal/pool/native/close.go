// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// Close destroys the pool unless frees are pending.
func (n *Engine) Close(failed *engine.Failures) (done bool, err error) {
	if n.isClosed() {
		return true, n.events.destroy() // events that an earlier call could not destroy
	}
	for _, l := range *n.lanes.Load() {
		switch {
		case l.deferred.waiting.Load() == 0:
		case l.stream.Gone():
			l.flushOnTempStream()
		default:
			l.flush()
		}
	}
	for _, l := range *n.lanes.Load() {
		if !failed.Has(l.stream) && l.pending.of(l.stream) > 0 {
			return false, nil
		}
		for _, s := range l.deferred.awaited() {
			if !failed.Has(s) {
				return false, nil
			}
		}
	}
	err = n.Destroy()
	return n.isClosed(), err
}

// Destroy destroys the pool.
func (n *Engine) Destroy() error {
	if err := n.destroyLocked(); err != nil {
		return err
	}
	n.Abandon()
	if lost := n.lost.n.Load(); lost > 0 {
		n.cfg.Log.Warn("aclpool: closed a pool with lost blocks", n.object(),
			zap.Uint64("blocks", lost), zap.Uint64("bytes", n.lost.bytes.Load()))
	}
	for _, l := range *n.lanes.Load() {
		l.deferred.forgetAll(&n.events)
	}
	return n.events.destroy()
}

// Abandon marks the pool closed and ends the trims at synchronizes. It makes no call of ACL.
func (n *Engine) Abandon() {
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
	for _, stop := range n.stop {
		stop()
	}
	n.growths.forget(n)
}

func (n *Engine) destroyLocked() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	err := n.destroyPool()
	n.closed = err == nil
	return err
}

// destroyPool frees the pinned granule and destroys the pool. The pool is destroyed even if
// the granule cannot be freed. If the pool cannot be destroyed, the granule is pinned again.
func (n *Engine) destroyPool() error {
	pinned := n.pinned.addr != 0
	left := n.unpin()
	err := fail("aclrtMemPoolDestroy", n.dev.Driver.MemPoolDestroy(n.dev.Context, n.handle))
	if err == nil {
		return nil
	}
	if pinned && n.pinned.addr == 0 {
		left = errors.Join(left, n.pinAgain())
	}
	return errors.Join(err, left)
}

func (n *Engine) isClosed() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.closed
}
