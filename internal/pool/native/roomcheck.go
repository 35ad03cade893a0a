// SPDX-License-Identifier: Apache-2.0

package native

import (
	"fmt"

	"github.com/ascend-go/aclpool/internal/errclass"
)

// Releases of CANN take physical memory when an allocation executes. If the device then has too
// little, the call has already succeeded, and the stream fails with all its work. So before a
// call that would make the pool grow, the engine checks the free memory of the device, without
// what enqueued allocations of the device's pools have yet to take (growth.go).

// roomDivisor limits how often the free memory of the device is read: all streams of a pool
// together may allocate 1/8 of it before it is read again. What other pools may allocate so is
// not counted.
const roomDivisor = 8

// room is how much a stream may allocate before it reads the free memory of the device again.
// The lock of the stream guards it.
type room struct {
	left    uint64
	granted uint64
	grown   uint64 // the pool's meter when it was granted

	// Of the allocation that follows a check.
	checked bool
	free    uint64 // of the device, before the call
	before  uint64 // the pool's meter
}

// makeRoom prepares allocations of rounded bytes in total, the largest of which is given, too.
// It flushes the deferred frees of the stream and checks the free memory of the device.
func (l *lane) makeRoom(rounded, largest uint64) error {
	if l.deferred.waiting.Load() > 0 {
		l.flush()
	}
	if rounded > l.room.left {
		return l.checkDeviceFree(rounded, largest)
	}
	l.room.left -= rounded
	return nil
}

// checkDeviceFree compares allocations with what the device has free. Where freed memory is
// never reused it compares them with what is left of the pool, too.
func (l *lane) checkDeviceFree(rounded, largest uint64) error {
	l.endRoom()
	taken := l.growths.expected(l.dev) + l.granted.Load()
	now, _, st := l.dev.MemInfo()
	if !st.OK() {
		return nil // unknown: the allocation is tried
	}
	l.room.free = now
	free := now - min(now, taken)
	if l.guards.neverReuses {
		return l.checkGrowth(rounded, free)
	}
	if rounded <= free {
		l.grant(free - rounded)
		return nil
	}
	f, err := l.figures()
	// Other streams may free and trim between the two figures.
	if cached := f.Reserved - min(f.Reserved, f.Used); err != nil || largest <= max(free, cached) && rounded-min(rounded, free) <= cached {
		l.grant(0)
		return nil // cached memory may be enough
	}
	return errGrow
}

// checkGrowth is checkDeviceFree where every allocation makes the pool grow.
func (l *lane) checkGrowth(rounded, free uint64) error {
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
	l.grant(min(free, left) - rounded)
	return nil
}

// grant spreads what is left over the streams of the pool, and looks at what the allocation
// that follows takes.
func (l *lane) grant(left uint64) {
	l.room.left = left / roomDivisor / uint64(len(*l.lanes.Load()))
	l.room.granted = l.room.left
	l.granted.Add(l.room.granted)
	l.room.before, l.room.checked = l.readMeter()
	l.room.grown = l.room.before
}

// endRoom takes back what is left of the room. What the stream has allocated of it may have
// made the pool grow, and may not have executed.
func (l *lane) endRoom() {
	used := l.room.granted - l.room.left
	if used > 0 {
		if grown, ok := l.readMeter(); ok && grown > l.room.grown {
			l.charge(min(used, grown-l.room.grown))
		}
	}
	l.granted.Add(^(l.room.granted - 1))
	l.room = room{}
}

// endRooms is endRoom for all streams, which are locked.
func (n *Engine) endRooms() {
	for _, l := range *n.lanes.Load() {
		if !l.stream.Gone() {
			l.endRoom()
		}
	}
}

// noteGrowth looks at what the allocation of rounded bytes has taken that a check came before.
func (l *lane) noteGrowth(rounded uint64) {
	l.room.checked = false
	after, ok := l.readMeter()
	if !ok {
		return
	}
	grown := min(after-l.room.before, rounded)
	l.room.grown = after
	if grown == 0 {
		return
	}
	free, _, st := l.dev.MemInfo()
	switch {
	case !st.OK():
		return
	case free == l.room.free:
		l.growths.late.Store(true)
	case free+grown <= l.room.free:
		return // the device has taken it
	}
	l.charge(grown)
}

var (
	errGrow = fmt.Errorf("the pool would have to grow, and the device has too little memory: %w", errclass.OutOfMemory)
	errFull = fmt.Errorf("the pool would have to grow, and is as large as it may be: %w", errclass.OutOfMemory)
)

var errSize = fmt.Errorf("want at least 1, and no more than fits 64 bits rounded up to 2 MiB: %w", errclass.Invalid)
