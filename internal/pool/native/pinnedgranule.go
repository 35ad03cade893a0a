// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// pinnedGranule is one allocation that is held for the life of the pool. When a plain
// allocation fails, also one of other code in the process, the runtime trims every pool
// with no memory in use, even of pending frees; no setting prevents it.
type pinnedGranule struct{ addr driver.Addr }

// sizeWithPinned returns the size of a pool that holds size bytes beside the granule.
func sizeWithPinned(d *core.Device, size uint64) uint64 {
	_, total, st := d.MemInfo()
	if !st.OK() {
		return size
	}
	return max(size, min(size+driver.Granule, total&^(driver.Granule-1)))
}

// pin allocates the granule, if the device has one left and a stream for it.
func (n *Engine) pin() error {
	if free, _, st := n.dev.MemInfo(); !st.OK() || free < driver.Granule {
		n.cfg.Log.Warn("aclpool: a pool has no memory to keep in use: a plain allocation that fails may release what is pending",
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

// bytes returns the size of the granule, 0 while there is none.
func (p pinnedGranule) bytes() uint64 {
	if p.addr == 0 {
		return 0
	}
	return driver.Granule
}

// without takes the granule out of a figure. Peaks that have just been reset do not
// include it.
func (p pinnedGranule) without(figure uint64) uint64 { return figure - min(figure, p.bytes()) }
