// SPDX-License-Identifier: Apache-2.0

package native

import (
	"errors"

	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/errclass"
	"github.com/ascend-go/aclpool/internal/pool/engine"
)

// refused returns the error of an allocation, as an engine.Refusal if it may have failed for lack
// of memory. ACL returns "internal error" for a pool that is exhausted.
func refused(err error) error {
	if codeOf(err) == driver.RTInternalError || isClassed(err) {
		return &engine.Refusal{Err: err}
	}
	return err
}

// isClassed reports whether the error itself says that there is no memory.
func isClassed(err error) bool { return errors.Is(err, errclass.OutOfMemory) }

// mustFit reports whether there must have been an unreserved range that is large enough, so that
// the allocation has not failed for lack of memory. f is from before the allocation, without what
// a synchronize has released since. All streams are locked.
//
// Each used or cached range splits the unreserved memory once more at most, and a cached range
// has at least a granule. That limits the number of unreserved ranges, and the largest of them
// has at least the average size.
func (n *Engine) mustFit(need, live uint64, f engine.Figures) bool {
	idle := f.Reserved - min(f.Reserved, f.Used) + n.deferredBytes() // no live chunks
	pieces := 1 + live + n.lost.n.Load() + (idle+n.pinned.bytes())/driver.Granule
	return need <= (n.cfg.MaxSize-min(n.cfg.MaxSize, f.Reserved))/pieces
}

// shortage returns the error of allocations that need so many bytes together. f is from before
// the last try. All streams are locked.
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
