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

// Trim returns cached memory to the device. If a trim of ACL could take pending memory, it
// does nothing while a free of the pool is pending.
func (n *Engine) Trim(keep uint64) (t engine.Trimmed, err error) {
	if keep > n.cfg.MaxSize {
		return t, fmt.Errorf("the pool holds at most %d bytes: %w", n.cfg.MaxSize, errclass.Invalid)
	}
	return n.trimWith(func() (uint64, bool) { return keep, true })
}

// trimWith is Trim to what keep returns with all streams locked.
func (n *Engine) trimWith(keep func() (bytes uint64, ok bool)) (t engine.Trimmed, err error) {
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
	bytes, ok := keep()
	if !ok {
		return t, nil
	}
	target, _ := driver.RoundUp(bytes, driver.Granule) // no more than the pool, which is a multiple
	return n.trim(target)
}

// trim trims to a rounded target. All streams and mu are locked.
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
		n.meter.read(after.Reserved)
		n.tap.trimmed(before.Reserved-after.Reserved, after.Reserved)
	}
	return engine.Trimmed{Released: before.Reserved - after.Reserved, Pending: after.Reserved - min(target, after.Reserved)}, nil
}

func (n *Engine) trimTo(keep uint64) error {
	return fail("aclrtMemPoolTrimTo", n.dev.Driver.MemPoolTrimTo(n.dev.Context, n.handle, keep+n.pinned.bytes()))
}

// pendingBytes returns the bytes whose enqueued free may not have executed. All streams are
// locked.
func (n *Engine) pendingBytes() (bytes uint64) {
	for _, l := range *n.lanes.Load() {
		bytes += l.pending.of(l.stream)
	}
	return bytes
}

// trimAtSynchronize has the pool give memory back after every synchronize, as ACL would.
// What is never reused goes back whatever the setting says.
func (n *Engine) trimAtSynchronize() (stop func()) {
	return n.dev.OnSynchronize(func() {
		n.mu.Lock()
		s, closed := n.settings, n.closed
		n.mu.Unlock()
		switch {
		case closed:
			return
		case n.guards.neverReuses:
			n.trimUnasked(func() (uint64, bool) { return 0, true })
		case !s.KeepAll:
			n.trimUnasked(func() (uint64, bool) { return s.Keep, true })
		}
		if n.stranded.Load() {
			n.trimStranded()
		}
	})
}

// trimAtClose has what only a closed stream could reuse go back.
func (n *Engine) trimAtClose() (stop func()) {
	return n.dev.OnStreamClosed(func() {
		if !n.isClosed() {
			n.trimStranded()
		}
	})
}

// trimStranded gives back what the open streams have not freed. Where pending memory keeps
// it from doing so, the next synchronize tries again.
func (n *Engine) trimStranded() {
	n.stranded.Store(true)
	n.trimUnasked(func() (keep uint64, ok bool) {
		f, err := n.figures()
		if err != nil {
			return 0, false
		}
		keep = f.Used
		for _, l := range *n.lanes.Load() {
			if !l.stream.Gone() {
				keep += l.cached
			}
		}
		if n.guards.trims && n.pendingBytes() > 0 {
			return 0, false
		}
		n.stranded.Store(false)
		return min(keep, n.cfg.MaxSize), true
	})
}

// trimUnasked is Trim down to what keep returns with all streams locked. A failure is only
// logged.
func (n *Engine) trimUnasked(keep func() (bytes uint64, ok bool)) {
	if _, err := n.trimWith(keep); err != nil && !errors.Is(err, errclass.Closed) {
		n.cfg.Log.Warn("aclpool: a pool could not give memory back by itself", n.object(), zap.Error(err))
	}
}
