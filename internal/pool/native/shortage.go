// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// refused makes the error of an allocation an engine.Refusal if memory may be what was
// missing. A pool that is exhausted fails with "internal error".
func refused(err error) error {
	if codeOf(err) == driver.RTInternalError || isClassed(err) {
		return &engine.Refusal{Err: err}
	}
	return err
}

// isClassed reports whether the failure itself says that memory is what was missing.
func isClassed(err error) bool { return errors.Is(err, errclass.OutOfMemory) }

// mustFit reports whether a range that has never been used must have been large enough:
// then memory is not what was missing. f is from before the allocation, so that memory
// that a synchronize has released since does not count. Every used or cached range cuts
// the rest in two at most, and a cached one has a granule or more, so the rest is in no
// more than so many pieces, the largest of which is at least the average. All streams are
// locked.
func (n *Engine) mustFit(need, live uint64, f engine.Figures) bool {
	idle := f.Reserved - min(f.Reserved, f.Used) + n.deferredBytes() // no live chunks
	pieces := 1 + live + n.lost.n.Load() + (idle+n.pinned.bytes())/driver.Granule
	return need <= (n.cfg.MaxSize-min(n.cfg.MaxSize, f.Reserved))/pieces
}

// shortage returns the error of a list of allocations that needs so many bytes. All streams
// are locked. f is from before the last try.
func (l *lane) shortage(need uint64, f engine.Figures, cause error) error {
	now, err := l.Figures()
	if err != nil {
		return errors.Join(cause, err)
	}
	now.Reserved = max(now.Reserved, f.Reserved)
	s := &engine.Shortage{Need: need, Figures: now, Pending: l.pendingStreamsLocked(), Err: cause}
	var st driver.Status
	if s.DeviceFree, s.DeviceTotal, st = l.deviceFree(); !st.OK() {
		return errors.Join(cause, fail("aclrtGetMemInfo", st))
	}
	taken := now.Used + now.Pending
	complete := now.Reserved - min(now.Reserved, taken)
	s.OfDevice = need > s.DeviceFree+complete && need <= l.cfg.MaxSize-min(l.cfg.MaxSize, taken)
	return s
}
