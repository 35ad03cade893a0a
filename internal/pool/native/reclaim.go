// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
)

// Reclaim makes free memory available to every stream: deferred frees that are ready are
// made, and memory that ACL would not reuse goes back to the device. It does nothing for
// an allocation that the pool has no room for.
func (n *Engine) Reclaim(cause error, sizes ...uint64) bool {
	var r *refusal
	if !errors.As(cause, &r) || !n.guards.reclaims && !n.defersAny() {
		return false
	}
	var need uint64
	for _, size := range sizes {
		r, _ := driver.RoundUp(size, driver.Granule) // it was tried before
		need += r
	}
	if !n.mayFit(need) {
		return false
	}
	n.flushAllBy((*lane).flushOnTempStream)
	if n.guards.reclaims {
		_, _ = n.Trim(0) // if it fails, the next try of the allocation does too
	}
	return true
}

func (n *Engine) mayFit(need uint64) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return false
	}
	f, err := n.figures()
	used := f.Used - min(f.Used, n.deferredBytes())
	return err == nil && need <= n.cfg.MaxSize-min(n.cfg.MaxSize, used)
}
