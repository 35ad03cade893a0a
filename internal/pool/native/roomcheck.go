// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Releases of CANN take physical memory when an allocation executes. If the device then has too
// little, the call has already succeeded, and the stream fails with all its work. So before a
// call that would make the pool grow, the engine checks the free memory of the device. It
// cannot see the memory that enqueued allocations will take.

// roomDivisor limits how often the free memory of the device is read: all streams of a pool
// together may allocate 1/8 of it before it is read again.
const roomDivisor = 8

// makeRoom prepares allocations of rounded bytes in total, the largest of which is given, too.
// It flushes the deferred frees of the stream and checks the free memory of the device.
func (l *lane) makeRoom(rounded, largest uint64) error {
	if l.deferred.waiting.Load() > 0 {
		l.flush()
	}
	if rounded > l.room {
		return l.checkDeviceFree(rounded, largest)
	}
	l.room -= rounded
	return nil
}

// checkDeviceFree returns an error if the allocations need more than the device has free.
func (l *lane) checkDeviceFree(rounded, largest uint64) error {
	free, _, st := l.dev.MemInfo()
	if !st.OK() {
		return nil // unknown: the allocation is tried
	}
	if rounded <= free {
		l.room = (free - rounded) / roomDivisor / uint64(len(*l.lanes.Load()))
		return nil
	}
	l.room = 0
	if l.guards.neverReuses {
		return errGrow
	}
	f, err := l.figures()
	if cached := f.Reserved - f.Used; err != nil || largest <= max(free, cached) && rounded-min(rounded, free) <= cached {
		return nil // cached memory may be enough
	}
	return errGrow
}

var errGrow = fmt.Errorf("the pool would have to grow: %w", errclass.OutOfMemory)

var errSize = fmt.Errorf("want at least 1, and no more than fits 64 bits rounded up to 2 MiB: %w", errclass.Invalid)
