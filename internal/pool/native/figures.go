// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// figures returns what ACL counts, without the pinned granule. It reads used before
// reserved: a synchronize may release memory between the calls, and never what is used.
func (n *Engine) figures() (f engine.Figures, err error) {
	for _, r := range []struct {
		attr driver.PoolAttr
		to   *uint64
	}{
		{driver.PoolUsed, &f.Used},
		{driver.PoolUsedHigh, &f.UsedHigh},
		{driver.PoolReserved, &f.Reserved},
		{driver.PoolReservedHigh, &f.ReservedHigh},
	} {
		if *r.to, err = n.get(r.attr); err != nil {
			return engine.Figures{}, err
		}
		*r.to = n.pinned.without(*r.to)
	}
	return f, nil
}

// Figures returns the figures as the program sees them: deferred frees have been made.
func (n *Engine) Figures() (engine.Figures, error) {
	f, err := n.figures()
	if err != nil {
		return f, err
	}
	deferred := n.deferredBytes()
	f.Used -= deferred
	f.UsedHigh = max(f.UsedHigh, n.peaks.Used, f.Used)
	f.ReservedHigh = max(f.ReservedHigh, n.peaks.Reserved, f.Reserved)
	f.Pending = min(n.pendingBytes()+deferred, f.Reserved-f.Used)
	f.Lost, f.LostBytes = n.lost.n.Load(), n.lost.bytes.Load()
	f.Reuse, f.ReuseKnown = n.reuse()
	return f, nil
}

// reuse returns what allocations were made of, where the driver counts it.
func (n *Engine) reuse() (driver.PoolReuse, bool) {
	counter, ok := driver.As[driver.PoolReuseCounter](n.dev.Driver)
	if !ok {
		return driver.PoolReuse{}, false
	}
	r, st := counter.MemPoolReuse(n.dev.Context, n.handle)
	return r, st.OK()
}

// ResetPeaks sets both peaks to 0, the one value that ACL takes, and keeps the figures of
// the moment beside them.
func (n *Engine) ResetPeaks() error {
	f, err := n.figures()
	if err == nil {
		err = errors.Join(n.set(driver.PoolUsedHigh, 0), n.set(driver.PoolReservedHigh, 0))
	}
	if err == nil {
		f.Used -= n.deferredBytes()
		n.peaks = f
	}
	return err
}
