// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// pinnedGranule is a granule that stays allocated for the life of the pool. When any plain
// allocation in the process fails, the runtime trims every pool without memory in use, and
// takes memory whose free is pending. No setting prevents that.
type pinnedGranule struct{ addr driver.Addr }

// sizeWithPinned returns the size of a pool with room for size bytes and the granule.
func sizeWithPinned(d *core.Device, size uint64) uint64 {
	_, total, st := d.MemInfo()
	if !st.OK() {
		return size
	}
	return max(size, min(size+driver.Granule, total&^(driver.Granule-1)))
}

// pin allocates the granule, if the device has that much free memory and a stream for it.
func (n *Engine) pin() error {
	if free, _, st := n.dev.MemInfo(); !st.OK() || free < driver.Granule {
		n.cfg.Log.Warn("aclpool: no memory is left to protect a pool: a plain allocation that fails may release memory whose free is pending",
			zap.Stringer("device", n.dev), zap.Uint64("free_bytes", free))
		return nil
	}
	err := n.pinAgain()
	if errors.Is(err, errNoStream) {
		n.cfg.Log.Warn("aclpool: a pool has no stream to take memory on that it keeps in use: a plain allocation that fails may release what is pending",
			zap.Stringer("device", n.dev), zap.Error(err))
		return nil
	}
	return err
}

func (n *Engine) pinAgain() error {
	return onTempStream(n.dev, func(s *core.Stream) error {
		a, st := n.dev.Driver.MallocAsync(n.dev.Context, n.handle, driver.Granule, s.Handle)
		n.pinned.addr = a
		return fail("aclrtMemPoolMallocAsync", st)
	})
}

// unpin frees the granule.
func (n *Engine) unpin() error {
	if n.pinned.addr == 0 {
		return nil
	}
	return onTempStream(n.dev, func(s *core.Stream) error {
		err := fail("aclrtMemPoolFreeAsync", n.dev.Driver.FreeAsync(n.dev.Context, n.pinned.addr, s.Handle))
		if err == nil {
			n.pinned.addr = 0
		}
		return err
	})
}

// bytes returns the size of the granule, or 0 if it is not allocated.
func (p pinnedGranule) bytes() uint64 {
	if p.addr == 0 {
		return 0
	}
	return driver.Granule
}

// without returns a figure without the granule. A peak that was just reset is 0 and does not
// include it.
func (p pinnedGranule) without(figure uint64) uint64 { return figure - min(figure, p.bytes()) }
