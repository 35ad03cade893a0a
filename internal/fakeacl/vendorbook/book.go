// SPDX-License-Identifier: Apache-2.0

package vendorbook

import (
	"github.com/ascend-go/aclpool/internal/bestfit"
	"github.com/ascend-go/aclpool/internal/driver"
	"github.com/ascend-go/aclpool/internal/fakeacl/poolbook"
)

// Book is the books of one pool.
type Book struct {
	release Release
	history *History
	size    uint64
	mem     poolbook.Memory // memory is given back here, but not taken
	attrs   attrs

	used, usedHigh, reserved, reservedHigh uint64 // bytes

	free, cached bestfit.Set[*segment]
	busy         map[uint64]*segment // by offset
	wrecked      bool                // a size has wrapped: nothing can be allocated any more
}

// New opens the books of a pool of size bytes, a multiple of the granule, which may be
// none.
func New(r Release, size uint64, mem poolbook.Memory, h *History) *Book {
	b := &Book{release: r, history: h, size: size, mem: mem, busy: make(map[uint64]*segment)}
	b.attrs.event = r.EventByDefault
	if size > 0 {
		b.file(&segment{size: size})
	}
	return b
}

// Stats answers the state of the pool. It knows nothing of pending frees.
func (b *Book) Stats() poolbook.Stats {
	largest, _ := b.free.Largest()
	return poolbook.Stats{
		Used:         b.used,
		UsedHigh:     b.usedHigh,
		Reserved:     b.reserved,
		ReservedHigh: b.reservedHigh,
		LargestFree:  largest.Size,
	}
}

// Synchronized tells that the host has waited for something. It fails silently where
// the threshold is below what is used.
func (b *Book) Synchronized() {
	if b.release.Followed {
		b.trim(b.attrs.threshold)
	}
}

// Starved tells that a plain allocation found no memory.
func (b *Book) Starved() {
	if b.release.Followed {
		b.trim(0)
	}
}

// StreamClosed tells that a stream is gone. Its segments keep its number.
func (b *Book) StreamClosed(poolbook.Stream) {}

// roundUp rounds bytes up to the granule, in 64 bits that wrap.
func roundUp(n uint64) uint64 { return (n + driver.Granule - 1) &^ (driver.Granule - 1) }
