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

// checkDeviceFree compares allocations with what the device has free. Where freed memory is
// never reused it compares them with what is left of the pool, too.
func (l *lane) checkDeviceFree(rounded, largest uint64) error {
	free, _, st := l.dev.MemInfo()
	if !st.OK() {
		return nil // unknown: the allocation is tried
	}
	if l.guards.neverReuses {
		return l.checkGrowth(rounded, free)
	}
	if rounded <= free {
		l.setRoom(free - rounded)
		return nil
	}
	l.room = 0
	f, err := l.figures()
	// Other streams may free and trim between the two figures.
	if cached := f.Reserved - min(f.Reserved, f.Used); err != nil || largest <= max(free, cached) && rounded-min(rounded, free) <= cached {
		return nil // cached memory may be enough
	}
	return errGrow
}

// checkGrowth is checkDeviceFree where every allocation makes the pool grow.
func (l *lane) checkGrowth(rounded, free uint64) error {
	l.room = 0
	f, err := l.figures()
	if err != nil {
		return err
	}
	left := l.cfg.MaxSize - min(l.cfg.MaxSize, f.Reserved)
	switch {
	case rounded > left:
		return errFull
	case rounded > free:
		return errGrow
	}
	l.setRoom(min(free, left) - rounded)
	return nil
}

// setRoom spreads what is left over the streams of the pool.
func (l *lane) setRoom(left uint64) {
	l.room = left / roomDivisor / uint64(len(*l.lanes.Load()))
}

var (
	errGrow = fmt.Errorf("the pool would have to grow, and the device has too little memory: %w", errclass.OutOfMemory)
	errFull = fmt.Errorf("the pool would have to grow, and is as large as it may be: %w", errclass.OutOfMemory)
)

var errSize = fmt.Errorf("want at least 1, and no more than fits 64 bits rounded up to 2 MiB: %w", errclass.Invalid)
