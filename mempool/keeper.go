// SPDX-License-Identifier: Apache-2.0

package mempool

import (
	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// keeper is a granule that stays in use where trims take pending memory. When a plain
// allocation fails, also one of other code in the process, the runtime trims every pool
// in which nothing is used; no setting keeps it from that.
type keeper struct{ addr driver.Addr }

// sizeWithKeeper answers how large a pool is made that holds size bytes besides.
func sizeWithKeeper(d *core.Device, size uint64) uint64 {
	_, total, st := d.MemInfo()
	if !st.OK() {
		return size
	}
	return max(size, min(size+driver.Granule, total&^(driver.Granule-1)))
}

// keep allocates the granule, if the device has one left.
func (n *native) keep(log *zap.Logger) error {
	if free, _, st := n.dev.MemInfo(); !st.OK() || free < driver.Granule {
		log.Warn("aclpool: a pool has no memory to keep in use: a plain allocation that fails may release what is pending",
			zap.Stringer("device", n.dev), zap.Uint64("free_bytes", free))
		return nil
	}
	return n.keepAgain()
}

func (n *native) keepAgain() error {
	return apart(n.dev, func(s *core.Stream) (err error) {
		n.keeper.addr, err = n.malloc(s, driver.Granule)
		return err
	})
}

// letGo frees the granule.
func (n *native) letGo() error {
	if n.keeper.addr == 0 {
		return nil
	}
	return apart(n.dev, func(s *core.Stream) error {
		err := n.free(s, n.keeper.addr)
		if err == nil {
			n.keeper.addr = 0
		}
		return err
	})
}

// kept answers the bytes of the granule.
func (k keeper) kept() uint64 {
	if k.addr == 0 {
		return 0
	}
	return driver.Granule
}

// less takes the granule out of a figure. Peaks that have just been reset are without it.
func (k keeper) less(figure uint64) uint64 { return figure - min(figure, k.kept()) }
