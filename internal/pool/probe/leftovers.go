// SPDX-License-Identifier: Apache-2.0

package probe

import (
	"slices"

	"go.uber.org/zap"

	"github.com/ascend-go/aclpool/internal/core"
	"github.com/ascend-go/aclpool/internal/driver"
)

// leftover is something that a probe has made and has yet to destroy.
type leftover struct {
	undo    string // C function
	destroy func() driver.Status
	failure Failure // of the last attempt
}

// leftovers are in the order in which they were made. The first is the context of the
// others.
type leftovers []leftover

// destroyFrom destroys all from index n on, the last first, and returns the list without
// what is gone. The context stays while anything in it does.
func (l leftovers) destroyFrom(n int) leftovers {
	var kept leftovers
	for i := len(l) - 1; i >= n; i-- {
		if i == 0 && len(kept) > 0 {
			kept = append(kept, l[i])
			continue
		}
		l[i].failure = Failure{l[i].undo, l[i].destroy()}
		if !l[i].failure.OK() {
			kept = append(kept, l[i])
		}
	}
	slices.Reverse(kept)
	return append(l[:n:n], kept...)
}

// failed returns the first call that has failed.
func (l leftovers) failed() (f Failure) {
	for _, o := range l {
		f = first(o.failure, f)
	}
	return f
}

// report logs what a probe could not destroy.
func (l leftovers) report(d *core.Device) {
	if len(l) == 0 {
		return
	}
	d.Log.Warn("aclpool: a probe could not give everything back to the device; the next pool made there tries again",
		zap.Stringer("device", d), zap.Int("objects", len(l)), zap.Stringer("failure", l.failed()))
}
